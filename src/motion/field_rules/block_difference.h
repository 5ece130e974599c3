// SPDX-License-Identifier: MIT
// Blocks of one size whose samples are compared.
#pragma once

#include <array>
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

// A block, and four others that are compared with it. Strides in bytes; nothing but the blocks is read.
struct BlockMatches {
    const uint8_t* block;
    ptrdiff_t block_stride;
    std::array<const uint8_t*, 4> others;
    ptrdiff_t others_stride;
    int width, height;  // 1..128 samples

    BlockPair pair(size_t i) const { return {block, block_stride, others[i], others_stride, width, height}; }
};
using FourDifferences = std::array<uint32_t, 4>;

}  // namespace genmedia::motion
