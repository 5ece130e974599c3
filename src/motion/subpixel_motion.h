// SPDX-License-Identifier: MIT
// Vectors between pixels: from whole ones along the gradient of what is left.
#pragma once

#include "motion/block_motion.h"

namespace genmedia {

// Vectors of 4x4 blocks, at most two pixels from the whole ones.
std::vector<RealVector> between_pixels(const vme::BackendFunctions& functions, const PaddedPicture& source,
                                       const PaddedPicture& reference, const BlockMotion& whole);

}  // namespace genmedia
