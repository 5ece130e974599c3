// SPDX-License-Identifier: MIT
#include "encode/bitstream/cabac_slice.h"

#include "encode/bitstream/cabac_coder.h"
#include "encode/bitstream/macroblock_writer.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::encode {
namespace {

using vme::MajorShape;
using vme::MinorShape;

// First contexts of syntax elements. [Table 9-34]
constexpr int kIntraType = 3, kSkip = 11, kPType = 14, kIntraTypeInP = 17, kSubType = 21,
              kVector[2] = {40, 47}, kReference = 54, kQpDelta = 60, kChromaMode = 64, kModeIsExpected = 68,
              kMode = 69, kLumaPattern = 73, kChromaPattern = 77, kCodedBlock = 85, kSignificant = 105,
              kLast = 166, kLevel = 227, kTransform = 399;

// Kinds of blocks (ctxBlockCat), and where their contexts begin. [Tables 9-40, 9-42]
enum Kind { kLumaDc, kLumaAc, kLuma, kChromaDc, kChromaAc };
constexpr int kOfCodedBlock[] = {0, 4, 8, 12, 16}, kOfSignificant[] = {0, 15, 29, 44, 47},
              kOfLevel[] = {0, 10, 20, 30, 39};

using Differences = std::array<vme::MotionVector, 16>;  // of vectors, from what was expected; raster order

template <size_t Count>
bool any(const int16_t (&levels)[Count]) {
    return std::ranges::any_of(levels, [](int16_t level) { return level != 0; });
}

class SliceWriter {
public:
    SliceWriter(BitWriter& bits, const CabacSlice& slice)
        : bits_(bits),
          slice_(slice),
          coder_(bits, slice.is_p ? 1 + slice.init_idc : 0, slice.qp),
          differences_(static_cast<size_t>(slice.map.columns) * 2) {}

    void write() {
        for (int m = slice_.first; m < slice_.end; m++) {
            write_macroblock(m % slice_.map.columns, m / slice_.map.columns);
            coder_.put_end(m == slice_.end - 1);
        }
        bits_.align();
    }

private:
    // A macroblock, and where its data is.
    struct Place {
        int x, y;
        Neighbors around;
        const MacroblockDecision& decision;
        const CodedMacroblock& coded;
        const MacroblockLevels& levels;
    };

    size_t index_of(const CodedMacroblock* macroblock) const {
        return static_cast<size_t>(macroblock - slice_.map.all.data());
    }
    const MacroblockDecision& decision_of(const CodedMacroblock* m) const {
        return slice_.decisions[index_of(m)];
    }
    const MacroblockLevels& levels_of(const CodedMacroblock* m) const { return slice_.levels[index_of(m)]; }

    void write_macroblock(int x, int y) {
        const CodedMacroblock& coded = slice_.map.at(x, y);
        const Place p{x, y, Neighbors(slice_.map, x, y), decision_of(&coded), coded, levels_of(&coded)};
        differences_at(x, y) = {};
        const bool is_skipped = p.decision.type == MacroblockType::skip;
        const auto is_coded = [](const CodedMacroblock* m) { return m && m->type != MacroblockType::skip; };
        if (slice_.is_p) coder_.put(kSkip + is_coded(p.around.left) + is_coded(p.around.upper), is_skipped);
        if (is_skipped) return;
        if (coded.is_pcm) return write_samples(p);
        switch (p.decision.type) {
            case MacroblockType::inter: write_inter(p); break;
            case MacroblockType::intra_4x4: write_intra_4x4(p); break;
            default: write_intra_16x16(p); break;
        }
        write_residual(p);
    }

    // The first bin of an intra type. [9.3.3.1.1.3]
    void begin_intra_type(const Place& p, bool is_other_than_4x4) {
        const auto differs = [](const CodedMacroblock* m) {
            return m && m->type != MacroblockType::intra_4x4;
        };
        if (slice_.is_p) coder_.put(kPType, true);
        const int context =
            slice_.is_p ? kIntraTypeInP : kIntraType + differs(p.around.left) + differs(p.around.upper);
        coder_.put(context, is_other_than_4x4);
    }

    void write_samples(const Place& p) {
        begin_intra_type(p, true);
        coder_.put_end(true);
        bits_.align();
        MacroblockSamples samples;
        slice_.load(p.x, p.y, samples);
        for (const uint8_t sample : samples.luma) bits_.put(sample, 8);
        for (int c = 0; c < 2; c++)
            for (int i = 0; i < 64; i++) bits_.put(samples.of_chroma(c)[16 * (i / 8) + i % 8], 8);
        coder_.begin();
    }

