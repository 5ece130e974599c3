// SPDX-License-Identifier: MIT
#include "motion/field_rules/seen_pair.h"

#include "motion/reference/matched_pixel.h"
#include "motion/reference/reference_fields.h"

#include <cstdlib>

namespace genmedia::motion::reference {

uint32_t seen_difference(const SeenPair& pair) {
    const auto gray = [&](const SeenBlock& block, size_t x, size_t y) {
        return matched_pixel({.source = nullptr,
                              .source_stride = 0,
                              .match = block.pixels,
                              .match_stride = pair.stride,
                              .fx = block.fx,
                              .fy = block.fy},
                             static_cast<ptrdiff_t>(x), static_cast<ptrdiff_t>(y));
    };
    uint32_t sum = 0;
    for (size_t y = 0; y < kSeenSide; y++)
        for (size_t x = 0; x < kSeenSide; x++)
            sum += static_cast<uint32_t>(std::abs(gray(pair.blocks[0], x, y) - gray(pair.blocks[1], x, y)));
    return sum;
}

}  // namespace genmedia::motion::reference
