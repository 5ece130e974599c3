// SPDX-License-Identifier: MIT
#include "vme/cost.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

constexpr CostTable table_of(std::array<uint8_t, 8> bytes) {
    CostTable table;
    for (int i = 0; i < 8; i++) table[i].bits = bytes[i];
    return table;
}

// Shift 0 in all bytes, so a byte is its value: 3, 5, 6, 8, 12, 4, 10, 15.
constexpr CostTable kTable = table_of({3, 5, 6, 8, 12, 4, 10, 15});

TEST(U4U4, IsBaseShiftedLeft) {
    EXPECT_EQ(U4U4{0x00}.value(), 0u);
    EXPECT_EQ(U4U4{0x0F}.value(), 15u);
    EXPECT_EQ(U4U4{0x5D}.value(), 13u * 32);
    EXPECT_EQ(U4U4{0x8F}.value(), 3840u);
    EXPECT_EQ(U4U4{0xF1}.value(), 32768u);
}

TEST(AxisCost, HasItsControlPointsAtZeroAndPowersOfTwo) {
    const int distances[] = {0, 1, 2, 4, 8, 16, 32, 64};
    const uint32_t costs[] = {3, 5, 6, 8, 12, 4, 10, 15};
    for (int i = 0; i < 8; i++) EXPECT_EQ(axis_cost(kTable, distances[i]), costs[i]) << distances[i];
}

TEST(AxisCost, InterpolatesAndTruncates) {
    EXPECT_EQ(axis_cost(kTable, 3), 7u);    // 6 + (2 * 1 >> 1)
    EXPECT_EQ(axis_cost(kTable, 5), 9u);    // 8 + (4 * 1 >> 2)
    EXPECT_EQ(axis_cost(kTable, 7), 11u);   // 8 + (4 * 3 >> 2)
    EXPECT_EQ(axis_cost(kTable, 17), 4u);   // 4 + (6 * 1 >> 4)
    EXPECT_EQ(axis_cost(kTable, 27), 8u);   // 4 + (6 * 11 >> 4) = 4 + 4
    EXPECT_EQ(axis_cost(kTable, 63), 14u);  // 10 + (5 * 31 >> 5) = 10 + 4
}

TEST(AxisCost, FallsWhereTheTableFalls) {
    EXPECT_EQ(axis_cost(kTable, 9), 11u);  // 12 + (-8 * 1 >> 3)
    EXPECT_EQ(axis_cost(kTable, 15), 5u);  // 12 + (-8 * 7 >> 3)
}

TEST(AxisCost, GrowsByOneBeyondTheTable) {
    EXPECT_EQ(axis_cost(kTable, 65), 16u);
    EXPECT_EQ(axis_cost(kTable, 164), 115u);
}

InterCosts costs_with(CostPrecision precision) {
    InterCosts costs;
    costs.motion_vector = MotionVectorCost{.table = kTable, .precision = precision, .center = {}};
    return costs;
}

TEST(VectorCost, IsZeroWithoutACostFunction) {
    EXPECT_EQ(vector_cost({}, 0, Direction::forward, {100, 100}), 0u);
}

TEST(VectorCost, AddsBothAxes) {
    const InterCosts costs = costs_with(CostPrecision::quarter_pixel);
    EXPECT_EQ(vector_cost(costs, 0, Direction::forward, {0, 0}), 6u);     // 3 + 3: zero distance costs too
    EXPECT_EQ(vector_cost(costs, 0, Direction::forward, {-8, 16}), 16u);  // 12 + 4
}

TEST(VectorCost, CountsDistanceInUnitsOfThePrecision) {
    EXPECT_EQ(vector_cost(costs_with(CostPrecision::half_pixel), 0, Direction::forward, {16, -2}),
              17u);                                                                                  // 8, 1
    EXPECT_EQ(vector_cost(costs_with(CostPrecision::pixel), 0, Direction::forward, {16, -7}), 13u);  // 4, 1
    EXPECT_EQ(vector_cost(costs_with(CostPrecision::two_pixels), 0, Direction::forward, {16, -7}),
              9u);  // 2, 0
}

TEST(VectorCost, IsMeasuredFromTheCentreOfQuadrantAndDirection) {
    InterCosts costs = costs_with(CostPrecision::quarter_pixel);
    costs.motion_vector->center[2] = {.forward = {10, -10}, .backward = {-20, 0}};
    EXPECT_EQ(vector_cost(costs, 2, Direction::forward, {10, -10}), 6u);
    EXPECT_EQ(vector_cost(costs, 2, Direction::backward, {-19, 2}), 11u);  // 5 + 6
    EXPECT_EQ(vector_cost(costs, 0, Direction::backward, {1, 2}), 11u);
}

TEST(VectorCost, IsCappedAtTenBits) {
    InterCosts costs = costs_with(CostPrecision::quarter_pixel);
    costs.motion_vector->table[7].bits = 0x6F;  // 960
    EXPECT_EQ(vector_cost(costs, 0, Direction::forward, {64, 0}), 963u);
    EXPECT_EQ(vector_cost(costs, 0, Direction::forward, {64, 64}), 1023u);
    EXPECT_EQ(vector_cost(costs, 0, Direction::forward, {-8192, 0}), 1023u);
}

TEST(ReferencePenalty, GrowsWithTheDistanceOfTheReference) {
    InterCosts costs;
    costs.base_multi_reference.bits = 0x1B;  // 22
    const uint32_t scale[16] = {0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    for (uint8_t id = 0; id < 16; id++) EXPECT_EQ(reference_penalty(costs, id), 22 * scale[id]) << int{id};
    costs.linear_multi_reference = true;
    for (uint8_t id = 0; id < 16; id++) EXPECT_EQ(reference_penalty(costs, id), 22u * id) << int{id};
}

}  // namespace
}  // namespace genmedia::vme
