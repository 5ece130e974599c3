// SPDX-License-Identifier: MIT
// What it costs a block of a grid to move other than those around it. Its match, a mean absolute difference,
// is weighed against that.
#pragma once

#include "motion/padded_picture.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace genmedia {

// What is compared of a block: itself and kMargin pixels around, and more beside a 4x4 block, as whole
// vectors of a processor.
inline constexpr int kMargin = 4;
inline constexpr int kComparedWidth = 16;
constexpr int compared_height(int side) { return side + 2 * kMargin; }
constexpr int compared_left(int side, int bx) { return bx * side - (kComparedWidth - side) / 2; }
constexpr int compared_top(int side, int by) { return by * side - kMargin; }

// Farther than this from a neighbour costs no more: objects end somewhere.
inline constexpr float kFarApart = 16;  // pixels, across and down together

class BlockCosts {
public:
    // `side` is 8 or 4. The picture must outlive this.
    BlockCosts(const PaddedPicture& source, int side);

    int side() const { return side_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }

    // What a neighbour counts, by how much its brightness is the block's: above 0 to 1. One beside the
    // picture is as the nearest in it.
    float share(int bx, int by, int neighbor_bx, int neighbor_by) const;

    // Gray levels a pixel of distance to a neighbour that counts 1. In a flat block a wrong vector shows
    // little, so that little must be said against it.
    float weight(int bx, int by) const;

private:
    float mean(int bx, int by) const;  // gray levels

    const PaddedPicture& source_;
    int side_, columns_, rows_;
    std::vector<float> means_;
};

// The sum of absolute differences of `Height` lines of what is compared.
template <int Height>
int sum_of_differences(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride) {
    int sum = 0;
    for (int y = 0; y < Height; y++, a += a_stride, b += b_stride)
        for (int x = 0; x < kComparedWidth; x++) sum += std::abs(a[x] - b[x]);
    return sum;
}

}  // namespace genmedia