    // [Table 9-36]
    void write_intra_16x16(const Place& p) {
        begin_intra_type(p, true);
        coder_.put_end(false);
        const int first = slice_.is_p ? kIntraTypeInP + 1 : kIntraType + 3;
        const int chroma = p.levels.chroma_pattern, mode = static_cast<int>(p.decision.luma_modes[0]);
        const bool in_p = slice_.is_p;
        coder_.put(first, p.levels.luma_pattern != 0);
        coder_.put(first + 1, chroma != 0);
        if (chroma != 0) coder_.put(first + (in_p ? 1 : 2), chroma == 2);
        coder_.put(first + (in_p ? 2 : 3), mode >> 1);
        coder_.put(first + (in_p ? 2 : 4), mode & 1);
        write_chroma_mode(p);
        coder_.put(kQpDelta, false);
    }

    void write_intra_4x4(const Place& p) {
        begin_intra_type(p, false);
        if (slice_.transform_8x8_mode) coder_.put(kTransform, false);
        for (int b = 0; b < 16; b++) {
            const vme::LumaMode mode = p.decision.luma_modes[b],
                                expected = expected_mode(p.around, p.decision.luma_modes, b);
            coder_.put(kModeIsExpected, mode == expected);
            if (mode == expected) continue;
            const int rest = static_cast<int>(mode) - (mode > expected);
            for (int bit = 0; bit < 3; bit++) coder_.put(kMode, rest >> bit & 1);
        }
        write_chroma_mode(p);
        write_pattern(p);
    }

    // [9.3.3.1.1.8]
    void write_chroma_mode(const Place& p) {
        const auto is_other = [&](const CodedMacroblock* m) {
            return m && m->is_intra() && !m->is_pcm && decision_of(m).chroma_mode != vme::ChromaMode::dc;
        };
        const int mode = static_cast<int>(p.decision.chroma_mode);
        coder_.put(kChromaMode + is_other(p.around.left) + is_other(p.around.upper), mode > 0);
        if (mode > 0) coder_.put(kChromaMode + 3, mode > 1);
        if (mode > 1) coder_.put(kChromaMode + 3, mode > 2);
    }

    // coded_block_pattern, and what follows it. [9.3.3.1.1.4]
    void write_pattern(const Place& p) {
        const int luma = p.levels.luma_pattern, chroma = p.levels.chroma_pattern;
        const auto is_empty = [&](const CodedMacroblock* m, int quadrant) {
            return m && !m->is_pcm &&
                   (m->type == MacroblockType::skip || !(levels_of(m).luma_pattern >> quadrant & 1));
        };
        for (int q = 0; q < 4; q++) {
            const bool left = q % 2 ? !(luma >> (q - 1) & 1) : is_empty(p.around.left, q + 1);
            const bool upper = q / 2 ? !(luma >> (q - 2) & 1) : is_empty(p.around.upper, q + 2);
            coder_.put(kLumaPattern + left + 2 * upper, luma >> q & 1);
        }
        const auto has = [&](const CodedMacroblock* m, int least) {
            return m &&
                   (m->is_pcm || (m->type != MacroblockType::skip && levels_of(m).chroma_pattern >= least));
        };
        coder_.put(kChromaPattern + has(p.around.left, 1) + 2 * has(p.around.upper, 1), chroma > 0);
        if (chroma > 0)
            coder_.put(kChromaPattern + 4 + has(p.around.left, 2) + 2 * has(p.around.upper, 2), chroma > 1);
        const WrittenMacroblock written{p.around,
                                        p.decision,
                                        p.coded,
                                        p.levels,
                                        slice_.is_p,
                                        slice_.reference_count,
                                        slice_.transform_8x8_mode};
        if (names_transform(written)) coder_.put(kTransform, false);
        if (luma || chroma) coder_.put(kQpDelta, false);
    }

    // [Tables 9-37, 9-38]
    void write_inter(const Place& p) {
        const MajorShape major = p.decision.major_shape;
        const bool halves = major == MajorShape::shape_16x8 || major == MajorShape::shape_8x16;
        coder_.put(kPType, false);
        coder_.put(kPType + 1, halves);
        coder_.put(kPType + (halves ? 3 : 2),
                   major == MajorShape::shape_16x8 || major == MajorShape::shape_8x8);
        if (major == MajorShape::shape_8x8)
            for (const MinorShape minor : p.decision.minor_shapes) write_sub_type(minor);
        const int partitions = vme::partition_count(major);
        if (slice_.reference_count > 1)
            for (int n = 0; n < partitions; n++)
                write_reference(p,
                                vme::kBlocks[vme::partition_blocks(major, p.decision.minor_shapes, n).first]);
        write_vectors(p, partitions);
        write_pattern(p);
    }

