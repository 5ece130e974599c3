// SPDX-License-Identifier: MIT
// Vectors of pixels, from those of 4x4 blocks.
#pragma once

#include "genmedia/motion.h"
#include "motion/true_motion/block_motion.h"

#include <vector>

namespace genmedia::motion {

// A pixel's vector is the weighted mean of those of every fourth block within 12 pixels. A block counts the
// more, the nearer its middle is, and the better it predicts the pixel. `vectors`: of the 4x4 blocks of
// `source`, in raster order. `flow` keeps its memory.
void pixel_flow(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
                const WorkVector<RealVector>& vectors, std::vector<FlowVector>& flow);

}  // namespace genmedia::motion
