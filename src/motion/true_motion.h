// SPDX-License-Identifier: MIT
// A field that follows objects: coarse to fine, the unit's search proposes vectors, and those are chosen that
// match well and are near the ones around them.
#pragma once

#include "motion/block_motion.h"
#include "motion/picture_search.h"

namespace genmedia {

// Vectors of 4x4 blocks in raster order, from a block to its match in the reference.
struct TrueMotion {
    int columns = 0, rows = 0;
    std::vector<RealVector> vectors;    // pixels
    std::vector<uint16_t> differences;  // sums of absolute differences, along the vectors
};

// Pictures of one size. The result does not depend on the number of workers, nor on the unit's backend.
TrueMotion find_true_motion(const vme::BackendFunctions& functions, const PaddedPicture& source,
                            const PaddedPicture& reference);

// Fills `field`, which has room for all macroblocks.
void estimate_true_motion(const PictureSearch& search, MotionField& field);

}  // namespace genmedia
