// SPDX-License-Identifier: MIT
// Samples between pixels.
#pragma once

#include "motion/padded_picture.h"
#include "vme/gradient_sums.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace genmedia {

using vme::kSteps;

// Vectors end in steps where samples are read: pixels * kSteps, rounded.
inline int in_steps(float pixels) {
    return static_cast<int>(pixels < 0 ? pixels * kSteps - 0.5F : pixels * kSteps + 0.5F);
}

// In gray levels * 256, to within 2 of them. The first sample lies at (x, y), in steps.
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

}  // namespace genmedia
