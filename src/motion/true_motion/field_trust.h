// SPDX-License-Identifier: MIT
// How far a motion field can be trusted, judged by the field of the opposite direction.
#pragma once

#include "motion/true_motion/true_motion.h"

#include <cstdint>
#include <vector>

namespace genmedia::motion {

inline constexpr float kSpreadShare = 0.5F;  // of the vectors' spread around a block, in its expected error
inline constexpr float kFlatError = 0.3F;    // pixels that a block without texture adds to its expected error
// A vector and the vector back from its end may differ, squared, by kSquaresShare of the sum of their squares
// plus kSquaredPixels: N. Sundaram, T. Brox, K. Keutzer, "Dense point trajectories by GPU-accelerated large
// displacement optical flow", 2010, section 3.2.
inline constexpr float kSquaresShare = 0.01F, kSquaredPixels = 0.5F;

// Of 4x4 blocks in raster order; MotionField describes the values.
struct FieldTrust {
    std::vector<uint8_t> confidence;
    std::vector<uint8_t> occluded;
};

// `there` is the motion of `source` in another picture, `back` that picture's motion in `source`.
FieldTrust trust_of(const PaddedPicture& source, const TrueMotion& there, const TrueMotion& back);

}  // namespace genmedia::motion
