// SPDX-License-Identifier: MIT
// Samples between pixels.
#pragma once

#include "motion/block_motion.h"
#include "vme/gradient_sums.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace genmedia {

using vme::kSteps;

// Vectors end in steps where samples are read: pixels * kSteps, rounded.
inline int in_steps(float pixels) {
    return static_cast<int>(pixels < 0 ? pixels * kSteps - 0.5F : pixels * kSteps + 0.5F);
}

// Samples in gray levels * 256, off by at most 2 units. The first lies at (x, y), in steps.
template <size_t Columns, size_t Lines>
std::array<std::array<uint16_t, Columns>, Lines> bilinear(const PaddedPicture& picture, int x, int y) {
    const int fx = x & (kSteps - 1), fy = y & (kSteps - 1);
    std::array<std::array<uint16_t, Columns>, Lines + 1> across;  // gray levels * 4
    const uint8_t* line = picture.at(x >> 6, y >> 6);
    for (size_t i = 0; i < across.size(); i++, line += picture.stride())
        for (size_t k = 0; k < Columns; k++)
            across[i][k] = static_cast<uint16_t>((line[k] * (kSteps - fx) + line[k + 1] * fx + 8) >> 4);
    std::array<std::array<uint16_t, Columns>, Lines> samples;
    for (size_t i = 0; i < Lines; i++)
        for (size_t k = 0; k < Columns; k++)
            samples[i][k] = static_cast<uint16_t>(across[i][k] * (kSteps - fy) + across[i + 1][k] * fy);
    return samples;
}

// The sum of absolute differences, in gray levels, between the Side x Side pixels from (x, y) on and the
// samples `v` away from them.
template <size_t Side>
int difference_between_pixels(const PaddedPicture& source, const PaddedPicture& reference, int x, int y,
                              const RealVector& v) {
    const auto there =
        bilinear<Side, Side>(reference, kSteps * x + in_steps(v.x), kSteps * y + in_steps(v.y));
    int sum = 0;
    for (size_t i = 0; i < Side; i++) {
        const uint8_t* here = source.at(x, y + static_cast<int>(i));
        for (size_t k = 0; k < Side; k++) sum += std::abs(here[k] - ((there[i][k] + 128) >> 8));
    }
    return sum;
}

}  // namespace genmedia
