// SPDX-License-Identifier: MIT
#include "motion/reference/matched_pixel.h"
#include "motion/reference/reference_fields.h"

namespace genmedia::motion::reference {
namespace {

int difference_of(const MatchedBlock& block, int side) {
    int sum = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) sum += matched_difference(block, x, y);
    return sum;
}

}  // namespace

void row_differences(const MatchedRow& row, uint16_t* differences) {
    for (size_t bx = 0; bx < row.columns; bx++)
        differences[bx] = static_cast<uint16_t>(difference_of(row.block(bx), kFineSide));
}

int match_difference(const MatchedBlock& block) { return difference_of(block, 12); }

}  // namespace genmedia::motion::reference
