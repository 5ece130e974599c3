// SPDX-License-Identifier: MIT
// Vectors between pixels: steps from whole ones along the gradient of the remaining difference.
#pragma once

#include "motion/true_motion/block_motion.h"
#include "motion/true_motion/camera_motion.h"

namespace genmedia::motion {

inline constexpr int kGradientSteps = 2;
inline constexpr int kRelaxRounds = 8;  // of neighbours pulling each other, in each step
// Gray levels. Blocks with less texture are flat. Of such a block and its match the means differ by less than
// kMeansAlike where they are the same, as pixels are rounded.
inline constexpr float kFlatTexture = 2, kMeansAlike = 0.25F;

// Vectors of 4x4 blocks. Flat ones begin with the camera's motion, if there is one, where their brightness
// speaks for it. They move by at most a pixel across and down in each of two steps, and between
// these they are chosen again (subpixel_choice.h). Steps change what `camera` does not say,
// and in the last one flat blocks go its way. `costs` are those of the blocks of `source`; `brightness` is
// what the pictures show.
WorkVector<RealVector> between_pixels(const FieldFunctions& functions, const PaddedPicture& source,
                                      const PaddedPicture& reference, const BlockCosts& costs,
                                      const Brightness& brightness, const BlockMotion& whole,
                                      const std::optional<AffineMotion>& camera);

}  // namespace genmedia::motion
