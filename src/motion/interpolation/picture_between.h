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

// Finds what all blocks show, in raster order.
WorkVector<Passing> find_passing(const FieldFunctions& functions, const MotionBetween& between, float time);

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
    int block_width, block_height;  // 4 as luma's, 2 where half of it
    int most = 255;                 // the largest value of a sample
};

void render_plane(const FieldFunctions& functions, const RenderedPlane<uint8_t>& plane,
                  const WorkVector<Passing>& passing, int columns, int rows, float time);
void render_plane(const FieldFunctions& functions, const RenderedPlane<uint16_t>& plane,
                  const WorkVector<Passing>& passing, int columns, int rows, float time);

}  // namespace genmedia::motion
