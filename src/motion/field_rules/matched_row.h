// SPDX-License-Identifier: MIT
// A row of 4x4 blocks and their matches between the pixels of the reference.
#pragma once

#include "motion/field_rules/block_brightness.h"
#include "motion/field_rules/matched_block.h"

#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

struct MatchedRow {
    size_t columns;         // blocks, one or more
    const uint8_t* source;  // the first block's first pixel
    const uint8_t* match;   // what is there in the reference
    ptrdiff_t stride;       // of both
    const RealVector* vectors;

    MatchedBlock block(size_t bx) const {
        return matched_block(source + kFineSide * bx, stride, match + kFineSide * bx, stride, vectors[bx]);
    }
};

// What a Gauss-Newton step needs of each block: sums over its pixels of products of two values: the
// reference's gradient (x, y; gray levels a pixel) and the difference, reference minus source (d). A pixel
// weighs less the more it differs.
struct GradientSums {
    float *xx, *xy, *yy, *xd, *yd;
};

}  // namespace genmedia::motion
