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

// What a 4x4 block of the picture between shows: something that moves by `vector` from the first picture to
// the second, and is in this block at that time.
struct Passing {
    RealVector vector;
    float first_share = 0.5F;  // of the first picture in the block; the rest is the second's
    float cost = 0;            // gray levels: the higher, the less it can be believed
};

// Finds what all blocks show, in raster order.
std::vector<Passing> find_passing(const MotionBetween& between, float time);

// One plane of the picture: luma, or chroma, whose sides and motion are half of luma's.
struct RenderedPlane {
    std::array<const PaddedPicture*, 2> pictures;
    uint8_t* data;
    ptrdiff_t stride;
    int block_side;  // 4 for luma, 2 for chroma
};

void render_plane(const RenderedPlane& plane, const std::vector<Passing>& passing, int columns, int rows,
                  float time);

}  // namespace genmedia::motion
