// SPDX-License-Identifier: MIT
// How the camera moves what most of a picture shows: one affine motion, found in vectors that may be wrong in
// most places. Floats are computed in an order that a device follows, too (opencl/true_motion/camera.cl).
#pragma once

#include "motion/field_rules/real_vector.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace genmedia::motion {

inline constexpr int kMostSamples = 512;
inline constexpr int kCameraTries = 512;
inline constexpr int kLeastAgreeing = 16, kAgreeingShare = 5;  // samples; a fifth of those that are known
inline constexpr float kNotKnown = 1e9F;                       // `u` of a sample that is not known
inline constexpr int kSumLanes = 64;                           // sums that are added up at the end
// Pixels, across and down together, to which vectors agree: what agrees so well is fitted, one after the
// other.
inline constexpr std::array kAgreements{2.F, 1.F, 0.5F};
inline constexpr float kNearlyALine = 1e-4F;  // of how far samples lie from one: they fit no motion

// Pixels, from the middle of a picture of any level on.
struct AffineMotion {
    std::array<float, 3> x{}, y{};  // x[0] + x[1] * across + x[2] * down, and y likewise

    RealVector at(float across, float down) const {
        return {x[0] + (x[1] * across + x[2] * down), y[0] + (y[1] * across + y[2] * down)};
    }
    // Of the block number (bx, by), whose sides are `side` pixels, in a picture of this size.
    RealVector of_block(int bx, int by, int side, int width, int height) const {
        return at(from_middle(bx, side, width), from_middle(by, side, height));
    }
    // That of a picture `scale` times as large.
    AffineMotion scaled(float scale) const {
        return {{scale * x[0], x[1], x[2]}, {scale * y[0], y[1], y[2]}};
    }

    static float from_middle(int block, int side, int size) {
        return (static_cast<float>(side * block) + static_cast<float>(side) * 0.5F) -
               static_cast<float>(size) * 0.5F;
    }
};

// Which blocks are asked: every `step`th of every `step`th row.
struct SampleGrid {
    int step = 1, columns, rows;  // samples

    SampleGrid(int block_columns, int block_rows) {
        const auto count = [&](int blocks) { return (blocks - step / 2 + step - 1) / step; };
        while (count(block_columns) * count(block_rows) > kMostSamples) step++;
        columns = count(block_columns);
        rows = count(block_rows);
    }
    int block(int sample) const { return step / 2 + step * sample; }
};

// Vectors (u, v) of places, which are pixels from the picture's middle, and how much they count in a fit.
struct CameraSamples {
    size_t count = 0;
    std::array<float, kMostSamples> x, y, u, v, weights;
};

// Of a picture's blocks; `vector_of(bx, by)` has kNotKnown in .x where none is known.
template <class VectorOf, class WeightOf>
CameraSamples camera_samples(int columns, int rows, int side, int width, int height,
                             const VectorOf& vector_of, const WeightOf& weight_of) {
    const SampleGrid grid(columns, rows);
    CameraSamples samples;
    for (int y = 0; y < grid.rows; y++)
        for (int x = 0; x < grid.columns; x++) {
            const int bx = grid.block(x), by = grid.block(y);
            const RealVector v = vector_of(bx, by);
            const size_t i = samples.count++;
            samples.x[i] = AffineMotion::from_middle(bx, side, width);
            samples.y[i] = AffineMotion::from_middle(by, side, height);
            samples.u[i] = v.x;
            samples.v[i] = v.y;
            samples.weights[i] = weight_of(bx, by);
        }
    return samples;
}
// The same where all count alike.
template <class VectorOf>
CameraSamples camera_samples(int columns, int rows, int side, int width, int height,
                             const VectorOf& vector_of) {
    return camera_samples(columns, rows, side, width, height, vector_of, [](int, int) { return 1.F; });
}

// The motion with which most samples agree to within 2 pixels, if a fifth of those that are known do, and at
// least 16.
std::optional<AffineMotion> camera_motion(const CameraSamples& samples);

// Fitted to the samples that agree with `motion`, if there are 16 and they do not lie on a line.
AffineMotion fitted_again(const AffineMotion& motion, const CameraSamples& samples);

}  // namespace genmedia::motion
