// SPDX-License-Identifier: MIT
// What made-up pictures show.
#pragma once

#include <cmath>
#include <cstdint>

namespace genmedia::test {

// A ground that is nowhere alike: random grays, 40..218, on a lattice of `step` pixels, blended in between.
inline double unlike(double x, double y, double step = 5) {
    const auto gray = [](double column, double row) {
        uint32_t h = static_cast<uint32_t>(static_cast<int>(column)) * 374761393U +
                     static_cast<uint32_t>(static_cast<int>(row)) * 668265263U;
        h = (h ^ h >> 13) * 1274126177;
        return 40 + ((h ^ h >> 16) & 0xFF) * 0.7;
    };
    const double left = std::floor(x / step), top = std::floor(y / step);
    const double fx = x / step - left, fy = y / step - top;
    return (gray(left, top) * (1 - fx) + gray(left + 1, top) * fx) * (1 - fy) +
           (gray(left, top + 1) * (1 - fx) + gray(left + 1, top + 1) * fx) * fy;
}

}  // namespace genmedia::test
