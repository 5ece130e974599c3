// SPDX-License-Identifier: MIT
// The search again, but what costs bits has to pay for itself: long vectors and small blocks.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void costs(read_only image2d_t source,
                                                                  read_only image2d_t reference,
                                                                  global struct Macroblock* field, uchar qp) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);
    const uchar slice = CLK_AVC_ME_SLICE_TYPE_PRED_INTEL;
    const ulong shapes = intel_sub_group_avc_mce_get_default_inter_shape_penalty(slice, qp);
    const uint2 table = intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(slice, qp);
    const ulong no_motion = 0;  // is what a vector's cost is counted from

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    search = intel_sub_group_avc_ime_set_inter_shape_penalty(shapes, search);
    search = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        no_motion, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, search);
    intel_sub_group_avc_ime_result_t whole =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search);

    intel_sub_group_avc_ref_payload_t refine = quarter_pixels(at, whole);
    refine = intel_sub_group_avc_ref_set_inter_shape_penalty(shapes, refine);
    refine = intel_sub_group_avc_ref_set_motion_vector_cost_function(
        no_motion, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, refine);
    store_refined(
        field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
        intel_sub_group_avc_ref_evaluate_with_single_reference(source, reference, vme, refine));
}
