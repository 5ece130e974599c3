// SPDX-License-Identifier: MIT
// Bits and predictions against figures of the standard and of text books, worked out by hand.
#include "encode/bitstream/macroblock_writer.h"
#include "encode/bitstream/nal_unit.h"
#include "encode/bitstream/parameter_sets.h"
#include "encode/bitstream/residual_block.h"
#include "encode/decisions/decide.h"
#include "encode/decisions/vector_prediction.h"

#include <gtest/gtest.h>

namespace genmedia::encode {
namespace {

std::string text_of(const BitWriter& bits) {
    BitWriter padded = bits;
    padded.put(0, (8 - static_cast<int>(bits.bit_count() % 8)) % 8);
    std::string text;
    for (size_t i = 0; i < bits.bit_count(); i++) text += padded.byte(i / 8) >> (7 - i % 8) & 1 ? '1' : '0';
    return text;
}

// ITU-T H.264, Table 9-2.
TEST(BitWriter, ExpGolombCodesAreThoseOfTheStandard) {
    const char* const codes[] = {"1",     "010",   "011",     "00100",   "00101",
                                 "00110", "00111", "0001000", "0001001", "0001010"};
    for (uint32_t value = 0; value < 10; value++) {
        BitWriter bits;
        bits.put_ue(value);
        EXPECT_EQ(text_of(bits), codes[value]) << value;
        EXPECT_EQ(ue_length(value), static_cast<int>(bits.bit_count())) << value;
    }
    // Table 9-3: 0, 1, -1, 2, -2.
    for (const auto& [value, code] : {std::pair(0, 0), {1, 1}, {-1, 2}, {2, 3}, {-2, 4}}) {
        BitWriter bits;
        bits.put_se(value);
        EXPECT_EQ(text_of(bits), codes[code]) << value;
        EXPECT_EQ(se_length(value), static_cast<int>(bits.bit_count())) << value;
    }
    BitWriter largest;
    largest.put_ue(0xFFFFFFFE);
    EXPECT_EQ(text_of(largest), std::string(31, '0') + std::string(32, '1'));
}

TEST(BitWriter, WhatIsAppendedFollowsBitByBit) {
    for (int before : {0, 1, 7, 31, 32, 33}) {
        BitWriter first, second;
        std::string expected;
        for (int i = 0; i < before; i++) first.put(i % 3 == 0, 1), expected += i % 3 == 0 ? '1' : '0';
        for (int i = 0; i < 75; i++) second.put(i % 2, 1), expected += i % 2 ? '1' : '0';
        first.append(second);
        EXPECT_EQ(text_of(first), expected) << before;
    }
}

TEST(NalUnit, StartCodesDoNotAppearInside) {
    BitWriter payload;
    for (const uint32_t byte : {0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 4}) payload.put(byte, 8);
    std::vector<uint8_t> stream;
    append_nal_unit(NalType::slice, payload, stream);
    const std::vector<uint8_t> expected = {0, 0, 0, 1, 0x61, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 0, 3, 0, 0, 4};
    // The zeros behind an inserted 3 count anew: 0 0 [3] 0 0 [3] 0 3 0 0 4.
    EXPECT_EQ(stream, expected);
}

struct Residual {
    std::vector<int16_t> levels;  // in scan order
    int context;
    const char* code;
};

// Richardson, "H.264 and MPEG-4 Video Compression", 6.4.12.2, examples 1 and 3; chroma DC by tables 9-5 and
// 9-9.
TEST(ResidualBlock, CodesAreThoseOfTheTextBook) {
    const auto block = [](std::vector<int16_t> levels, size_t count) {
        levels.resize(count);
        return levels;
    };
    for (const Residual& r :
         {Residual{block({0, 3, 0, 1, -1, -1, 0, 1}, 16), 0, "000010001110010111101101"},
          Residual{block({0, 0, 0, 1, 0, 1, 0, 0, 0, -1}, 16), 0, "0001110001110010"},
          Residual{block({}, 16), 0, "1"}, Residual{block({}, 16), 3, "11"},
          Residual{block({}, 16), 8, "000011"}, Residual{block({}, 4), kChromaDcContext, "01"},
          // one coefficient of 1 in front of three zeros: token "1", sign "0", zeros "1"
          Residual{block({1}, 4), kChromaDcContext, "101"},
          // Level 9 alone (code 2 * 9 - 2 - 2 = 14): prefix 14, four bits; no zeros before it.
          Residual{block({9}, 16), 0, "00010100000000000000100001"}}) {
        BitWriter bits;
        write_residual_block(bits, r.levels.data(), static_cast<int>(r.levels.size()), r.context);
        EXPECT_EQ(text_of(bits), r.code) << testing::PrintToString(r.levels);
    }
}

TEST(Transform, AFlatBlockHasOneCoefficientAndComesBack) {
    Blocks<1> block;
    for (auto& c : block.c) c[0] = 10;
    forward_transform(block);
    EXPECT_EQ(block.c[0][0], 160);
    for (int i = 1; i < 16; i++) EXPECT_EQ(block.c[i][0], 0);
    // QP 24: 160 * 8066-free place 13107 / 2^19 + 1/3 = 4; 4 * 10 * 16 = 640; (640 + 32) >> 6 = 10.
    Quantizer(24, true).quantize(block);
    EXPECT_EQ(block.c[0][0], 4);
    Dequantizer(24).scale(block);
    EXPECT_EQ(block.c[0][0], 640);
    inverse_transform(block);
    for (auto& c : block.c) EXPECT_EQ(c[0], 10);
}

// A quantised block that is scaled back lies within a step of what it was.
TEST(Transform, QuantisingKeepsWithinAStep) {
    std::mt19937 random(1);
    for (const int qp : {0, 5, 12, 27, 40}) {
        Blocks<16> blocks;
        int16_t original[16][16];
        for (int i = 0; i < 16; i++)
            for (int b = 0; b < 16; b++)
                original[i][b] = blocks.c[i][b] =
                    static_cast<int16_t>(static_cast<int>(random() % 201) - 100);
        forward_transform(blocks);
        Quantizer(qp, false).quantize(blocks);
        Dequantizer(qp).scale(blocks);
        inverse_transform(blocks);
        const double step = 0.625 * std::exp2(qp / 6.0);
        for (int i = 0; i < 16; i++)
            for (int b = 0; b < 16; b++)
                ASSERT_NEAR(blocks.c[i][b], original[i][b], 4 * step + 1) << "QP " << qp;
    }
}

// Many lanes take another way than one does: each level is the formula's, of all coefficients that there are.
TEST(Transform, LevelsFollowTheFormula) {
    for (const int qp : {0, 5, 6, 11, 12, 27, 28, 51}) {
        for (const bool intra : {false, true}) {
            const Quantizer quantizer(qp, intra);
            constexpr uint32_t scales[6] = {13107, 11916, 10082, 9362, 8192, 7282};  // at even places
            const int shift = 15 + qp / 6;
            const uint32_t rounding = (1u << shift) / (intra ? 3 : 6);
            for (int first = -4080; first <= 4080; first += 8) {
                Blocks<8> blocks{};
                for (int b = 0; b < 8; b++) blocks.c[0][b] = static_cast<int16_t>(first + b);
                const bool any = quantizer.quantize(blocks);
                bool expected_any = false;
                for (int b = 0; b < 8; b++) {
                    const int c = first + b;
                    const auto level = static_cast<int>(
                        (static_cast<uint32_t>(std::abs(c)) * scales[qp % 6] + rounding) >> shift);
                    ASSERT_EQ(blocks.c[0][b], c < 0 ? -level : level) << "QP " << qp << ", " << c;
                    expected_any |= level != 0;
                }
                ASSERT_EQ(any, expected_any);
            }
        }
    }
}

TEST(Transform, HalfAStepIsWhereRoundingTurns) {
    // QP 28: shift 19, scale 8192 at even places: 2^18 / 8192 = 32.
    EXPECT_EQ(Quantizer(28, false).half_step(0), 32);
    const vme::TransformThresholds thresholds = transform_thresholds(Quantizer(28, false));
    // 2^18 / 5243 = 49.99, 2^18 / 3355 = 78.1; a sum of two has places of both kinds.
    EXPECT_EQ(thresholds, (vme::TransformThresholds{32, 49, 32, 49, 32, 49, 78}));
    EXPECT_EQ(transform_thresholds(Quantizer(51, false))[1], 255);  // of eight bits
}

// Vectors of the macroblocks around (1, 1) of a map of 3 x 2.
class VectorPredictionTest : public testing::Test {
protected:
    void set(int x, int y, vme::MotionVector vector, int8_t reference) {
        map_.at(x, y).vectors.fill(vector);
        map_.at(x, y).references.fill(reference);
    }
    vme::MotionVector predict(int block, int8_t reference = 0) const {
        return VectorPrediction(Neighbors(map_, 1, 1)).predict(vme::kBlocks[block], reference);
    }
    VectorPredictionTest() : map_{3, 2, {0}, std::vector<CodedMacroblock>(6)} {
        set(0, 1, {4, 8}, 0);      // A
        set(1, 0, {12, -4}, 0);    // B
        set(2, 0, {-8, 40}, 0);    // C
        set(0, 0, {100, 100}, 0);  // D
    }
    MacroblockMap map_;
};

TEST_F(VectorPredictionTest, IsTheMedianOfThree) {
    EXPECT_EQ(predict(vme::kFirst16x16), (vme::MotionVector{4, 8}));
}

TEST_F(VectorPredictionTest, OneOfTheSameReferenceIsTaken) {
    set(0, 1, {4, 8}, 1);
    EXPECT_EQ(predict(vme::kFirst16x16, 1), (vme::MotionVector{4, 8}));
    set(1, 0, {12, -4}, kIntraReference);
    set(2, 0, {-8, 40}, kIntraReference);
    EXPECT_EQ(predict(vme::kFirst16x16, 1), (vme::MotionVector{4, 8}));
}

TEST_F(VectorPredictionTest, HalvesPreferTheirOwnSide) {
    EXPECT_EQ(predict(vme::kFirst16x8), (vme::MotionVector{12, -4}));
    EXPECT_EQ(predict(vme::kFirst16x8 + 1), (vme::MotionVector{4, 8}));
    EXPECT_EQ(predict(vme::kFirst8x16), (vme::MotionVector{4, 8}));
    EXPECT_EQ(predict(vme::kFirst8x16 + 1), (vme::MotionVector{-8, 40}));
}

TEST_F(VectorPredictionTest, WithoutUpperRightTheUpperLeftCounts) {
    const VectorPrediction at_the_edge(Neighbors(map_, 2, 1));
    map_.at(1, 1) = map_.at(0, 1);  // to the left of (2, 1)
    // A (4, 8), B (-8, 40), D (12, -4)
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 2, 1)).predict(vme::kBlocks[0], 0), (vme::MotionVector{4, 8}));
}

TEST_F(VectorPredictionTest, WithoutAnUpperRowTheLeftOneIsTaken) {
    map_.first_macroblocks = {0, 3};  // each row is a slice
    EXPECT_EQ(predict(vme::kFirst16x16), (vme::MotionVector{4, 8}));
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 0, 1)).predict(vme::kBlocks[0], 0), (vme::MotionVector{}));
}

TEST_F(VectorPredictionTest, SkipStandsStillWhereANeighbourDoes) {
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 1, 1)).predict_skip(), (vme::MotionVector{4, 8}));
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 0, 1)).predict_skip(),
              (vme::MotionVector{}));  // none to the left
    set(1, 0, {0, 0}, 0);
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 1, 1)).predict_skip(), (vme::MotionVector{}));
    set(1, 0, {0, 0}, 1);  // of another picture: it counts as any vector
    EXPECT_EQ(VectorPrediction(Neighbors(map_, 1, 1)).predict_skip(), (vme::MotionVector{0, 8}));
}

}  // namespace
}  // namespace genmedia::encode
