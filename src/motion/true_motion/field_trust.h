// SPDX-License-Identifier: MIT
// How far a motion field can be trusted, judged by the field of the opposite direction.
#pragma once

#include "motion/true_motion/true_motion.h"

#include <cstdint>
#include <vector>

namespace genmedia::motion {

// Of 4x4 blocks in raster order; MotionField describes the values.
struct FieldTrust {
    std::vector<uint8_t> confidence;
    std::vector<uint8_t> occluded;
};

// `there` is the motion of `source` in another picture, `back` that picture's motion in `source`.
FieldTrust trust_of(const PaddedPicture& source, const TrueMotion& there, const TrueMotion& back);

}  // namespace genmedia::motion
