// SPDX-License-Identifier: MIT
// The picture at a time between two pictures.
#pragma once

#include "genmedia/interpolate.h"
#include "motion/true_motion/true_motion.h"

#include <array>
#include <vector>

namespace genmedia::motion {

// Two pictures of one size, and each one's motion in the other.
struct MotionBetween {
    std::array<const PaddedPicture*, 2> pictures;
    std::array<const TrueMotion*, 2> motions;  // of a picture in the other one
};

// What may be in a 4x4 block of the picture between: something that moves by `vector` from the first picture
// to the second.
struct Passing {
    RealVector vector;
    float first_share = 0.5F;  // of the first picture in the block; the rest is the second's
    float cost = 0;            // gray levels: the higher, the less it can be believed
};

// Of 4x4 blocks in raster order.
struct PassingMotions {
    WorkVector<Passing> best;                // of all vectors that pass the block
    std::array<WorkVector<Passing>, 2> own;  // the vectors that both pictures have where the block is
};

PassingMotions find_passing(const FieldFunctions& functions, const MotionBetween& between, float time);

// What 8x8 blocks show of it, in raster order; the columns and rows are those of the 4x4 blocks.
WorkVector<ShownBlock> find_shown(const PassingMotions& passing, int columns, int rows);

// One plane of the picture, of samples of 8 bits (uint8_t) or more (uint16_t): luma, or chroma, whose sides
// and motion are luma's or half of it. Where the picture has both of chroma's, they are rendered together.
template <class Sample>
struct RenderedPlane {
    struct Target {
        std::array<const PaddedPlane<Sample>*, 2> pictures{};
        uint8_t* data = nullptr;
        ptrdiff_t stride = 0;  // bytes
    };
    Target target, other;           // the other one of chroma, or none
    int block_width, block_height;  // kShownSide as luma's, half of it where the plane has half the side
    int most = 255;                 // the largest value of a sample
};

// The columns and rows are those of the blocks.
void render_plane(const FieldFunctions& functions, const RenderedPlane<uint8_t>& plane,
                  const WorkVector<ShownBlock>& blocks, int columns, int rows, float time);
void render_plane(const FieldFunctions& functions, const RenderedPlane<uint16_t>& plane,
                  const WorkVector<ShownBlock>& blocks, int columns, int rows, float time);

}  // namespace genmedia::motion