    void write_sub_type(MinorShape minor) {
        coder_.put(kSubType, minor == MinorShape::shape_8x8);
        if (minor == MinorShape::shape_8x8) return;
        coder_.put(kSubType + 1, minor != MinorShape::shape_8x4);
        if (minor != MinorShape::shape_8x4) coder_.put(kSubType + 2, minor == MinorShape::shape_4x8);
    }

    // The 4x4 blocks before one: of this macroblock or a neighbour. Null: there is none.
    struct BlockBefore {
        const CodedMacroblock* macroblock;
        int place;  // raster order
    };
    static BlockBefore left_of(const Place& p, int place) {
        return place % 4 ? BlockBefore{&p.coded, place - 1} : BlockBefore{p.around.left, place + 3};
    }
    static BlockBefore above(const Place& p, int place) {
        return place >= 4 ? BlockBefore{&p.coded, place - 4} : BlockBefore{p.around.upper, place + 12};
    }
    static int place_of(const vme::Block& block) { return block.y + block.x / 4; }

    // [9.3.3.1.1.6]
    void write_reference(const Place& p, const vme::Block& block) {
        const int place = place_of(block), reference = p.decision.references[block.quadrant()];
        const auto is_later = [](const BlockBefore& b) {
            return b.macroblock && b.macroblock->references[static_cast<size_t>(b.place)] > 0;
        };
        int context = kReference + is_later(left_of(p, place)) + 2 * is_later(above(p, place));
        for (int i = 0; i < reference; i++) {
            coder_.put(context, true);
            context = kReference + (i == 0 ? 4 : 5);
        }
        coder_.put(context, false);
    }

    // Of this row and the one above.
    Differences& differences_at(int x, int y) {
        return differences_[static_cast<size_t>(y % 2 * slice_.map.columns + x)];
    }
    vme::MotionVector difference_at(const Place& p, const BlockBefore& b) {
        if (!b.macroblock) return {};
        const int left = b.macroblock == p.around.left, upper = b.macroblock == p.around.upper;
        return differences_at(p.x - left, p.y - upper)[static_cast<size_t>(b.place)];
    }

    void write_vectors(const Place& p, int partitions) {
        VectorPrediction prediction(p.around);
        for (int n = 0; n < partitions; n++) {
            const vme::BlockRun run =
                vme::partition_blocks(p.decision.major_shape, p.decision.minor_shapes, n);
            for (int b = run.first; b < run.first + run.count; b++) {
                const vme::Block& block = vme::kBlocks[b];
                const auto reference = static_cast<int8_t>(p.decision.references[block.quadrant()]);
                const vme::MotionVector vector = vme::entry_of(p.decision.vectors, block),
                                        expected = prediction.predict(block, reference);
                write_difference(p, block,
                                 {static_cast<int16_t>(vector.x - expected.x),
                                  static_cast<int16_t>(vector.y - expected.y)});
                prediction.set(block, vector, reference);
            }
        }
    }

    // [9.3.3.1.1.7]
    void write_difference(const Place& p, const vme::Block& block, vme::MotionVector difference) {
        const int place = place_of(block);
        const vme::MotionVector left = difference_at(p, left_of(p, place)),
                                upper = difference_at(p, above(p, place));
        write_component(kVector[0], std::abs(left.x) + std::abs(upper.x), difference.x);
        write_component(kVector[1], std::abs(left.y) + std::abs(upper.y), difference.y);
        for (int y = block.y; y < block.y + block.height; y += 4)
            for (int x = block.x; x < block.x + block.width; x += 4)
                differences_at(p.x, p.y)[static_cast<size_t>(y + x / 4)] = difference;
    }

    // UEG3 with a prefix of at most 9. [9.3.2.3]
    void write_component(int first, int around, int value) {
        const int size = std::abs(value);
        int context = around < 3 ? 0 : around <= 32 ? 1 : 2;
        for (int i = 0; i < std::min(size, 9); i++) {
            coder_.put(first + context, true);
            context = std::min(i + 3, 6);
        }
        if (size < 9) coder_.put(first + context, false);
        if (size >= 9) put_golomb(static_cast<uint32_t>(size - 9), 3);
        if (size > 0) coder_.put_bypass(value < 0);
    }
    void put_golomb(uint32_t value, int k) {
        for (; value >= 1u << k; k++) {
            coder_.put_bypass(true);
            value -= 1u << k;
        }
        coder_.put_bypass(false);
        coder_.put_bypass(value, k);
    }

