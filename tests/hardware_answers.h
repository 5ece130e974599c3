// SPDX-License-Identifier: MIT
// What real Gen units answered to two questions of Beignet's tests, and the pictures they were asked about.
// Facts of github.com/intel/beignet, whose authors ran these tests on Gen7 to Gen9.
#pragma once

#include "made_pictures.h"

#include <array>
#include <cstdlib>

namespace genmedia::test {

// Macroblocks of a picture, and vectors of its macroblocks, row by row.
inline constexpr int kAskedColumns = 5, kAskedRows = 3;
struct AskedVector {
    int16_t x, y;  // quarter pixels
};
using AskedVectors = std::array<AskedVector, kAskedColumns * kAskedRows>;

// A source, and the picture it is searched or checked in.
struct AskedPictures {
    Picture source, reference;
};

inline bool in_square(int x, int y, int left, int top) {
    return x >= left && x < left + 16 && y >= top && y < top + 16;
}

// utests/compiler_block_motion_estimate_intel.cpp: a bright square moves by (-2, 2) on black and loses two
// levels. It is searched with 16x16 alone, in the window of 20x20, where each axis of a vector costs 1 at any
// distance.
inline AskedPictures searched_square() {
    constexpr int width = 16 * kAskedColumns, height = 16 * kAskedRows;
    return {Picture(width, height, [](int x, int y) { return in_square(x, y, 32, 16) ? 100 : 0; }),
            Picture(width, height, [](int x, int y) { return in_square(x, y, 30, 18) ? 98 : 0; })};
}

// All macroblocks answer (-8, -8), the first position of the window, but the one with the square and the one
// below it.
inline AskedVectors searched_square_answer() {
    AskedVectors vectors;
    vectors.fill({-8, -8});
    vectors[7] = {-8, 4};
    vectors[12] = {4, 4};
    return vectors;
}

// utests/compiler_skip_check.cpp: a flat square on a ramp, checked in a falling ramp with a square elsewhere.
inline AskedPictures checked_ramps() {
    constexpr int width = 16 * kAskedColumns, height = 16 * kAskedRows;
    return {Picture(width, height, [](int x, int y) { return in_square(x, y, 32, 16) ? 100 : x + y; }),
            Picture(width, height, [](int x, int y) {
                return in_square(x, y, 33, 14) ? 99 : width - 1 - x + height - 1 - y;
            })};
}

// The vectors that are checked: whole pixels, all inside the picture.
inline AskedVectors checked_vectors() {
    AskedVectors vectors{};
    for (int i = 0; i < kAskedColumns * kAskedRows; i++) {
        const bool last_column = i % kAskedColumns == kAskedColumns - 1, last_row = i / kAskedColumns == 2;
        vectors[i].x = static_cast<int16_t>(4 * (i % 2) * (last_column ? -1 : 1));
        vectors[i].y = static_cast<int16_t>(4 * (i % 3) * (last_row ? -1 : 1));
    }
    vectors[7] = {4, -8};
    return vectors;
}

// The unit answered the sum of absolute differences, which is written out here.
inline int sum_of_differences(const AskedPictures& pictures, int macroblock, AskedVector vector) {
    const int left = macroblock % kAskedColumns * 16, top = macroblock / kAskedColumns * 16;
    int sum = 0;
    for (int y = top; y < top + 16; y++) {
        for (int x = left; x < left + 16; x++) {
            sum += std::abs(pictures.source.nearest(x, y) -
                            pictures.reference.nearest(x + vector.x / 4, y + vector.y / 4));
        }
    }
    return sum;
}

}  // namespace genmedia::test
