// SPDX-License-Identifier: MIT
// What a Gauss-Newton step needs of a 4x4 block: the gradient of the reference at the block's match, and the
// difference between match and block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace genmedia::vme {

// Vectors end in 64ths of a pixel where samples are read.
inline constexpr int kSteps = 64;

inline constexpr float kOutlier = 8;  // gray levels: a pixel that differs by this much counts half

// Sums over a block's pixels of products of two values: the reference's gradient (x, y; gray levels a pixel)
// and the difference, reference minus source (d). A pixel weighs less the more it differs.
struct GradientSums {
    float xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;
    friend bool operator==(const GradientSums&, const GradientSums&) = default;
};

// A block and its match, whose first pixel lies `fx` and `fy` steps (0..63) right of and below `match`.
// Pixels from one pixel and one line before `match` to 7 pixels and 5 lines after it must be readable.
struct MatchedBlock {
    const uint8_t* source;
    ptrdiff_t source_stride;
    const uint8_t* match;
    ptrdiff_t match_stride;
    int fx, fy;
};

}  // namespace genmedia::vme
