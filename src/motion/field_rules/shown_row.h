// SPDX-License-Identifier: MIT
// What a row of blocks of a picture between two others adds to the lines around it, in one plane.
#pragma once

#include "motion/field_rules/matched_block.h"
#include "motion/field_rules/real_vector.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

inline constexpr int kShownSide = 8;  // luma pixels of a block

// A block shows something that moves by `vector` from the first picture to the second, and is in the block at
// the time between, or would be there if its speed were even: it is `bend` before that place. `first` and
// `second` say how much it counts as either picture has it.
struct ShownMotion {
    RealVector vector, bend{};
    float first = 0, second = 0;
};

// Where motions are in doubt, a block shows the mean of several.
struct ShownBlock {
    std::array<ShownMotion, 3> motions;
    int count = 0;     // of motions
    float weight = 0;  // of the block: all that counts, together
};

// How far beside a plane the first sample of a half block may lie. From two before it on, on two lines before
// and three after the half, 4 * block_width samples are read.
inline constexpr int kShownRoom = 24;

// A block is block_width x block_height samples, 8 or 4 each, and is seen in twice as many, around its
// middle. Half of these lines are computed: the upper or the lower half. Blocks beside the first and the last
// one show what these do.
// One plane of both pictures or two planes of a kind, as those of chroma, which share their weights.
template <class Sample>
struct ShownRow {
    std::array<const Sample*, 2> planes;  // their first samples
    std::array<const Sample*, 2> others;  // the same of the second plane, or null
    ptrdiff_t stride;                     // samples
    int width, height;                    // of the planes
    const ShownBlock* blocks;             // of the row
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

inline constexpr int kTaps = 6;

// Weights of the six samples around a place, by the steps that it lies right of the third: sinc, through a
// window (1 - (x / 3)^2)^2. Of four samples, or through Lanczos' window, more of what is fine would be lost.
inline constexpr auto kTapsOfSteps = [] {
    constexpr double pi = 3.14159265358979323846;
    std::array<std::array<float, kTaps>, kSteps> result{};
    for (size_t step = 0; step < kSteps; step++) {
        const double f = static_cast<double>(step) / kSteps;
        double sine = 0, term = pi * f;  // of pi * f, by its series
        for (int n = 1; n < 40; n += 2) {
            sine += term;
            term *= -(pi * f) * (pi * f) / ((n + 1) * (n + 2));
        }
        std::array<double, kTaps> taps{};
        double sum = 0;
        for (size_t i = 0; i < kTaps; i++) {
            const double x = f + 2 - static_cast<double>(i), window = 1 - x * x / 9;
            const double sinc = x == 0 ? 1 : (i % 2 == 0 ? sine : -sine) / (pi * x);
            taps[i] = sinc * window * window;
            sum += taps[i];
        }
        for (size_t i = 0; i < kTaps; i++) result[step][i] = static_cast<float>(taps[i] / sum);
    }
    return result;
}();

// How much a sample counts, of `side` to each side of a block's middle: more, the nearer.
constexpr float nearness(int i, int side) {
    return static_cast<float>(i < side ? 2 * i + 1 : 4 * side - 1 - 2 * i);
}

}  // namespace genmedia::motion
