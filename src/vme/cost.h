// SPDX-License-Identifier: MIT
// Costs of motion vectors and references.
#pragma once

#include "genmedia/vme.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace genmedia::vme {

// Largest sum of the two axes' costs. Silicon fits any cap from 970 to 1102. [prm: page 56]
inline constexpr uint32_t kVectorCostCap = 1023;

// Cost of one axis at a distance in units of the precision.
uint32_t axis_cost(const CostTable& table, uint32_t distance);

// The costs of an axis at all distances, computed once for each table.
class AxisCosts {
public:
    explicit AxisCosts(const CostTable& table);

    // Cached per thread: requests of one picture share a table. Valid until the thread's next call.
    static const AxisCosts& of(const CostTable& table);

    // axis_cost(), but at most kVectorCostCap.
    uint32_t capped(int distance) const {
        const int beyond = std::max(distance - kLast, 0);
        return std::min(near_[distance - beyond] + static_cast<uint32_t>(beyond), kVectorCostCap);
    }

private:
    static constexpr int kLast = 64;  // one more for each unit from here on
    std::array<uint16_t, kLast + 1> near_;
};

// Cost of `vector` measured from the centre of a quadrant in one direction (never bidirectional).
// 0 without a cost function.
uint32_t vector_cost(const InterCosts& costs, int quadrant, Direction direction, MotionVector vector);

// Penalty of a reference picture. [ext: MCE, multi-reference cost]
uint32_t reference_penalty(const InterCosts& costs, uint8_t id);

// The unit's largest distortion of a 4x4 block: eleven bits. Silicon for SADs of an integer search (3,092
// macroblocks, docs/fidelity.md). That the same adders serve refinement, checks and Haar is inferred: guess.
inline constexpr uint32_t kLargest4x4Distortion = 2047;

// Distortions are reported in 16 bits; larger ones saturate (guess).
inline uint16_t saturate(uint32_t distortion) {
    return static_cast<uint16_t>(std::min<uint32_t>(distortion, 0xFFFF));
}

}  // namespace genmedia::vme
