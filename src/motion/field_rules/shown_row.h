// SPDX-License-Identifier: MIT
// What a row of blocks of a picture between two others adds to the lines around it, in one plane.
#pragma once

#include "motion/field_rules/real_vector.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

// What a 4x4 block of the picture between shows: something that moves by `vector` from the first picture to
// the second, and is in this block at that time.
struct Passing {
    RealVector vector;
    float first_share = 0.5F;  // of the first picture in the block; the rest is the second's
    float cost = 0;            // gray levels: the higher, the less it can be believed
};

// How far beside a plane the first sample of a half block may lie. From one before it on, on one line before
// and two after the half, 4 * block_width samples are read.
inline constexpr int kShownRoom = 24;

// A block is block_width x block_height samples, 4 or 2 each, and is seen in twice as many, around its
// middle. Half of these lines are computed: the upper or the lower half. Blocks beside the first and the last
// one show what these do.
// One plane of both pictures or two planes of a kind, as those of chroma, which share their weights.
template <class Sample>
struct ShownRow {
    std::array<const Sample*, 2> planes;  // their first samples
    std::array<const Sample*, 2> others;  // the same of the second plane, or null
    ptrdiff_t stride;                     // samples
    int width, height;                    // of the planes
    const Passing* passing;               // of the row's blocks
    int columns;
    int block_width, block_height;
    int top;        // the first of the lines, in the plane
    bool is_upper;  // of the blocks
    float time;
    // For each line of the half, of samples from two blocks left of the plane on to two blocks right of it.
    // Added to.
    float *weights, *sums, *other_sums;
    ptrdiff_t sums_stride;
};

// Weights of the four samples around a place `f` right of the second: the cubic of R. Keys, "Cubic
// convolution interpolation for digital image processing", 1981, with a = -1/2.
inline std::array<float, 4> cubic(float f) {
    return {((-0.5F * f + 1) * f - 0.5F) * f, (1.5F * f - 2.5F) * f * f + 1, ((-1.5F * f + 2) * f + 0.5F) * f,
            (0.5F * f - 0.5F) * f * f};
}

// How much a sample counts, of `side` to each side of a block's middle: more, the nearer.
constexpr float nearness(int i, int side) {
    return static_cast<float>(i < side ? 2 * i + 1 : 4 * side - 1 - 2 * i);
}

}  // namespace genmedia::motion
