// SPDX-License-Identifier: MIT
// One block of coefficients as CAVLC writes it. [7.3.5.3.2, 9.2]
#pragma once

#include "encode/bitstream/bit_writer.h"

#include <cstdint>

namespace genmedia::encode {

inline constexpr int kChromaDcContext = -1;  // nC of a chroma DC block

// Writes levels[0 .. count - 1], in scan order; count is 4 (chroma DC), 15 or 16. `context` is nC. Each level
// lies in -2063..2063, which the quantiser keeps.
void write_residual_block(BitWriter& bits, const int16_t* levels, int count, int context);

}  // namespace genmedia::encode
