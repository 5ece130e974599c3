// SPDX-License-Identifier: MIT
// The motion of a grid of square blocks between two pictures of one size, in whole pixels: each block's
// vector matches well and is near those of the blocks around it.
#pragma once

#include "motion/field_functions.h"
#include "motion/field_rules/block_brightness.h"
#include "motion/field_rules/whole_vector.h"
#include "motion/true_motion/block_costs.h"
#include "motion/true_motion/padded_picture.h"
#include "motion/work_memory.h"
#include "vme/unit_functions.h"

#include <algorithm>
#include <vector>

namespace genmedia::motion {

// Vectors of blocks in raster order, from a block to its match.
struct BlockMotion {
    int side = 8;  // pixels: 8 or 4
    int columns = 0, rows = 0;
    WorkVector<WholeVector> vectors;

    BlockMotion(int its_side, int width, int height)
        : side(its_side),
          columns((width + its_side - 1) / its_side),
          rows((height + its_side - 1) / its_side),
          vectors(static_cast<size_t>(columns) * static_cast<size_t>(rows)) {}

    size_t index(int bx, int by) const {
        return static_cast<size_t>(by) * static_cast<size_t>(columns) + static_cast<size_t>(bx);
    }
    // Outside the grid, the vector of the nearest block.
    const WholeVector& at(int bx, int by) const {
        return vectors[index(std::clamp(bx, 0, columns - 1), std::clamp(by, 0, rows - 1))];
    }
    // The bilinear mean between block middles. Coordinates are in blocks, from the first block's middle.
    RealVector between(float bx, float by) const;
};

// Vectors proposed to blocks besides those of their neighbours: `each` for each block in raster order.
struct Candidates {
    size_t each = 0;
    WorkVector<WholeVector> vectors;
};

// What two pictures show, with their local means. Without these, what is beside an object moves with it, as
// its means do.
class Brightness {
public:
    Brightness(const PaddedPicture& source, const PaddedPicture& reference);

    // Of a 4x4 block.
    BlockBrightness of_block(int bx, int by) const {
        const size_t i = static_cast<size_t>(by) * static_cast<size_t>(columns_) + static_cast<size_t>(bx);
        return {sums_[i], reference_.at(kFineSide * bx, kFineSide * by), reference_.stride()};
    }

private:
    const PaddedPicture& reference_;
    int columns_;
    RawWorkVector<uint16_t> sums_;  // of the source's blocks
};

// How a block's vector is chosen. A vector costs the mean absolute difference of the block with 4 pixels
// around it. It also costs `smoothness`, times BlockCosts' share and weight, for each pixel of distance to
// each neighbour's vector.
struct SweepOptions {
    int sweeps = 4;
    float smoothness = 0.05F;
    float to_prior = 0.05F;  // the same for the distance to the prior, as a share of `smoothness`
};

// Vectors' limits, pixels across and down: in quarter pixels, 16 bits hold them.
inline constexpr int kFarthest = 8000;

// Gray levels a pixel: matches_well().
inline constexpr int kGoodMatch = 4;

// `smoothness` of its blocks, both in whole pixels and between pixels.
inline constexpr float kFineSmoothness = 0.2F;

// The nearest vector with which all compared pixels of a block of the picture lie within the padding.
WholeVector within_limits(WholeVector v, int x, int y, int side, const PaddedPicture& picture);

// Improves `motion`, sweep by sweep. `costs` are those of its blocks. `brightness`: that of 4x4 blocks
// counts, too; or null. `prior` is where vectors are expected; `candidates` may be none. The result does not
// depend on the number of workers.
void sweep(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
           const BlockCosts& costs, const Brightness* brightness, const WorkVector<RealVector>& prior,
           const Candidates& candidates, const SweepOptions& options, BlockMotion& motion);

// Whether the 8x8 pixels from (x, y) on differ from those `v` away by less than 4 gray levels on the mean.
bool matches_well(const vme::UnitFunctions& functions, const PaddedPicture& source,
                  const PaddedPicture& reference, int x, int y, WholeVector v);

// What the unit's search finds around `prior` for the partitions that hold each 8x8 block: 8x8, 16x16, 16x8,
// 8x16. Where `has_prior` and each block of a macroblock matches well along it, or to half a pixel, a tiny
// window is searched: all else that matches would only look alike.
Candidates unit_candidates(const vme::UnitFunctions& functions, const PaddedPicture& source,
                           const PaddedPicture& reference, const WorkVector<RealVector>& prior,
                           bool has_prior, const BlockMotion& blocks);

// Those of one and of the other for each block; neither is none.
Candidates joined(const Candidates& one, const Candidates& other);

}  // namespace genmedia::motion
