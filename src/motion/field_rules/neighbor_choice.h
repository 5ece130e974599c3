// SPDX-License-Identifier: MIT
// Whether a 4x4 block takes the vector of a neighbour: one that matches well and is near the others'.
#pragma once

#include "motion/field_rules/block_brightness.h"
#include "motion/field_rules/matched_block.h"
#include "motion/field_rules/real_vector.h"
#include "motion/field_rules/vector_choice.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace genmedia::motion {

// Neighbours' vectors no farther than this from the block's own are not tried, as a step of the gradient
// closes such a distance.
inline constexpr float kSameVector = 0.25F;  // pixels, across and down together

inline constexpr float kNoMatch = std::numeric_limits<float>::infinity();

// Places of a 4x4 block's match, and where it ends: outside there is none.
struct MatchLimits {
    RealVector least, most;

    // Of a block at this place.
    bool has_match(const RealVector& at, const RealVector& v) const {
        const float x = at.x + v.x, y = at.y + v.y;
        return x >= least.x && y >= least.y && x + kFineSide <= most.x && y + kFineSide <= most.y;
    }
};

// Of the block's own vector and its neighbours', the first that costs least. A vector costs the mean absolute
// difference of 12x12 pixels to their match, the difference of brightness, and its distances to the
// neighbours', times these's shares.
struct NeighborChoice {
    const uint8_t* source;  // the first of the pixels that are compared
    const uint8_t* match;   // what is there in the other picture
    ptrdiff_t stride;
    BlockBrightness brightness;
    RealVector own;
    // Of the blocks to the left and right, above and below. Where the picture ends, the block's own vector,
    // with a share of 0.
    std::array<float, 4> x, y, share;
    RealVector at;  // the block's place, pixels
    MatchLimits limits;

    bool has_match(const RealVector& v) const { return limits.has_match(at, v); }
    MatchedBlock block(const RealVector& v) const { return matched_block(source, stride, match, stride, v); }
};

struct ChosenNeighbor {
    RealVector vector;
    float match;  // the mean absolute difference, or kNoMatch
};

}  // namespace genmedia::motion
