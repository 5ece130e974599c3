// SPDX-License-Identifier: MIT
// The difference of two blocks of at most 16x16 pixels.
#pragma once

#include "genmedia/vme.h"
#include "vme/pixels.h"

#include <array>
#include <cstdint>

namespace genmedia::vme::reference {

// Distortion of each 4x4 block of a macroblock, entry 4 * quadrant + block, before costs.
using BlockDistortions = std::array<uint32_t, 16>;
BlockDistortions block_distortions(Distortion kind, const Pixels& source, const uint8_t* reference,
                                   int reference_stride);

// The distortion of a block whose sides are multiples of 4: the sum of its 4x4 blocks'.
uint32_t block_distortion(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                          int width, int height);

// Sum of absolute coefficients of the 4x4 Haar transform of `difference` (lines of four), halved, at most
// kLargest4x4Distortion. `ac_only` leaves out the sum of all (guess). [prm: 3.1.7, its matrices; the shift is
// 12 less the bits of a 4x4 distortion, which silicon's SADs show to be eleven]
uint32_t haar_4x4(const std::array<int, 16>& difference, bool ac_only);

}  // namespace genmedia::vme::reference
