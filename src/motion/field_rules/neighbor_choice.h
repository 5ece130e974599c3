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
    RealVector at;           // the block's place, pixels
    RealVector least, most;  // of its match's place and of where that ends: outside there is no match

    bool has_match(const RealVector& v) const {
        const float to_x = at.x + v.x, to_y = at.y + v.y;
        return to_x >= least.x && to_y >= least.y && to_x + kFineSide <= most.x && to_y + kFineSide <= most.y;
    }
    MatchedBlock block(const RealVector& v) const {
        const int across = in_steps(v.x), down = in_steps(v.y);
        return {.source = source,
                .source_stride = stride,
                .match = match + (down >> 6) * stride + (across >> 6),
                .match_stride = stride,
                .fx = across & (kSteps - 1),
                .fy = down & (kSteps - 1)};
    }
};

struct ChosenNeighbor {
    RealVector vector;
    float match;  // the mean absolute difference, or kNoMatch
};

}  // namespace genmedia::motion
