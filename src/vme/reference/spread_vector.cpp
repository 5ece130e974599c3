// SPDX-License-Identifier: MIT
#include "vme/spread_vector.h"

#include "vme/reference/functions.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::vme::reference {

void spread_vector(const SpreadVector& spread) {
    const MatchedBlock& block = spread.pixels;
    const auto across = [&](const uint8_t* from) {  // gray levels * 4
        return (from[0] * (kSteps - block.fx) + from[1] * block.fx + 8) >> 4;
    };
    for (size_t y = 0; y < kSpreadLines; y++)
        for (size_t x = 0; x < kSpreadColumns; x++) {
            const auto line = static_cast<ptrdiff_t>(y), column = static_cast<ptrdiff_t>(x);
            const uint8_t* from = block.match + line * block.match_stride + column;
            const int match =
                (across(from) * (kSteps - block.fy) + across(from + block.match_stride) * block.fy + 128) >>
                8;
            const int here = block.source[line * block.source_stride + column];
            const auto away = static_cast<float>(std::max(1, std::abs(here - match)));
            const float weight = spread.near_y[y] * spread.near_x[x] / (away * (1 + away / kOutlier));
            const ptrdiff_t to = line * spread.stride + column;
            spread.weights[to] += weight;
            spread.sums_x[to] += weight * spread.vector_x;
            spread.sums_y[to] += weight * spread.vector_y;
        }
}

}  // namespace genmedia::vme::reference
