// SPDX-License-Identifier: MIT
// A field with a vector a pixel, refined by the variational method of flow_row.h.
#pragma once

#include "motion/field_functions.h"
#include "motion/true_motion/refinement/float_picture.h"

namespace genmedia::motion {

struct PixelField {
    FloatPicture u, v;  // to the right and down, pixels
};

// Each warp moves the reference by the field anew, and finds equations for what is to be added to the field
// so many times.
struct VariationalRounds {
    int warps, equations, relaxations;  // the last at most kMostRelaxations
};
inline constexpr int kMostRelaxations = 20;

// Makes `to` of `reference`, each pixel from where the field leads; beyond the edge, the edge.
void move(const FloatPicture& reference, const PixelField& field, FloatPicture& to);

// All of one size. The result depends neither on the number of workers nor on the backend.
void refine_level(const FieldFunctions& functions, const FloatPicture& source, const FloatPicture& reference,
                  const VariationalRounds& rounds, PixelField& field);

}  // namespace genmedia::motion
