// SPDX-License-Identifier: MIT
#include "encode/bitstream/macroblock_writer.h"

#include "encode/bitstream/cavlc_tables.h"
#include "encode/bitstream/residual_block.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace genmedia::encode {
namespace {

using vme::MajorShape;
using vme::MinorShape;

// nC from the counts of the blocks to the left and above; -1: there is none. [9.2.1]
int context_of(int left, int upper) {
    if (left >= 0 && upper >= 0) return (left + upper + 1) >> 1;
    return left >= 0 ? left : std::max(upper, 0);
}

}  // namespace

bool names_transform(const WrittenMacroblock& macroblock) {
    const MacroblockDecision& decision = macroblock.decision;
    const auto is_whole = [](MinorShape minor) { return minor == MinorShape::shape_8x8; };
    return macroblock.transform_8x8_mode && decision.type == MacroblockType::inter &&
           macroblock.levels.luma_pattern != 0 &&
           (decision.major_shape != MajorShape::shape_8x8 ||
            std::ranges::all_of(decision.minor_shapes, is_whole));
}

namespace {

class MacroblockWriter {
public:
    MacroblockWriter(BitWriter& bits, const WrittenMacroblock& macroblock)
        : bits_(bits), m_(macroblock), decision_(macroblock.decision), levels_(macroblock.levels) {}

    void write() {
        switch (decision_.type) {
            case MacroblockType::skip: return;
            case MacroblockType::inter: write_inter(); break;
            case MacroblockType::intra_4x4: write_intra_4x4(); break;
            case MacroblockType::intra_16x16: write_intra_16x16(); break;
        }
        write_residual();
    }

private:
    // [7.4.5, tables 7-11 and 7-13]
    void write_intra_type(uint32_t type) { bits_.put_ue(m_.is_p ? 5 + type : type); }

    void write_intra_16x16() {
        const auto number = static_cast<uint32_t>(decision_.luma_modes[0]);
        write_intra_type(1 + number + 4 * levels_.chroma_pattern + (levels_.luma_pattern ? 12 : 0));
        bits_.put_ue(static_cast<uint32_t>(decision_.chroma_mode));
        bits_.put_se(0);  // mb_qp_delta
    }

    void write_intra_4x4() {
        write_intra_type(0);
        if (m_.transform_8x8_mode) bits_.put_flag(false);
        for (int b = 0; b < 16; b++) {
            const vme::LumaMode mode = decision_.luma_modes[b],
                                expected = expected_mode(m_.neighbors, decision_.luma_modes, b);
            bits_.put_flag(mode == expected);
            if (mode != expected) bits_.put(static_cast<uint32_t>(mode) - (mode > expected), 3);
        }
        bits_.put_ue(static_cast<uint32_t>(decision_.chroma_mode));
        write_pattern(0);
    }

    void write_pattern(int table) {
        bits_.put_ue(kPatternCodes[table][levels_.luma_pattern | levels_.chroma_pattern << 4]);
        if (names_transform(m_)) bits_.put_flag(false);                       // transform_size_8x8_flag
        if (levels_.luma_pattern || levels_.chroma_pattern) bits_.put_se(0);  // mb_qp_delta
    }

    void write_inter() {
        const MajorShape major = decision_.major_shape;
        const int partitions = vme::partition_count(major);
        const auto reference_of = [&](int n) {
            const vme::Block& block =
                vme::kBlocks[vme::partition_blocks(major, decision_.minor_shapes, n).first];
            return decision_.references[block.quadrant()];
        };
        bool all_first = major == MajorShape::shape_8x8 && m_.reference_count > 1;
        for (int n = 0; n < partitions; n++) all_first &= reference_of(n) == 0;
        bits_.put_ue(static_cast<uint32_t>(major) + all_first);  // P_8x8ref0 has no references
        if (major == MajorShape::shape_8x8)
            for (const MinorShape minor : decision_.minor_shapes) bits_.put_ue(static_cast<uint32_t>(minor));
        if (m_.reference_count > 1 && !all_first)
            for (int n = 0; n < partitions; n++) write_reference(reference_of(n));
        write_vectors(partitions);
        write_pattern(1);
    }

    // te(v). [9.1]
    void write_reference(uint32_t reference) {
        if (m_.reference_count == 2) return bits_.put_flag(reference == 0);
        bits_.put_ue(reference);
    }

    void write_vectors(int partitions) {
        VectorPrediction prediction(m_.neighbors);
        for (int n = 0; n < partitions; n++) {
            const vme::BlockRun run = vme::partition_blocks(decision_.major_shape, decision_.minor_shapes, n);
            for (int b = run.first; b < run.first + run.count; b++) {
                const vme::Block& block = vme::kBlocks[b];
                const auto reference = static_cast<int8_t>(decision_.references[block.quadrant()]);
                const vme::MotionVector vector = vme::entry_of(decision_.vectors, block),
                                        expected = prediction.predict(block, reference);
                bits_.put_se(vector.x - expected.x);
                bits_.put_se(vector.y - expected.y);
                prediction.set(block, vector, reference);
            }
        }
    }

