// SPDX-License-Identifier: MIT
// Costs that the tests set, in the form in which kernels take them.
#pragma once

#include "opencl/compare.h"

namespace genmedia::test {

inline constexpr uint64_t kShapes =
    0x39'48'3C'4A'5B;                       // U4U4; from the top 16x16, 4x4, 8x4 / 4x8, 8x8, 16x8 / 8x16
inline constexpr vme::U4U4 kPenalty{0x4C};  // 192

// The cost grows with the distance. Even the centre has a small cost.
inline constexpr vme::CostTable kTable = {{{0x01}, {0x04}, {0x0B}, {0x1A}, {0x2A}, {0x3B}, {0x4B}, {0x5A}}};
inline constexpr std::array<vme::BidirectionalVector, 4> kCenters = {
    {{{8, -4}, {-6, 2}}, {{-20, 12}, {0, 7}}, {{3, 5}, {-40, -1}}, {{0, -24}, {16, 16}}}};

inline vme::MotionVectorCost vector_cost(vme::CostPrecision precision, bool dual) {
    vme::MotionVectorCost cost{.table = kTable, .precision = precision, .center = kCenters};
    if (!dual) {
        for (auto& center : cost.center) center.backward = {};
    }
    return cost;
}

inline std::vector<cl_ulong> packed_centers(const vme::MotionVectorCost& cost) {
    std::vector<cl_ulong> centers;
    for (const auto& center : cost.center) centers.push_back(packed(center));
    return centers;
}

}  // namespace genmedia::test
