// SPDX-License-Identifier: MIT
// Blocks of at most 16x16 pixels, and how they are taken out of a picture.
#pragma once

#include "genmedia/image.h"
#include "genmedia/vme.h"

#include <array>
#include <cstdint>

namespace genmedia::vme {

inline constexpr int kBlockStride = 16;
using Pixels = std::array<uint8_t, 16 * kBlockStride>;  // line y starts at 16 * y

// Whether the plane has all these samples.
bool is_inside(const PlaneView& plane, int x, int y, int width, int height);

// Copies samples x .. x + width - 1 of lines y .. y + height - 1; outside the plane its nearest sample is
// repeated.
void fetch(const PlaneView& plane, int x, int y, int width, int height, uint8_t* to, int to_stride);

// The macroblock's luma. Guess: where it reaches outside the picture the edge is repeated, as in references.
Pixels fetch_source(const SourceBlock& source);

}  // namespace genmedia::vme