    // [7.3.5.3]
    void write_residual() {
        const bool whole = decision_.type == MacroblockType::intra_16x16;
        if (whole) write_residual_block(bits_, levels_.luma_dc, 16, luma_context(0));
        for (int b = 0; b < 16; b++) {
            if (!(levels_.luma_pattern >> b / 4 & 1)) continue;
            write_residual_block(bits_, levels_.luma[b] + whole, whole ? 15 : 16,
                                 luma_context(kRasterOfEntry[b]));
        }
        if (levels_.chroma_pattern == 0) return;
        for (int c = 0; c < 2; c++) write_residual_block(bits_, levels_.chroma_dc[c], 4, kChromaDcContext);
        if (levels_.chroma_pattern == 1) return;
        for (int c = 0; c < 2; c++)
            for (int b = 0; b < 4; b++)
                write_residual_block(bits_, levels_.chroma[c][b] + 1, 15, chroma_context(c, b));
    }

    // nC of the luma block at a place in raster order.
    int luma_context(int place) const {
        const Neighbors& n = m_.neighbors;
        const auto& own = m_.coded.luma_counts;
        const int left = place % 4 > 0 ? own[place - 1] : n.left ? n.left->luma_counts[place + 3] : -1;
        const int upper = place >= 4 ? own[place - 4] : n.upper ? n.upper->luma_counts[place + 12] : -1;
        return context_of(left, upper);
    }
    int chroma_context(int c, int b) const {
        const Neighbors& n = m_.neighbors;
        const auto& own = m_.coded.chroma_counts[c];
        const int left = b % 2 ? own[b - 1] : n.left ? n.left->chroma_counts[c][b + 1] : -1;
        const int upper = b / 2 ? own[b - 2] : n.upper ? n.upper->chroma_counts[c][b + 2] : -1;
        return context_of(left, upper);
    }

    BitWriter& bits_;
    const WrittenMacroblock& m_;
    const MacroblockDecision& decision_;
    const MacroblockLevels& levels_;
};

}  // namespace

vme::LumaMode expected_mode(const Neighbors& neighbors, const std::array<vme::LumaMode, 16>& modes,
                            int entry) {
    const int place = kRasterOfEntry[entry], column = place % 4, row = place / 4;
    if ((column == 0 && !neighbors.left) || (row == 0 && !neighbors.upper)) return vme::LumaMode::dc;
    const vme::LumaMode left =
        column == 0 ? neighbors.left->luma_modes[place + 3] : modes[vme::entry_at(column - 1, row)];
    const vme::LumaMode upper =
        row == 0 ? neighbors.upper->luma_modes[place + 12] : modes[vme::entry_at(column, row - 1)];
    return std::min(left, upper);
}

void write_macroblock(BitWriter& bits, const WrittenMacroblock& macroblock) {
    MacroblockWriter(bits, macroblock).write();
}

bool has_clipped_levels(const WrittenMacroblock& macroblock) {
    const MacroblockLevels& levels = macroblock.levels;
    const auto clipped = [](int16_t level) { return std::abs(level) >= kLargestLevel; };
    if (macroblock.decision.type == MacroblockType::intra_16x16 &&
        std::ranges::any_of(levels.luma_dc, clipped))
        return true;
    return levels.chroma_pattern != 0 && std::ranges::any_of(levels.chroma_dc, [&](const auto& of_plane) {
               return std::ranges::any_of(of_plane, clipped);
           });
}

size_t write_samples(RowBits& row, const MacroblockSamples& samples, bool is_p) {
    constexpr uint32_t pcm = 25;  // mb_type [table 7-11]
    const size_t before = row.bits.bit_count();
    row.bits.put_ue(is_p ? 5 + pcm : pcm);
    const size_t type_bits = row.bits.bit_count() - before;
    row.ahead.push_back(std::move(row.bits));
    row.bits.clear();
    for (const uint8_t sample : samples.luma) row.bits.put(sample, 8);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 64; i++) row.bits.put(samples.of_chroma(c)[16 * (i / 8) + i % 8], 8);
    return type_bits + row.bits.bit_count();
}

void append_row(const RowBits& row, bool is_p, uint32_t& skipped, BitWriter& bits) {
    skipped += row.skipped_before;
    if (row.is_empty) return;
    if (is_p) bits.put_ue(skipped);
    for (const BitWriter& part : row.ahead) {
        bits.append(part);
        bits.align();
    }
    bits.append(row.bits);
    skipped = row.skipped_after;
}

}  // namespace genmedia::encode
