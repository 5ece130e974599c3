// SPDX-License-Identifier: MIT
#include "motion/reference/matched_pixel.h"
#include "motion/reference/reference_fields.h"

namespace genmedia::motion::reference {

int match_difference(const MatchedBlock& block, int side) {
    int sum = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) sum += matched_difference(block, x, y);
    return sum;
}

}  // namespace genmedia::motion::reference
