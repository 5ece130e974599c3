// SPDX-License-Identifier: MIT
// Vectors between pixels: steps from whole ones along the gradient of the remaining difference.
#pragma once

#include "motion/true_motion/block_motion.h"

namespace genmedia::motion {

inline constexpr int kGradientSteps = 2;
inline constexpr int kRelaxRounds = 8;  // of neighbours pulling each other, in each step

// Vectors of 4x4 blocks. They move by at most a pixel across and down in each of two steps, and between
// these they are chosen again (subpixel_choice.h). `costs` are those of the blocks of `source`.
WorkVector<RealVector> between_pixels(const FieldFunctions& functions, const PaddedPicture& source,
                                      const PaddedPicture& reference, const BlockCosts& costs,
                                      const BlockMotion& whole);

}  // namespace genmedia::motion
