// SPDX-License-Identifier: MIT
// Which of some vectors a block takes: one that matches well and is near those of the blocks around it.
#pragma once

#include "motion/field_rules/block_brightness.h"
#include "motion/field_rules/whole_vector.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

// Of what is compared. Of a 4x4 block more columns are, to fill a processor's vectors.
inline constexpr int kComparedWidth = 16;

// A vector farther than this from a neighbour's costs no more: objects end somewhere.
inline constexpr float kFarApart = 16;  // pixels, across and down together

inline constexpr int kMostChoices = 28;
inline constexpr int kChoicesRoom = 32;     // of a list of these, all of which is readable
inline constexpr size_t kMostTogether = 8;  // blocks

// The first of the vectors that cost least, each brought within the limits. A vector costs the mean absolute
// difference of what is compared, and `weight` times its distances: to each neighbour's vector times that
// one's share, and to the prior times `to_prior`. Where it would be best so, the difference of brightness is
// added. All that is compared along vectors within the limits must be readable.
struct VectorChoice {
    const uint8_t* source;  // the first of the pixels that are compared
    const uint8_t* match;   // what is there in the other picture
    ptrdiff_t stride;
    int lines;                          // 12 or 16
    const BlockBrightness* brightness;  // or null
    // The block's own, which is within the limits, and others; many may be equal. kChoicesRoom are readable.
    const WholeVector* vectors;
    int count;                        // of vectors: 1 to kMostChoices
    WholeVector lowest, highest;      // limits
    std::array<WholeVector, 4> near;  // of the neighbours to the left and right, above and below
    std::array<float, 4> share;
    RealVector prior;
    float to_prior, weight;
};

}  // namespace genmedia::motion
