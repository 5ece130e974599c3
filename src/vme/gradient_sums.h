// SPDX-License-Identifier: MIT
// What a step of Gauss and Newton asks of a 4x4 block: how a picture changes where the block's match lies,
// and what is left of the block there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace genmedia::vme {

// Vectors end in 64ths of a pixel where samples are read.
inline constexpr int kSteps = 64;

inline constexpr float kOutlier = 8;  // gray levels: a pixel of which so much is left counts half

// Sums of products over the pixels of a block, each weighted by how little is left of it: of the reference's
// gradient (x, y; gray levels a pixel) and what is left, reference minus source (d).
struct GradientSums {
    float xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;
    friend bool operator==(const GradientSums&, const GradientSums&) = default;
};

// A block and where its match lies: `match` is the pixel at or before its first, `fx` and `fy` steps are
// missing, 0..63. From a pixel and a line before `match` to 7 pixels and 5 lines after it all can be read.
struct MatchedBlock {
    const uint8_t* source;
    ptrdiff_t source_stride;
    const uint8_t* match;
    ptrdiff_t match_stride;
    int fx, fy;
};

}  // namespace genmedia::vme
