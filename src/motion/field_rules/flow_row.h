// SPDX-License-Identifier: MIT
// The variational refinement of a field with a vector a pixel: what is done with every second pixel of a row.
// T. Brox, A. Bruhn, N. Papenberg, J. Weickert, "High accuracy optical flow estimation based on a theory for
// warping", 2004. Data terms are divided by the gradients' squares, so that they are pixels: H. Zimmer,
// A. Bruhn, J. Weickert, "Optic flow in harmony", 2011.
#pragma once

#include <cstddef>

namespace genmedia::motion {

inline constexpr float kSmoothnessWeight = 3, kBrightnessWeight = 0.4F, kGradientWeight = 1.67F;
inline constexpr float kSquaredSlope = 0.01F;       // added to the squares of gradients
inline constexpr float kSquaredDistance = 2.5e-5F;  // pixels, squared: what is less counts as a square
inline constexpr float kDiagonal = 1e-6F;           // keeps equations solvable where nothing is
inline constexpr float kFlowOverRelaxed = 1.93F;

// What may be read and written after a row's last pixel, and is of no use: floats.
inline constexpr size_t kAfterFlowRow = 15;

// Of each pixel, in planes of one layout.
struct FlowPlanes {
    // Derivatives to the right (x) and down (y) of the mean of both pictures, the second one as the vectors
    // move it; and those of their difference (t).
    const float *x, *y, *t, *xx, *xy, *yy, *xt, *yt;
    float squared_noise;    // added to the squares of gradients, too: what noise alone makes of them
    const float* seen;      // 1 where the match lies in the picture, else 0
    const float *u, *v;     // vectors, pixels
    float *du, *dv;         // what is to be added to them
    float* smoothness;      // how much differences from its neighbours count
    float *beside, *below;  // the same of a pixel and the one to its right, the one below; 0 at the edges
    float *inverse_uu, *inverse_uv, *inverse_vv, *right_u, *right_v;  // a pixel's equations
};

// Every second pixel of a row: their places in each plane are self, self + 1, ..., and those of their
// neighbours begin at the other four.
struct FlowRow {
    const FlowPlanes* planes;
    size_t count;
    ptrdiff_t self, left, right, above, under;
};

}  // namespace genmedia::motion
