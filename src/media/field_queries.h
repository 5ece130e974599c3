// SPDX-License-Identifier: MIT
// What several writers ask of a motion field.
#pragma once

#include "genmedia/motion.h"

#include <cstddef>

namespace genmedia::media {

constexpr int32_t macroblock_side = 16;  // pixels

// Where 4x4 block n of quadrant q, index 4 * q + n, lies in its macroblock; in 4x4 blocks.
constexpr int32_t block_column(int32_t index) { return (index >> 2 & 1) * 2 + (index & 1); }
constexpr int32_t block_row(int32_t index) { return (index >> 3) * 2 + (index >> 1 & 1); }

// The index of the block at (column, row) of its macroblock, 0..3 each.
constexpr int32_t block_index(int32_t column, int32_t row) {
    return 8 * (row >> 1) + 4 * (column >> 1) + 2 * (row & 1) + (column & 1);
}

// Bits for a quadrant, quadrant 0 lowest; 0 where the macroblock is not cut into quadrants.
uint8_t packed_minor_shapes(const vme::InterResult& result);

// Whether intra prediction matches macroblock `index` at least as well.
bool is_intra(const MotionField& field, size_t index);

bool uses_forward(vme::Direction direction);
bool uses_backward(vme::Direction direction);

double length_in_pixels(vme::MotionVector vector);

// Of the vectors in use, each counted by the area that it moves; 0 without any.
double mean_length_in_pixels(const MotionField& field);

}  // namespace genmedia::media
