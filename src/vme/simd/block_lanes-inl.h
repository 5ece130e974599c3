// SPDX-License-Identifier: MIT
// A macroblock whose 4x4 blocks are the lanes of vectors: block 4 * row + column.
#if defined(GENMEDIA_SIMD_BLOCK_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_BLOCK_LANES_INL_H_
#undef GENMEDIA_SIMD_BLOCK_LANES_INL_H_
#else
#define GENMEDIA_SIMD_BLOCK_LANES_INL_H_
#endif

#include "vme/pixels.h"
#include "vme/simd/difference-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Pixel (x, y) of all blocks, 8 bits each: [4 * y + x].
using BlockLanes = uint8_t[16][16];

// Writes each fourth of 64 pixels, a line of four rows of blocks: from the first on, the second, and so on.
HWY_INLINE void separate_columns(const uint8_t* lines, uint8_t (*to)[16]) {
    const Bytes16 d;
    ByteVec v[4];
    hn::LoadInterleaved4(d, lines, v[0], v[1], v[2], v[3]);
    for (int x = 0; x < 4; x++) hn::Store(v[x], d, to[x]);
}

// Lanes of the first `Rows` rows of blocks; lines of `from` lie kBlockStride apart. The others are 0.
template <int Rows>
HWY_INLINE void separate_blocks(const uint8_t* from, BlockLanes& to) {
    const Bytes16 d;
    for (int y = 0; y < 4; y++) {
        alignas(16) uint8_t lines[4 * 16] = {};
        for (int row = 0; row < Rows; row++)
            hn::Store(hn::LoadU(d, from + (4 * row + y) * kBlockStride), d, lines + 16 * row);
        separate_columns(lines, to + 4 * y);
    }
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
