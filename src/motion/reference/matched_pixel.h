// SPDX-License-Identifier: MIT
#pragma once

#include "motion/field_rules/matched_block.h"

namespace genmedia::motion::reference {

// The match of the block's pixel (x, y), which may lie beside the block, in gray levels * 256.
inline int matched_pixel(const MatchedBlock& block, ptrdiff_t x, ptrdiff_t y) {
    const auto across = [&](const uint8_t* from) {  // gray levels * 4
        return (from[0] * (kSteps - block.fx) + from[1] * block.fx + 8) >> 4;
    };
    const uint8_t* from = block.match + y * block.match_stride + x;
    return across(from) * (kSteps - block.fy) + across(from + block.match_stride) * block.fy;
}

// The difference between the block's pixel (x, y) and its match, in whole gray levels.
inline int matched_difference(const MatchedBlock& block, ptrdiff_t x, ptrdiff_t y) {
    const int difference =
        block.source[y * block.source_stride + x] - ((matched_pixel(block, x, y) + 128) >> 8);
    return difference < 0 ? -difference : difference;
}

}  // namespace genmedia::motion::reference
