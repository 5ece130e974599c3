// SPDX-License-Identifier: MIT
// A clip of vectors around whose matches is searched, as MVUtensils, MVTools and this plugin make it.
#pragma once

#include "vapoursynth/super_clip.h"

#include <string>
#include <vector>

namespace genmedia::vapoursynth {

class StartClip {
public:
    // Refuses what has no vectors from frame n to n + delta of a clip of the size that `super` has.
    StartClip(Node clip, const SuperLayout& super, int delta, const VSAPI* api);

    const Node& node() const { return clip_; }
    // A vector for each macroblock, that of the nearest block; none where the frame has no vectors.
    std::vector<FlowVector> vectors(const Frame& frame, const VSAPI* api) const;

private:
    struct Grid {
        int columns = 0, rows = 0;  // blocks
        int width = 0, height = 0;  // of a block, pixels
        int overlap_x = 0, overlap_y = 0;
        int pel = 1;
        int delta = 0;
        int picture_width = 0, picture_height = 0;
    };

    Grid grid_of_utensils(const Frame& frame, const VSAPI* api) const;
    static Grid grid_of_tools(const Frame& frame, const VSAPI* api);
    // In 1 / pel pixels; none where the frame has none.
    std::vector<FlowVector> block_vectors(const Frame& frame, const VSAPI* api) const;

    Node clip_;
    SuperLayout super_;
    Grid grid_;
};

}  // namespace genmedia::vapoursynth
