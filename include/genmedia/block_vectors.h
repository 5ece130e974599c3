// SPDX-License-Identifier: MIT
// Vectors of blocks of any size, which may overlap, with their sums of absolute differences: what filters
// over time work with.
//
//     genmedia::VectorGrid starts = genmedia::vector_grid(field);
//     std::vector<genmedia::BlockVector> vectors;
//     genmedia::Status status = genmedia::find_block_vectors(starts, grid, source, reference, {}, vectors);
#pragma once

#include "genmedia/motion.h"

#include <cstdint>
#include <vector>

namespace genmedia {

// The vectors of a picture's 4x4 blocks, in raster order: quarter pixels, from a block to its match.
struct VectorGrid {
    int32_t columns = 0, rows = 0;  // 4x4 blocks
    std::vector<vme::MotionVector> vectors;
};

// Those of a field; empty where it has none. Blocks outside of the picture, as macroblocks have them, stay.
GENMEDIA_API VectorGrid vector_grid(const MotionField& field);

// Where the pictures A, B and C follow each other: from A to C, of `first` from A to B and `second` from B to
// C. Refuses (StatusCode::invalid_argument) grids of two sizes; `chained` stays as it was then.
GENMEDIA_API Status chain_vectors(const VectorGrid& first, const VectorGrid& second, VectorGrid& chained);

// A plane with samples around its pixels, and between them where vectors are finer than pixels. Its
// BlockGrid::pel * pel pictures are of one size. Number x + pel * y has the samples that lie x / pel pixels
// to the right of the plane's and y / pel below.
struct SubpelPlane {
    PlaneView pixels;  // picture 0, without what is around it. bytes_per_sample: 1, or 2 for 9 to 16 bits
    int32_t padding_x = 0, padding_y = 0;  // samples that may be read left and right, above and below
    ptrdiff_t next_picture = 0;            // bytes from a picture to the next
};

// Chroma may be missing. Its sides are luma's by 1, 2 or 4, its padding luma's divided by the same.
struct SubpelPicture {
    SubpelPlane luma, cb, cr;
};

// Blocks from the picture's corner on, in raster order.
struct BlockGrid {
    int32_t columns = 0, rows = 0;         // blocks; all lie in the plane
    int32_t width = 8, height = 8;         // of a block: 4..128 pixels
    int32_t overlap_x = 0, overlap_y = 0;  // pixels shared with the next block, up to half of a block
    int32_t pel = 4;                       // units of a vector in a pixel: 1, 2 or 4
};

// From a block to its match, in units of 1 / pel pixels.
struct BlockVector {
    int32_t x = 0, y = 0;
    int64_t sad = 0;  // of luma and, where the pictures have it, chroma, in their own depth

    friend bool operator==(const BlockVector&, const BlockVector&) = default;
};

// How find_block_vectors() chooses.
struct BlockOptions {
    int refine = 4;         // rounds, 0..64, in which a vector goes to the best of those around it
    double smoothness = 0;  // 0 or more: what a pixel away from the block's median vector costs, as a SAD of
                            // 64 samples
    int starts = 8;   // 1..8: how many are tried across and down, where there are more: every second one, or
                      // fewer. 2 are enough for vectors that change little
    int threads = 0;  // 0: as many as the machine has
};

// Of each block the vector with the least SAD of those that `starts` has under and beside it, then of those
// around that one.
// `starts` belongs to a picture as large as luma or, where the grid needs a larger one, cut off on the right
// and below. Matches lie in the padded plane: a vector to the right is less than the distance to its end,
// so that samples between pixels are there. A chroma vector is luma's, divided and rounded toward zero.
//
// The result does not depend on the number of threads. Refuses (StatusCode::invalid_argument) what is not as
// said above, two pictures that differ in their planes, and a plane that is too small for the grid; `vectors`
// stays as it was then.
GENMEDIA_API Status find_block_vectors(const VectorGrid& starts, const BlockGrid& grid,
                                       const SubpelPicture& source, const SubpelPicture& reference,
                                       const BlockOptions& options, std::vector<BlockVector>& vectors);

}  // namespace genmedia
