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

// What is read after a row's last block, at most, and not used, or written back as it was: floats.
inline constexpr size_t kReadAfterRow = 16;

// A row of blocks. Each pointer leads to the row's first block in a grid of all blocks, with a block more
// around. `stride` leads from a block to the one below it, in all grids.
struct FieldStep {
    size_t columns;
    ptrdiff_t stride;
    float to_camera;  // pull towards 0 of vectors shorter than kJoined: kToCamera, or 0 without a camera

    const float *start_x, *start_y;       // vectors before the step, pixels; kNowhere around the field
    const float *xx, *xy, *yy, *xd, *yd;  // GradientSums of 4x4 pixels, for `start`; 0 around the field
    float *inverse_xx, *inverse_xy, *inverse_yy, *right_x, *right_y;  // a block's equations
    float *pull_beside, *pull_below;  // of a block and the next, the one below; 0 around the field
    float *x, *y;                     // vectors that change; finite around the field
};

}  // namespace genmedia::motion
