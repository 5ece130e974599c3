// SPDX-License-Identifier: MIT
#include "genmedia/vme_costs.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

uint64_t packed(const CostTable& table) {
    uint64_t bits = 0;
    for (int i = 7; i >= 0; i--) bits = bits << 8 | table[i].bits;
    return bits;
}

// The figures of the facts established on silicon: QP 45, P.
TEST(CostTables, AtQp45OfPSlicesAreThoseThatSiliconProved) {
    EXPECT_EQ(packed(default_motion_vector_cost(SliceType::p, 45)), 0x6B6A685E5D4E4B2Bu);
    const InterShapePenalty inter = default_inter_shape_penalty(SliceType::p, 45);
    EXPECT_EQ(inter.shape_16x16.value(), 240u);
    EXPECT_EQ(inter.shape_16x8_8x16.value(), 384u);
    EXPECT_EQ(inter.shape_8x8.value(), 120u);
    EXPECT_EQ(inter.shape_8x4_4x8.value(), 208u);
    EXPECT_EQ(inter.shape_4x4.value(), 288u);
    const IntraShapePenalty intra = default_intra_luma_shape_penalty(SliceType::p, 45);
    EXPECT_EQ(intra.shape_16x16.value(), 896u);
    EXPECT_EQ(intra.shape_8x8.value(), 1280u);
    EXPECT_EQ(intra.shape_4x4.value(), 3072u);
}

TEST(CostTables, LowMediumAndHighAreThoseOfQp0Qp26AndQp40) {
    EXPECT_EQ(low_penalty_cost_table(), default_motion_vector_cost(SliceType::p, 0));
    EXPECT_EQ(medium_penalty_cost_table(), default_motion_vector_cost(SliceType::p, 26));
    EXPECT_EQ(high_penalty_cost_table(), default_motion_vector_cost(SliceType::p, 40));
}

TEST(CostTables, NeverFallWithQp) {
    for (const SliceType slice : {SliceType::p, SliceType::b, SliceType::intra}) {
        for (int qp = 1; qp < 52; qp++) {
            SCOPED_TRACE(qp);
            for (int i = 0; i < 8; i++) {
                EXPECT_GE(default_motion_vector_cost(slice, qp)[i].value(),
                          default_motion_vector_cost(slice, qp - 1)[i].value());
            }
            EXPECT_GE(default_inter_shape_penalty(slice, qp).shape_4x4.value(),
                      default_inter_shape_penalty(slice, qp - 1).shape_4x4.value());
            EXPECT_GE(default_intra_luma_shape_penalty(slice, qp).shape_4x4.value(),
                      default_intra_luma_shape_penalty(slice, qp - 1).shape_4x4.value());
            EXPECT_GE(default_inter_direction_penalty(slice, qp).value(),
                      default_inter_direction_penalty(slice, qp - 1).value());
            EXPECT_GE(default_base_multi_reference_penalty(slice, qp).value(),
                      default_base_multi_reference_penalty(slice, qp - 1).value());
        }
    }
}

TEST(CostTables, HaveValuesForTheSlicesThatNeedThem) {
    EXPECT_EQ(packed(default_motion_vector_cost(SliceType::intra, 30)), 0u);
    EXPECT_EQ(default_inter_direction_penalty(SliceType::p, 30).bits, 0);
    EXPECT_EQ(default_inter_direction_penalty(SliceType::b, 30).bits, 0x18);
    EXPECT_EQ(default_base_multi_reference_penalty(SliceType::intra, 30).bits, 0);
    EXPECT_EQ(default_base_multi_reference_penalty(SliceType::p, 51).bits, 0x5B);
    EXPECT_EQ(default_intra_luma_mode_penalty(SliceType::p, 0).bits, 0x07);
    EXPECT_EQ(default_intra_luma_mode_penalty(SliceType::intra, 15).bits, 0x18);
    EXPECT_EQ(default_intra_luma_shape_penalty(SliceType::intra, 19).shape_8x8.bits, 0x02);
    EXPECT_EQ(default_non_dc_luma_penalty().shape_16x16, 36);
    EXPECT_EQ(default_non_dc_luma_penalty().shape_8x8, 12);
    EXPECT_EQ(default_non_dc_luma_penalty().shape_4x4, 4);
    EXPECT_EQ(default_intra_chroma_mode_base_penalty().bits, 0);
}

TEST(CostTables, ClampQp) {
    EXPECT_EQ(default_motion_vector_cost(SliceType::b, -7), default_motion_vector_cost(SliceType::b, 0));
    EXPECT_EQ(default_motion_vector_cost(SliceType::b, 99), default_motion_vector_cost(SliceType::b, 51));
}

// Byte positions of the registry text.
TEST(ShapePenalty, UnpacksWhatTheExtensionPacks) {
    const InterShapePenalty inter = InterShapePenalty::from_packed(0x0504030201);
    EXPECT_EQ(inter.shape_16x8_8x16.bits, 1);
    EXPECT_EQ(inter.shape_8x8.bits, 2);
    EXPECT_EQ(inter.shape_8x4_4x8.bits, 3);
    EXPECT_EQ(inter.shape_4x4.bits, 4);
    EXPECT_EQ(inter.shape_16x16.bits, 5);
    const IntraShapePenalty intra = IntraShapePenalty::from_packed(0x04030200);
    EXPECT_EQ(intra.shape_16x16.bits, 2);
    EXPECT_EQ(intra.shape_8x8.bits, 3);
    EXPECT_EQ(intra.shape_4x4.bits, 4);
}

}  // namespace
}  // namespace genmedia::vme
