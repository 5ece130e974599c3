// SPDX-License-Identifier: MIT
// A vector in whole pixels.
#pragma once

#include "motion/field_rules/real_vector.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace genmedia::motion {

// Pixels. Lists of them are not set, as that would take as long as filling them.
struct alignas(uint64_t) WholeVector {
    int x, y;
    friend bool operator==(WholeVector a, WholeVector b) {
        return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);  // one comparison
    }
};

// The nearest integer: in line, where std::lround is a call, and without a branch.
inline int nearest(float value) { return static_cast<int>(value + std::copysign(0.5F, value)); }
inline WholeVector rounded(const RealVector& v) { return {nearest(v.x), nearest(v.y)}; }

}  // namespace genmedia::motion
