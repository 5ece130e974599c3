// Costs of motion vectors and references.
#pragma once

#include "genmedia/vme.h"

#include <algorithm>
#include <cstdint>

namespace genmedia::vme::reference {

// Largest sum of the two axes' costs. Silicon fits any cap from 970 to 1102; ten bits is a guess.
inline constexpr uint32_t kVectorCostCap = 1023;

// Cost of one axis at a distance in units of the precision.
uint32_t axis_cost(const CostTable& table, uint32_t distance);

// Cost of `vector` measured from the centre of a quadrant in one direction (never bidirectional).
// 0 without a cost function.
uint32_t vector_cost(const InterCosts& costs, int quadrant, Direction direction, MotionVector vector);

// Penalty of a reference picture. [ext: MCE, multi-reference cost]
uint32_t reference_penalty(const InterCosts& costs, uint8_t id);

// Distortions are reported in 16 bits; what is larger stays at the largest (guess).
inline uint16_t saturate(uint32_t distortion) {
    return static_cast<uint16_t>(std::min<uint32_t>(distortion, 0xFFFF));
}

}  // namespace genmedia::vme::reference
