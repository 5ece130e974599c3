// SPDX-License-Identifier: MIT
// A Gauss-Newton step of all blocks of a field, in which they pull their neighbours: one system of equations,
// solved by successive over-relaxation.
#pragma once

#include <cstddef>

namespace genmedia::motion {

inline constexpr float kOverRelaxed = 1.6F;  // share of the way to its solution that a vector goes in a round
inline constexpr float kJoined = 2;          // pixels: neighbours whose vectors differ by more are not joined
inline constexpr float kStiffness = 2;  // pull of four neighbours, compared with the gradient's mean square
inline constexpr float kStill = 0.05F;  // pull of the block's present vector, likewise
// Pull of what the camera moves, likewise, on a block that nearly moves so.
inline constexpr float kToCamera = 4;
inline constexpr float kLongestStep = 1;  // pixels, across and down each
inline constexpr float kNowhere = 1e6F;   // vectors around the field, which join none

// What is read after a row's last block, at most, and not used: floats.
inline constexpr size_t kReadAfterRow = 32;

// A row of blocks. Each pointer leads to the row's first block in a grid of all blocks.
struct FieldStep {
    size_t columns;
    float to_camera;  // pull towards 0 of vectors shorter than kJoined: kToCamera, or 0 without a camera

    // With a block more around. `stride` leads from a block to the one below it.
    ptrdiff_t stride;
    const float *start_x, *start_y;       // vectors before the step, pixels; kNowhere around the field
    const float *xx, *xy, *yy, *xd, *yd;  // GradientSums of 4x4 pixels, for `start`; 0 around the field

    // In red-black order: first the row's even blocks, then, from `odd` floats after the row's first on, its
    // odd ones. `red_black_stride` leads from a row to the next. Between the even and the odd ones, after
    // those, and in a row more above and below are numbers that are finite, and 0 for the pulls.
    ptrdiff_t odd, red_black_stride;
    float *inverse_xx, *inverse_xy, *inverse_yy, *right_x, *right_y;  // a block's equations
    float *pull_beside, *pull_below;  // of a block and the next, the one below
    float *middle_x, *middle_y;       // as `start`: where vectors may not go far from
    float *x, *y;                     // vectors that change
};

}  // namespace genmedia::motion
