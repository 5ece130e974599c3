// SPDX-License-Identifier: MIT
// What the frames of motion_node() and block_node() hold: records of vectors, first those from frame n on,
// below them those back, where both are searched.
#pragma once

#include "vapoursynth/search_nodes.h"

namespace genmedia::vapoursynth {

// Without vectors: how many 4x4 blocks there are.
inline VectorGrid motion_grid(const SuperLayout& layout) {
    return {(layout.real_width + 15) / 16 * 4, (layout.real_height + 15) / 16 * 4, {}};
}

VSVideoInfo motion_info(const VSVideoInfo& super, const Searcher& searcher, VSCore* core, const VSAPI* api);
VSVideoInfo block_info(const VSVideoInfo& super, const Searcher& searcher, VSCore* core, const VSAPI* api);

}  // namespace genmedia::vapoursynth
