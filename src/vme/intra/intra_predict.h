// SPDX-License-Identifier: MIT
// AVC's intra predictions from the pixels around a block (ITU-T H.264, 8.3).
#pragma once

#include "genmedia/partition.h"
#include "genmedia/vme.h"
#include "vme/pixels.h"

#include <array>
#include <cstdint>

namespace genmedia::vme {

inline constexpr int kLumaModeCount = 9;  // of 4x4 and 8x8 blocks

// The pixels around an n x n block, for n = 4, 8 and 16, and which of them there are. `upper` continues to
// the right: entries n .. 2n - 1 are the upper right neighbour's, or upper[n - 1] repeated.
struct Edges {
    bool has_left = false, has_upper = false, has_upper_left = false;
    std::array<uint8_t, 16> left{};
    std::array<uint8_t, 32> upper{};
    uint8_t upper_left = 0;
};

// Whether a block below the first row has an upper right neighbour. Guess: as in AVC, if that is decoded
// before it.
constexpr bool has_inner_upper_right(const Block& block) {
    const int x = block.x + block.width;
    return x < 16 && entry_at(x / 4, block.y / 4 - 1) < entry_at(block.x / 4, block.y / 4);
}

// What the blocks of a macroblock are predicted from: outside it the neighbours, inside it the source, as on
// silicon.
struct MacroblockEdges {
    const IntraNeighbors& neighbors;
    const Pixels& source;

    Edges of(const Block& block) const;
    // Which neighbours a block has; of the upper right one where the block is no wider than 8.
    bool has_left(const Block& block) const { return block.x > 0 || neighbors.has_left; }
    bool has_upper(const Block& block) const { return block.y > 0 || neighbors.has_upper; }
    bool has_upper_left(const Block& block) const;
    bool has_upper_right(const Block& block) const;
};

// Whether the mode's neighbours are there.
bool is_available(LumaMode mode, const Edges& edges);
bool is_available_16x16(LumaMode mode, const Edges& edges);

// AVC's reference sample filter, applied before 8x8 prediction.
Edges filter_edges_8x8(const Edges& edges);

// Predictions, line y at to + y * to_stride. Size is 4 or 8; modes as is_available() allows.
void predict_luma(LumaMode mode, const Edges& edges, int size, uint8_t* to, int to_stride);
void predict_luma_16x16(LumaMode mode, const Edges& edges, uint8_t* to, int to_stride);

// One component of an 8x8 chroma block; `left` and `upper` have eight pixels.
bool is_available(ChromaMode mode, const Edges& edges);
void predict_chroma(ChromaMode mode, const Edges& edges, uint8_t* to, int to_stride);

}  // namespace genmedia::vme