    // [7.3.5.3]
    void write_residual(const Place& p) {
        const MacroblockLevels& levels = p.levels;
        const bool whole = p.decision.type == MacroblockType::intra_16x16;
        if (whole)
            write_block(levels.luma_dc, 16, kLumaDc,
                        flag_context(p, p.around.left, p.around.upper, [&](auto* m) {
                            return m->type == MacroblockType::intra_16x16 && any(levels_of(m).luma_dc);
                        }));
        for (int b = 0; b < 16; b++) {
            if (!(levels.luma_pattern >> b / 4 & 1)) continue;
            write_block(levels.luma[b] + whole, whole ? 15 : 16, whole ? kLumaAc : kLuma,
                        luma_context(p, kRasterOfEntry[static_cast<size_t>(b)]));
        }
        if (levels.chroma_pattern == 0) return;
        for (size_t c = 0; c < 2; c++)
            write_block(levels.chroma_dc[c], 4, kChromaDc,
                        flag_context(p, p.around.left, p.around.upper, [&](auto* m) {
                            return m->type != MacroblockType::skip && levels_of(m).chroma_pattern != 0 &&
                                   any(levels_of(m).chroma_dc[c]);
                        }));
        if (levels.chroma_pattern == 1) return;
        for (size_t c = 0; c < 2; c++)
            for (int b = 0; b < 4; b++)
                write_block(levels.chroma[c][b] + 1, 15, kChromaAc, chroma_context(p, c, b));
    }

    // Of coded_block_flag, by whether the blocks before have levels. [9.3.3.1.1.9]
    template <class HasLevels>
    static int flag_context(const Place& p, const CodedMacroblock* left, const CodedMacroblock* upper,
                            HasLevels has_levels) {
        const auto flag = [&](const CodedMacroblock* m) {
            return m ? m->is_pcm || has_levels(m) : p.coded.is_intra();
        };
        return flag(left) + 2 * flag(upper);
    }
    static int luma_context(const Place& p, int place) {
        const auto flag = [&](const BlockBefore& b) {
            return b.macroblock ? b.macroblock->luma_counts[static_cast<size_t>(b.place)] > 0
                                : p.coded.is_intra();
        };
        return flag(left_of(p, place)) + 2 * flag(above(p, place));
    }
    static int chroma_context(const Place& p, size_t c, int b) {
        const auto flag = [&](bool inside, const CodedMacroblock* m, int block, int block_of_m) {
            if (inside) return p.coded.chroma_counts[c][static_cast<size_t>(block)] > 0;
            return m ? m->chroma_counts[c][static_cast<size_t>(block_of_m)] > 0 : p.coded.is_intra();
        };
        return flag(b % 2, p.around.left, b - 1, b + 1) + 2 * flag(b / 2, p.around.upper, b - 2, b + 2);
    }

    // residual_block_cabac(). [7.3.5.3.3]
    void write_block(const int16_t* levels, int count, Kind kind, int flag_increment) {
        int last = count - 1;
        while (last >= 0 && levels[last] == 0) last--;
        coder_.put(kCodedBlock + kOfCodedBlock[kind] + flag_increment, last >= 0);
        if (last < 0) return;
        for (int i = 0; i <= last && i < count - 1; i++) {
            const int increment = kOfSignificant[kind] + (kind == kChromaDc ? std::min(i, 2) : i);
            coder_.put(kSignificant + increment, levels[i] != 0);
            if (levels[i] != 0) coder_.put(kLast + increment, i == last);
        }
        int ones = 0, larger = 0;
        for (int i = last; i >= 0; i--)
            if (levels[i] != 0)
                write_level(levels[i], kLevel + kOfLevel[kind], kind == kChromaDc ? 3 : 4, ones, larger);
    }

    // UEG0 with a prefix of at most 14. [9.3.3.1.3]
    void write_level(int level, int first, int most, int& ones, int& larger) {
        const int size = std::abs(level) - 1;
        int context = first + (larger > 0 ? 0 : std::min(4, 1 + ones));
        for (int i = 0; i < std::min(size, 14); i++) {
            coder_.put(context, true);
            context = first + 5 + std::min(most, larger);
        }
        if (size < 14) coder_.put(context, false);
        if (size >= 14) put_golomb(static_cast<uint32_t>(size - 14), 0);
        coder_.put_bypass(level < 0);
        (size > 0 ? larger : ones)++;
    }

    BitWriter& bits_;
    const CabacSlice& slice_;
    CabacCoder coder_;
    std::vector<Differences> differences_;  // of two rows
};

}  // namespace

void write_cabac_slice(BitWriter& bits, const CabacSlice& slice) {
    while (bits.bit_count() % 8 != 0) bits.put_flag(true);  // cabac_alignment_one_bit
    SliceWriter(bits, slice).write();
}

}  // namespace genmedia::encode
