// SPDX-License-Identifier: MIT
// Vectors between pixels: from whole ones along the gradient of what is left.
#pragma once

#include "motion/block_motion.h"

#include <cmath>

namespace genmedia {

using vme::kSteps;

inline int in_steps(float pixels) { return nearest(pixels * kSteps); }

// Bilinear; x and y in steps.
inline int sample(const PaddedPicture& picture, int x, int y) {
    const int fx = x & (kSteps - 1), fy = y & (kSteps - 1);
    const uint8_t* upper = picture.at(x >> 6, y >> 6);
    const uint8_t* lower = upper + picture.stride();
    return ((upper[0] * (kSteps - fx) + upper[1] * fx) * (kSteps - fy) +
            (lower[0] * (kSteps - fx) + lower[1] * fx) * fy + kSteps * kSteps / 2) >>
           12;
}

// Vectors of 4x4 blocks, at most two pixels from the whole ones.
std::vector<RealVector> between_pixels(const vme::BackendFunctions& functions, const PaddedPicture& source,
                                       const PaddedPicture& reference, const BlockMotion& whole);

}  // namespace genmedia
