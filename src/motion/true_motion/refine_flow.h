// SPDX-License-Identifier: MIT
// A field with a vector a pixel, refined from coarse pictures to fine ones.
#pragma once

#include "genmedia/motion.h"
#include "motion/field_functions.h"
#include "motion/true_motion/padded_picture.h"

#include <vector>

namespace genmedia::motion {

// `flow`: of the source's pixels, in raster order. Where it matches clearly better than what coarser pictures
// say, as on small objects, it counts.
void refine_flow(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
                 std::vector<FlowVector>& flow);

}  // namespace genmedia::motion
