// SPDX-License-Identifier: MIT
#include "motion/reference/matched_pixel.h"
#include "motion/reference/reference_fields.h"

#include <array>
#include <cmath>

namespace genmedia::motion::reference {
namespace {

using Products = std::array<float, 5>;  // xx, xy, yy, xd, yd

Products sums_of(const MatchedBlock& block) {
    std::array<std::array<int, 6>, 6> match;  // with a pixel around it
    for (size_t y = 0; y < match.size(); y++)
        for (size_t x = 0; x < match[y].size(); x++)
            match[y][x] = matched_pixel(block, static_cast<ptrdiff_t>(x) - 1, static_cast<ptrdiff_t>(y) - 1);

    std::array<std::array<Products, 4>, 4> pixels;
    for (size_t y = 0; y < 4; y++)
        for (size_t x = 0; x < 4; x++) {
            const auto slope = [](int after, int before) {
                return static_cast<float>(after - before) * (0.5F / 256);
            };
            const float gx = slope(match[y + 1][x + 2], match[y + 1][x]);
            const float gy = slope(match[y + 2][x + 1], match[y][x + 1]);
            const float d =
                static_cast<float>(match[y + 1][x + 1]) * (1.F / 256) -
                block.source[static_cast<ptrdiff_t>(y) * block.source_stride + static_cast<ptrdiff_t>(x)];
            const float w = kOutlier / (kOutlier + std::abs(d));
            const float wx = w * gx, wy = w * gy;
            pixels[y][x] = {wx * gx, wx * gy, wy * gy, wx * d, wy * d};
        }
    Products sums;
    for (size_t k = 0; k < sums.size(); k++) {
        std::array<float, 4> columns;
        for (size_t x = 0; x < 4; x++)
            columns[x] = (pixels[0][x][k] + pixels[2][x][k]) + (pixels[1][x][k] + pixels[3][x][k]);
        sums[k] = (columns[0] + columns[1]) + (columns[2] + columns[3]);
    }
    return sums;
}

}  // namespace

void gradient_sums(const MatchedRow& row, const GradientSums& sums) {
    for (size_t bx = 0; bx < row.columns; bx++) {
        const Products of = sums_of(row.block(bx));
        sums.xx[bx] = of[0];
        sums.xy[bx] = of[1];
        sums.yy[bx] = of[2];
        sums.xd[bx] = of[3];
        sums.yd[bx] = of[4];
    }
}

}  // namespace genmedia::motion::reference
