// SPDX-License-Identifier: MIT
// Sums over the blocks of a row, in loops that compilers vectorise.
#pragma once

#include "motion/true_motion/padded_picture.h"

#include <cstdint>
#include <span>

namespace genmedia::motion {

// sums[i]: of the `side` numbers from columns[side * i] on. `side` is 8 or 4; sums are below 65,536.
void sum_groups(const uint16_t* columns, int side, std::span<uint16_t> sums);

// Of the pixels of the blocks of row `by`, `side` wide and high, from the left on.
void sum_blocks(const PaddedPicture& picture, int side, int by, std::span<uint16_t> sums);

}  // namespace genmedia::motion
