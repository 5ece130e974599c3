// SPDX-License-Identifier: MIT
// Puts pictures into parts of others: as they are, or blended.
#pragma once

#include "va/surfaces/picture_frames.h"

#include <va/va.h>
#include <va/va_vpp.h>

#include <functional>
#include <optional>

namespace genmedia::va {

struct Blending {
    float global_alpha = 1;
    bool premultiplied = false;  // colours have been multiplied by alpha
    // Pixels between these, of luma from 0 to 1, are not drawn.
    struct Key {
        float least, most;
    };
    std::optional<Key> luma_key;
};

// Where a picture of that size goes when its corner is at x, y of the target: what is inside, rounded down to
// where chroma's samples are. Nothing: it is all outside.
struct Placement {
    Planes from, to;
};
std::optional<Placement> place(const Planes& picture, const Planes& target, int x, int y);

// Has `draw` draw at `to`: into the target, or into a part of it, in which the corner is at x, y. Where an
// edge of `to` lies between samples of chroma, each pixel has its own until all is drawn. False: `draw` says
// so, or libswscale knows no way.
using Draw = std::function<bool(const Planes& target, int x, int y)>;
bool draw_at(const Planes& target, const Rectangle& to, const Colours& colours, const Draw& draw);

// Draws `picture` over `target`, of the same size: its colours are `way.from`, the target's `way.to`. False:
// libavfilter refuses it.
bool blend(const Planes& picture, const Planes& target, const Blending& blending, const ScalingWay& way);

// All of it in one colour: 0xAARRGGBB.
bool fill(const Planes& target, uint32_t argb, const Colours& colours);
// The same outside of `inside`.
bool fill_around(const Planes& target, const Rectangle& inside, uint32_t argb, const Colours& colours);

bool has_alpha(AVPixelFormat pixels);
// The format of YUV in which each pixel has its own chroma, of the same depth.
AVPixelFormat with_all_chroma(AVPixelFormat pixels);

// Clockwise by VA_ROTATION_*, then mirrored by VA_MIRROR_*; 4:2:2 becomes 4:4:4. Null: libavfilter refuses
// it.
media::FrameHandle turned(const Planes& picture, uint32_t rotation, uint32_t mirror, const Colours& colours);

}  // namespace genmedia::va
