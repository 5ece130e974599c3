// SPDX-License-Identifier: MIT
// Planes of more than 8 bits, as searches read them.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::motion {

// Refuses what no plane of `bits` bits a sample is; an empty one is none.
Status check_depth(const std::string& name, const PlaneView& plane, int bits);

// Rounds a line of samples of `bits` bits, 9..16, to 8.
void to_eight_bits(const uint8_t* deep_line, int width, int bits, uint8_t* to);

// A plane of more than 8 bits, copied and rounded; what is empty stays so.
PlaneView eight_bit_copy(const PlaneView& deep, int bits, std::vector<uint8_t>& samples);

}  // namespace genmedia::motion
