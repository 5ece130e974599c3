// SPDX-License-Identifier: MIT
// What several writers ask of a motion field.
#pragma once

#include "genmedia/motion.h"

#include <cstddef>

namespace genmedia::media {

constexpr int32_t kMacroblockSide = 16;  // pixels

// Two bits for each quadrant, quadrant 0 lowest; 0 where the macroblock is not cut into quadrants.
uint8_t packed_minor_shapes(const vme::InterResult& result);

// Whether intra prediction matches macroblock `index` at least as well.
bool is_intra(const MotionField& field, size_t index);

bool uses_forward(vme::Direction direction);
bool uses_backward(vme::Direction direction);

double length_in_pixels(vme::MotionVector vector);

// The mean over the vectors in use, each weighted by the area that it moves; 0 without any.
double mean_length_in_pixels(const MotionField& field);

}  // namespace genmedia::media
