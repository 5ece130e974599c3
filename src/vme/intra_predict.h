// SPDX-License-Identifier: MIT
// AVC's intra predictions from the pixels around a block (ITU-T H.264, 8.3).
#pragma once

#include "genmedia/vme.h"

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
