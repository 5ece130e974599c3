// SPDX-License-Identifier: MIT
#include "vme/reference/matched_pixel.h"
#include "vme/reference/reference_functions.h"

namespace genmedia::vme::reference {

int match_difference(const MatchedBlock& block, int side) {
    int sum = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) sum += matched_difference(block, x, y);
    return sum;
}

}  // namespace genmedia::vme::reference
