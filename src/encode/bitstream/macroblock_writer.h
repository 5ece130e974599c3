// SPDX-License-Identifier: MIT
// macroblock_layer() of a decision and its levels, or of samples. [7.3.5]
#pragma once

#include "encode/bitstream/bit_writer.h"
#include "encode/decisions/vector_prediction.h"
#include "encode/macroblock.h"
#include "encode/macroblock_coder.h"

#include <vector>

namespace genmedia::encode {

// A slice's rows are written apart and then joined. The mb_skip_run that begins a row can span rows.
struct RowBits {
    std::vector<BitWriter> ahead;  // parts before `bits`; each ends where samples begin at a whole byte
    BitWriter bits;                // from behind the first mb_skip_run on
    uint32_t skipped_before = 0;   // macroblocks before the first that is not skipped
    uint32_t skipped_after = 0;    // behind the last one
    bool is_empty = true;          // all are skipped

    void clear() { *this = {}; }
    // Adds a skipped macroblock of a P slice.
    void skip() { (is_empty ? skipped_before : skipped_after)++; }
    void begin_macroblock(bool is_p) {
        if (is_p && !is_empty) bits.put_ue(skipped_after);
        is_empty = false;
        skipped_after = 0;
    }
};

// Appends a row to slice_data(). `skipped` counts skipped macroblocks that are not yet written. [7.3.4]
void append_row(const RowBits& row, bool is_p, uint32_t& skipped, BitWriter& bits);

// Where the macroblock is written.
struct WrittenMacroblock {
    const Neighbors& neighbors;
    const MacroblockDecision& decision;
    const CodedMacroblock& coded;
    const MacroblockLevels& levels;
    bool is_p;                        // of a P slice
    int reference_count;              // of the slice
    bool transform_8x8_mode = false;  // macroblocks say which transform they have: that of 4x4 blocks
};

// Whether an inter macroblock has transform_size_8x8_flag.
bool names_transform(const WrittenMacroblock& macroblock);

// A macroblock that is not P_Skip.
void write_macroblock(BitWriter& bits, const WrittenMacroblock& macroblock);

// Whether its levels say less than was meant: Baseline cannot write larger ones.
bool has_clipped_levels(const WrittenMacroblock& macroblock);
// What macroblock_layer() may have in Baseline. [A.3.1]
inline constexpr size_t kMostMacroblockBits = 3200;
// I_PCM, which says any samples in fewer. Returns its bits.
size_t write_samples(RowBits& row, const MacroblockSamples& samples, bool is_p);

// Intra4x4PredMode as it is expected of 4x4 block `entry` in Z order. [8.3.1.1]
vme::LumaMode expected_mode(const Neighbors& neighbors, const std::array<vme::LumaMode, 16>& modes,
                            int entry);

}  // namespace genmedia::encode
