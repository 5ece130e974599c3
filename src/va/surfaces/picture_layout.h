// SPDX-License-Identifier: MIT
// How the samples of a surface or an image lie in memory.
#pragma once

extern "C" {
#include <libavutil/pixfmt.h>
}

#include <va/va.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace genmedia::va {

// Formats by their FOURCC (va.h), which FFmpeg has, too.
struct PictureFormat {
    uint32_t fourcc;
    AVPixelFormat pixels;
    unsigned rt_format;  // VA_RT_FORMAT_*: the format of surfaces that name this one alone get
    uint8_t bits;        // of a pixel, as VAImageFormat has them
    bool swapped;        // planes 1 and 2 are the other way round (YV12)
};

std::span<const PictureFormat> picture_formats();
const PictureFormat* format_of_fourcc(uint32_t fourcc);      // null: not supported
const PictureFormat* format_of_rt_format(unsigned formats);  // the first of the table; null: none

bool is_rgb(AVPixelFormat pixels);

// As VAImage has it.
VAImageFormat image_format(const PictureFormat& format);

// Pitches are multiples of 64 bytes. Sizes are in pixels, chroma is rounded up.
struct PictureLayout {
    const PictureFormat* format = nullptr;
    int width = 0, height = 0;
    int plane_count = 0;
    std::array<uint32_t, 3> offsets{}, pitches{};
    size_t size = 0;  // bytes
};

struct PlaneSize {
    uint32_t bytes, rows;  // of a row, without what pads it
};
PlaneSize plane_size(const PictureFormat& format, int plane, int width, int height);

PictureLayout layout_of(const PictureFormat& format, int width, int height);

// Samples as FFmpeg wants them: planes in FFmpeg's order.
struct Planes {
    AVPixelFormat pixels = AV_PIX_FMT_NONE;
    int width = 0, height = 0;
    std::array<uint8_t*, 4> data{};
    std::array<int, 4> pitches{};
    // What follows a row up to a multiple of 64 bytes is nobody's: libswscale writes there, too.
    bool padded = false;
};

struct Rectangle {
    int x = 0, y = 0, width = 0, height = 0;
};

// How numbers stand for colours: of RGB nothing is asked.
struct Colours {
    int matrix = 5;     // SWS_CS_*; BT.601
    bool full = false;  // luma from 0 to 255, in place of 16 to 235
    bool operator==(const Colours&) const = default;
};
struct ScalingWay {
    int method = 4;  // SWS_*; bicubic
    Colours from, to;
};

Planes planes_of(const PictureLayout& layout, uint8_t* memory);
// A part, whose corner lies on chroma's samples. Nothing: it is not inside.
std::optional<Planes> part_of(const Planes& planes, int x, int y, int width, int height);

// Copies what both have, in the format of `to`: exactly between formats of one depth and the same chroma,
// else by libswscale. False: it knows no way.
bool copy(const Planes& from, const Planes& to);
// The same with another size.
bool scale(const Planes& from, const Planes& to, const ScalingWay& way = {});

}  // namespace genmedia::va
