// SPDX-License-Identifier: MIT
// Vectors as the frame properties that MVUtensils and MVTools read.
#pragma once

#include "vapoursynth/super_clip.h"

#include <vector>

namespace genmedia::vapoursynth {

struct VectorClip {
    const SuperLayout& layout;
    const BlockGrid& grid;
    bool with_chroma;
    int delta;  // the match of frame n is in frame n + delta
};

// Takes from the frame what belongs to a super clip alone, and adds what a clip of vectors has. No vectors:
// the frame's match would be outside of the clip.
void set_vector_properties(const VectorClip& clip, const std::vector<BlockVector>& vectors,
                           const NewFrame& frame, const VSAPI* api);

}  // namespace genmedia::vapoursynth
