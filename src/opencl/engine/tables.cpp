// SPDX-License-Identifier: MIT
#include "opencl/engine/tables.h"

#include "genmedia/vme.h"

namespace genmedia::opencl {
namespace {

uint64_t packed(const vme::CostTable& table) {
    uint64_t bits = 0;
    for (size_t i = 0; i < table.size(); i++) bits |= static_cast<uint64_t>(table[i].bits) << (8 * i);
    return bits;
}

uint64_t packed(const vme::InterShapePenalty& penalty) {
    return penalty.shape_16x8_8x16.bits | static_cast<uint64_t>(penalty.shape_8x8.bits) << 8 |
           static_cast<uint64_t>(penalty.shape_8x4_4x8.bits) << 16 |
           static_cast<uint64_t>(penalty.shape_4x4.bits) << 24 |
           static_cast<uint64_t>(penalty.shape_16x16.bits) << 32;
}

uint32_t packed(const vme::IntraShapePenalty& penalty) {
    return static_cast<uint32_t>(penalty.shape_16x16.bits) << 8 |
           static_cast<uint32_t>(penalty.shape_8x8.bits) << 16 |
           static_cast<uint32_t>(penalty.shape_4x4.bits) << 24;
}

void fill_slice(abi::gm_tables& tables, int slice_type) {
    const auto slice = static_cast<vme::SliceType>(slice_type);
    for (int qp = 0; qp < 52; qp++) {
        tables.vector_cost[slice_type][qp] = packed(vme::default_motion_vector_cost(slice, qp));
        tables.inter_shape[slice_type][qp] = packed(vme::default_inter_shape_penalty(slice, qp));
        tables.intra_shape[slice_type][qp] = packed(vme::default_intra_luma_shape_penalty(slice, qp));
        tables.direction[slice_type][qp] = vme::default_inter_direction_penalty(slice, qp).bits;
        tables.multi_reference[slice_type][qp] = vme::default_base_multi_reference_penalty(slice, qp).bits;
        tables.intra_mode[slice_type][qp] = vme::default_intra_luma_mode_penalty(slice, qp).bits;
    }
}

void fill_windows(abi::gm_tables& tables) {
    for (const int window : {0, 1, 2, 3, 4, 5, 9, 10}) {
        for (const int dual : {0, 1}) {
            const vme::WindowSize size =
                vme::reference_window_size(static_cast<vme::SearchWindow>(window), dual);
            tables.window_size[window][dual][0] = static_cast<uint16_t>(size.width);
            tables.window_size[window][dual][1] = static_cast<uint16_t>(size.height);
        }
    }
}

abi::gm_tables filled() {
    abi::gm_tables tables{};
    for (int slice_type = 0; slice_type < 3; slice_type++) fill_slice(tables, slice_type);
    tables.high_cost = packed(vme::high_penalty_cost_table());
    tables.medium_cost = packed(vme::medium_penalty_cost_table());
    tables.low_cost = packed(vme::low_penalty_cost_table());
    const vme::NonDcPenalty non_dc = vme::default_non_dc_luma_penalty();
    tables.non_dc = non_dc.shape_16x16 | static_cast<uint32_t>(non_dc.shape_8x8) << 8 |
                    static_cast<uint32_t>(non_dc.shape_4x4) << 16;
    tables.chroma_mode = vme::default_intra_chroma_mode_base_penalty().bits;
    fill_windows(tables);
    return tables;
}

}  // namespace

const abi::gm_tables& default_tables() {
    static const abi::gm_tables tables = filled();
    return tables;
}

}  // namespace genmedia::opencl
