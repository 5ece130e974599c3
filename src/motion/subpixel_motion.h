// SPDX-License-Identifier: MIT
// Vectors between pixels: from whole ones along the gradient of what is left.
#pragma once

#include "motion/block_motion.h"

namespace genmedia {

// Bilinear; x and y in pixels / 64.
int sample(const PaddedPicture& picture, int x64, int y64);

// Vectors of 4x4 blocks, at most two pixels from the whole ones.
std::vector<RealVector> between_pixels(const PaddedPicture& source, const PaddedPicture& reference,
                                       const BlockMotion& whole);

}  // namespace genmedia
