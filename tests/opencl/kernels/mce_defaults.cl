// SPDX-License-Identifier: MIT
// The driver's default costs.
#include "defaults.h"
#include "kernel_records.h"

// A work-group a slice type and quantisation parameter.
MACROBLOCK_KERNEL of_slice(global struct SliceDefaults* out) {
    const uchar slice = (uchar)get_group_id(1), qp = (uchar)get_group_id(0);
    global struct SliceDefaults* to = out + macroblock_index();
    to->inter_shape = intel_sub_group_avc_mce_get_default_inter_shape_penalty(slice, qp);
    const uint2 table = intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(slice, qp);
    to->vector_table[0] = table.x;
    to->vector_table[1] = table.y;
    to->intra_luma_shape = intel_sub_group_avc_mce_get_default_intra_luma_shape_penalty(slice, qp);
    to->base_multi_reference =
        intel_sub_group_avc_mce_get_default_inter_base_multi_reference_penalty(slice, qp);
    to->direction = intel_sub_group_avc_mce_get_default_inter_direction_penalty(slice, qp);
    to->intra_luma_mode = intel_sub_group_avc_mce_get_default_intra_luma_mode_penalty(slice, qp);
    to->zero = 0;
}

MACROBLOCK_KERNEL of_all(global struct GeneralDefaults* to) {
    const uint2 high = intel_sub_group_avc_mce_get_default_high_penalty_cost_table();
    const uint2 medium = intel_sub_group_avc_mce_get_default_medium_penalty_cost_table();
    const uint2 low = intel_sub_group_avc_mce_get_default_low_penalty_cost_table();
    to->high[0] = high.x;
    to->high[1] = high.y;
    to->medium[0] = medium.x;
    to->medium[1] = medium.y;
    to->low[0] = low.x;
    to->low[1] = low.y;
    to->non_dc_luma = intel_sub_group_avc_mce_get_default_non_dc_luma_intra_penalty();
    to->chroma_mode = intel_sub_group_avc_mce_get_default_intra_chroma_mode_base_penalty();
}
