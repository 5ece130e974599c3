// SPDX-License-Identifier: MIT
// Two blocks of one size whose samples are compared.
#pragma once

#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

// Strides in bytes. Nothing but the blocks is read.
struct BlockPair {
    const uint8_t* first;
    ptrdiff_t first_stride;
    const uint8_t* second;
    ptrdiff_t second_stride;
    int width, height;  // 1..128 samples
};

}  // namespace genmedia::motion
