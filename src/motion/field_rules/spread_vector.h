// SPDX-License-Identifier: MIT
// A block's vector in those of the pixels around it: a weighted mean.
#pragma once

#include "motion/field_rules/matched_block.h"

#include <cstddef>

namespace genmedia::motion {

inline constexpr size_t kSpreadColumns = 24, kSpreadLines = 8;

// `pixels` are those that the vector is spread over, and their match along it. Sums of lines lie `stride`
// apart; to those of pixel x in line y is added, with a weight of near_x[x] * near_y[y] / (d * (1 + d /
// kOutlier)), where d is the pixel's difference to its match in gray levels, at least 1: the weight, and the
// weighted vector.
struct SpreadVector {
    MatchedBlock pixels;
    const float* near_x;
    const float* near_y;
    float vector_x, vector_y;
    float *weights, *sums_x, *sums_y;
    ptrdiff_t stride;
};

}  // namespace genmedia::motion
