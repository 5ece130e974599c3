// SPDX-License-Identifier: MIT
// Which partitioning of a macroblock is cheapest, given the best match of each of its 41 blocks.
#pragma once

#include "genmedia/partition.h"
#include "genmedia/vme.h"

#include <array>
#include <cstdint>

namespace genmedia::vme {

// The best matches in one picture, an entry for each block.
struct Record {
    std::array<uint32_t, kBlockCount> distortions{};  // with vector and reference costs
    std::array<MotionVector, kBlockCount> vectors{};
    std::array<uint8_t, kBlockCount> reference_ids{};
};

// What may be chosen.
struct DecisionRules {
    uint8_t disabled_partitions = 0;
    int max_vector_count = 32;
    bool disable_direction_mix = false;
    const InterCosts* costs = nullptr;
};

// The cheapest partitioning. `backward` is null in a single reference search. `truncated` tells that
// max_vector_count ruled out a cheaper one.
InterResult decide(const Record& forward, const Record* backward, const DecisionRules& rules,
                   bool& truncated);

// The shape penalty of a partitioning: paid once for the macroblock, with 8x8 once for each quadrant.
uint32_t shape_penalty(const InterShapePenalty& penalty, MajorShape major,
                       const std::array<MinorShape, 4>& minors);

}  // namespace genmedia::vme
