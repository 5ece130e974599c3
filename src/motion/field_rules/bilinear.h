// SPDX-License-Identifier: MIT
// Samples between pixels.
#pragma once

#include "motion/field_rules/matched_row.h"
#include "motion/true_motion/block_motion.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace genmedia::motion {

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

// The block of `source` from pixel (x, y) on, and its match in `reference`.
inline MatchedBlock matched_block(const PaddedPicture& source, const PaddedPicture& reference, int x, int y,
                                  const RealVector& v) {
    return matched_block(source.at(x, y), source.stride(), reference.at(x, y), reference.stride(), v);
}

// The 4x4 blocks of row `by`, and their matches.
inline MatchedRow matched_row(const PaddedPicture& source, const PaddedPicture& reference, int by,
                              std::span<const RealVector> vectors) {
    return {.columns = vectors.size(),
            .source = source.at(0, kFineSide * by),
            .match = reference.at(0, kFineSide * by),
            .stride = source.stride(),
            .vectors = vectors.data()};
}

}  // namespace genmedia::motion
