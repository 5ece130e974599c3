// SPDX-License-Identifier: MIT
// MCE: default costs. [ext: MCE, cost configuration]
#include "opencl/builtins/costs.h"
#include "opencl/kernels/defaults.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::SliceType;

class MceDefaults : public OpenClTest {};

uint64_t packed(const vme::InterShapePenalty& penalty) {
    return penalty.shape_16x8_8x16.bits | uint64_t{penalty.shape_8x8.bits} << 8 |
           uint64_t{penalty.shape_8x4_4x8.bits} << 16 | uint64_t{penalty.shape_4x4.bits} << 24 |
           uint64_t{penalty.shape_16x16.bits} << 32;
}

uint32_t packed(const vme::IntraShapePenalty& penalty) {
    return uint32_t{penalty.shape_16x16.bits} << 8 | uint32_t{penalty.shape_8x8.bits} << 16 |
           uint32_t{penalty.shape_4x4.bits} << 24;
}

void expect_table(const uint32_t (&got)[2], const vme::CostTable& expected, const char* name) {
    const cl_uint2 words = test::packed(expected);
    EXPECT_EQ(got[0], words.s[0]) << name;
    EXPECT_EQ(got[1], words.s[1]) << name;
}

TEST_F(MceDefaults, OfEverySliceTypeAndQp) {
    const Grid grid{52, 3};
    const auto got = run<SliceDefaults>("mce_defaults.cl", "of_slice", {}, grid, grid.count());
    for (size_t i = 0; i < got.size(); i++) {
        const int qp = static_cast<int>(i % 52);
        const auto slice = static_cast<SliceType>(i / 52);
        SCOPED_TRACE("slice type " + std::to_string(i / 52) + ", QP " + std::to_string(qp));
        EXPECT_EQ(got[i].inter_shape, packed(vme::default_inter_shape_penalty(slice, qp)));
        expect_table(got[i].vector_table, vme::default_motion_vector_cost(slice, qp), "motion vector cost");
        EXPECT_EQ(got[i].intra_luma_shape, packed(vme::default_intra_luma_shape_penalty(slice, qp)));
        EXPECT_EQ(got[i].base_multi_reference, vme::default_base_multi_reference_penalty(slice, qp).bits);
        EXPECT_EQ(got[i].direction, vme::default_inter_direction_penalty(slice, qp).bits);
        EXPECT_EQ(got[i].intra_luma_mode, vme::default_intra_luma_mode_penalty(slice, qp).bits);
    }
}

TEST_F(MceDefaults, OfAllSlices) {
    const auto got = run<GeneralDefaults>("mce_defaults.cl", "of_all", {}, {1, 1}, 1);
    expect_table(got[0].high, vme::high_penalty_cost_table(), "high");
    expect_table(got[0].medium, vme::medium_penalty_cost_table(), "medium");
    expect_table(got[0].low, vme::low_penalty_cost_table(), "low");
    const vme::NonDcPenalty non_dc = vme::default_non_dc_luma_penalty();
    EXPECT_EQ(got[0].non_dc_luma,
              static_cast<uint32_t>(non_dc.shape_16x16 | non_dc.shape_8x8 << 8 | non_dc.shape_4x4 << 16));
    EXPECT_EQ(got[0].chroma_mode, vme::default_intra_chroma_mode_base_penalty().bits);
}

}  // namespace
}  // namespace genmedia::test
