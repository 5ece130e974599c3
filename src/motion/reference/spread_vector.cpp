// SPDX-License-Identifier: MIT
#include "motion/field_rules/spread_vector.h"

#include "motion/reference/matched_pixel.h"
#include "motion/reference/reference_fields.h"

#include <algorithm>

namespace genmedia::motion::reference {

void spread_vector(const SpreadVector& spread) {
    for (size_t y = 0; y < kSpreadLines; y++)
        for (size_t x = 0; x < kSpreadColumns; x++) {
            const auto line = static_cast<ptrdiff_t>(y), column = static_cast<ptrdiff_t>(x);
            const auto away =
                static_cast<float>(std::max(1, matched_difference(spread.pixels, column, line)));
            const float weight = spread.near_y[y] * spread.near_x[x] / (away * (1 + away / kOutlier));
            const ptrdiff_t to = line * spread.stride + column;
            spread.weights[to] += weight;
            spread.sums_x[to] += weight * spread.vector_x;
            spread.sums_y[to] += weight * spread.vector_y;
        }
}

}  // namespace genmedia::motion::reference
