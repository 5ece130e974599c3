// SPDX-License-Identifier: MIT
#include "vme/reference/functions.h"

#include <cstdlib>

namespace genmedia::vme::reference {

int match_difference(const MatchedBlock& block, int side) {
    const auto across = [&](const uint8_t* from) {  // gray levels * 4
        return (from[0] * (kSteps - block.fx) + from[1] * block.fx + 8) >> 4;
    };
    int sum = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const uint8_t* from = block.match + y * block.match_stride + x;
            const int there =
                across(from) * (kSteps - block.fy) + across(from + block.match_stride) * block.fy;
            sum += std::abs(block.source[y * block.source_stride + x] - ((there + 128) >> 8));
        }
    return sum;
}

}  // namespace genmedia::vme::reference
