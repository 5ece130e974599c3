// SPDX-License-Identifier: MIT
// slice_data() by CABAC, of macroblocks that are coded already. [7.3.4, 9.3]
#pragma once

#include "encode/bitstream/bit_writer.h"
#include "encode/macroblock.h"
#include "encode/macroblock_coder.h"

#include <functional>
#include <span>

namespace genmedia::encode {

struct CabacSlice {
    const MacroblockMap& map;
    std::span<const MacroblockDecision> decisions;  // of the picture's macroblocks, as are the levels
    std::span<const MacroblockLevels> levels;
    std::function<void(int x, int y, MacroblockSamples& samples)> load;  // of those that are I_PCM
    int first, end;  // macroblocks: the first, and the one behind the last
    bool is_p;
    int reference_count;
    bool transform_8x8_mode;
    int qp;
    int init_idc;  // cabac_init_idc
};

// Behind the slice header, up to a whole byte with rbsp_stop_one_bit.
void write_cabac_slice(BitWriter& bits, const CabacSlice& slice);

}  // namespace genmedia::encode
