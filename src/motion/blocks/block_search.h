// SPDX-License-Identifier: MIT
// Vectors of blocks, chosen by sums of absolute differences.
#pragma once

#include "genmedia/block_vectors.h"
#include "motion/field_functions.h"

namespace genmedia::motion {

inline constexpr int kMostStarts = 8;  // across a block

struct BlockSearch {
    const FieldFunctions& functions;
    const VectorGrid& starts;  // in the grid's units
    const BlockGrid& grid;
    const SubpelPicture &source, &reference;
    const BlockOptions& options;
};

// Of the blocks of one row, from the left.
void search_block_row(const BlockSearch& search, int row, BlockVector* vectors);

}  // namespace genmedia::motion
