// SPDX-License-Identifier: MIT
// A field with a vector a pixel, refined from coarse pictures to fine ones.
#pragma once

#include "genmedia/motion.h"
#include "motion/field_functions.h"
#include "motion/true_motion/search_picture.h"

#include <vector>

namespace genmedia::motion {

// `flow`: of the source's pixels in the reference, in raster order. Where it matches clearly better than what
// coarser pictures say, as on small objects, it counts; and so does the camera's motion in it, as where the
// search takes one star for another.
void refine_flow(const FieldFunctions& functions, const SearchPicture& source, const SearchPicture& reference,
                 std::vector<FlowVector>& flow);

}  // namespace genmedia::motion
