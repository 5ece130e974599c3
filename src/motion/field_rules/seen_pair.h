// SPDX-License-Identifier: MIT
// The same 8x8 pixels as two pictures may show them, each from a place between its pixels.
#pragma once

#include "motion/field_rules/matched_block.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

inline constexpr size_t kSeenSide = 8;

struct SeenBlock {
    const uint8_t* pixels;  // the first lies `fx` and `fy` steps (0..63) right of and below this
    int fx, fy;
};

struct SeenPair {
    std::array<SeenBlock, 2> blocks;
    ptrdiff_t stride;
};

}  // namespace genmedia::motion
