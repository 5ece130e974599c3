// SPDX-License-Identifier: MIT
// Vectors between pixels, chosen again: a match in whole pixels may be wrong just because a better one lies
// between them. Along an edge it slides to where the edge falls on pixels.
#pragma once

#include "motion/true_motion/block_motion.h"

#include <vector>

namespace genmedia::motion {

inline constexpr size_t kShareOfRegion = 8;  // a region has at most 1 / kShareOfRegion of all blocks

// `vectors` are of 4x4 blocks in raster order. Blocks take a neighbour's vector where that costs less; then
// regions of equal motion, at most an eighth of the picture, take the vectors around them where that costs
// less in all. The costs are those of `sweep` (`costs`: of these blocks), with matches by bilinear samples;
// blocks alone, not regions, also compare `brightness`, in whole pixels.
// The result does not depend on the number of workers.
void choose_again(const FieldFunctions& functions, const PaddedPicture& source,
                  const PaddedPicture& reference, const BlockCosts& costs, const Brightness& brightness,
                  WorkVector<RealVector>& vectors);

}  // namespace genmedia::motion
