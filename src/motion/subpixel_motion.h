// SPDX-License-Identifier: MIT
// Vectors between pixels: from whole ones along the gradient of what is left.
#pragma once

#include "motion/block_motion.h"

namespace genmedia {

// Vectors of 4x4 blocks. They move by at most a pixel across and down in each of three steps, and before the
// last they are chosen again (subpixel_choice.h).
std::vector<RealVector> between_pixels(const vme::BackendFunctions& functions, const PaddedPicture& source,
                                       const PaddedPicture& reference, const BlockMotion& whole);

}  // namespace genmedia
