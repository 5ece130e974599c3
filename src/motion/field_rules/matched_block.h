// SPDX-License-Identifier: MIT
// A block and its match between the pixels of the reference.
#pragma once

#include "motion/field_rules/whole_vector.h"

#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

// Vectors end in 64ths of a pixel where samples are read.
inline constexpr int kSteps = 64;

// Pixels * kSteps, rounded.
inline int in_steps(float pixels) { return nearest(pixels * kSteps); }

inline constexpr float kOutlier = 8;  // gray levels: a pixel that differs by this much counts half

// The match's first pixel lies `fx` and `fy` steps (0..63) right of and below `match`.
struct MatchedBlock {
    const uint8_t* source;
    ptrdiff_t source_stride;
    const uint8_t* match;
    ptrdiff_t match_stride;
    int fx, fy;
};

// A block and what is `v` away from where it is: `there`, in the other picture.
inline MatchedBlock matched_block(const uint8_t* block, ptrdiff_t stride, const uint8_t* there,
                                  ptrdiff_t stride_there, const RealVector& v) {
    const int across = in_steps(v.x), down = in_steps(v.y);
    return {.source = block,
            .source_stride = stride,
            .match = there + (down >> 6) * stride_there + (across >> 6),
            .match_stride = stride_there,
            .fx = across & (kSteps - 1),
            .fy = down & (kSteps - 1)};
}

}  // namespace genmedia::motion
