// SPDX-License-Identifier: MIT
// Motion whose speed changes, by the pictures around the two between which a picture is made.
#pragma once

#include "motion/interpolation/picture_between.h"

#include <array>

namespace genmedia::motion {

// The motion beyond two pictures: of the first in the one before it, and of the second in the one after it.
struct MotionAround {
    std::array<const TrueMotion*, 2> motions;
    std::array<float, 2> lasts;  // the time between those pictures, in that between the two
};

// Sets the bend of what the 8x8 blocks show, of which there are `columns` in a row. None where the motion
// around the two pictures has nothing to do with that between them.
void bend(const MotionBetween& between, const MotionAround& around, float time, int columns,
          WorkVector<ShownBlock>& blocks);

}  // namespace genmedia::motion
