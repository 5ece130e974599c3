// SPDX-License-Identifier: MIT
#include "vme/cost.h"

#include <bit>
#include <cstdlib>

namespace genmedia::vme {

uint32_t axis_cost(const CostTable& table, uint32_t distance) {
    if (distance == 0) return table[0].value();
    // Beyond the last point: one more for each unit. Guess; the registry text's min(.., 255) does not fit
    // silicon.
    if (distance >= 64) return table[7].value() + (distance - 64);
    // distance = 2^p + k, between points p + 1 and p + 2. Guess: the fraction is dropped.
    const int p = std::bit_width(distance) - 1;
    const auto k = static_cast<int32_t>(distance - (1u << p));
    const auto from = static_cast<int32_t>(table[p + 1].value());
    const auto to = static_cast<int32_t>(table[p + 2].value());
    return static_cast<uint32_t>(from + (((to - from) * k) >> p));
}

AxisCosts::AxisCosts(const CostTable& table) {
    for (int i = 0; i <= kLast; i++)
        near_[i] = static_cast<uint16_t>(axis_cost(table, static_cast<uint32_t>(i)));
}

const AxisCosts& AxisCosts::of(const CostTable& table) {
    struct Kept {
        CostTable table;
        AxisCosts costs;
    };
    thread_local Kept kept{{}, AxisCosts({})};
    if (kept.table != table) kept = {table, AxisCosts(table)};
    return kept.costs;
}

uint32_t vector_cost(const InterCosts& costs, int quadrant, Direction direction, MotionVector vector) {
    if (!costs.motion_vector) return 0;
    const MotionVectorCost& cost = *costs.motion_vector;
    const BidirectionalVector& centers = cost.center[quadrant];
    const MotionVector center = direction == Direction::forward ? centers.forward : centers.backward;
    const int precision = static_cast<int>(cost.precision);
    // Precisions other than a quarter pixel drop the fraction of a unit. [prm: page 58]
    const auto dx = static_cast<uint32_t>(std::abs(vector.x - center.x) >> precision);
    const auto dy = static_cast<uint32_t>(std::abs(vector.y - center.y) >> precision);
    return std::min(axis_cost(cost.table, dx) + axis_cost(cost.table, dy), kVectorCostCap);
}

uint32_t reference_penalty(const InterCosts& costs, uint8_t id) {
    if (costs.linear_multi_reference) return costs.base_multi_reference.value() * id;
    const uint32_t scale = id == 0 ? 0 : id <= 2 ? 1 : id <= 6 ? 2 : 3;
    return costs.base_multi_reference.value() * scale;
}

}  // namespace genmedia::vme
