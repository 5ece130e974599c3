// SPDX-License-Identifier: MIT
// ocloc: -Dcl_intel_media_block_io
// Two ways not to search, in one call: copying the macroblock from the reference, and predicting it from the
// pixels around it. Which coefficients would survive quantisation tells whether the copy will do.
#include "macroblock_decision.h"
#include "edges.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void intra_skip(
    read_only image2d_t source, read_only image2d_t reference, read_only image2d_t source_pixels,
    global struct Decision* decisions, int width, uchar qp, ulong thresholds) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);
    const struct Edges edges = read_edges(convert_int2(at), width, source_pixels);
    const ulong no_motion = 0;

    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_initialize(at);
    check = intel_sub_group_avc_sic_configure_skc(
        CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL, no_motion,
        CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, check);
    check = intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, edges.available, edges.left, edges.upper_left,
        edges.upper, edges.upper_right, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, check);
    check = intel_sub_group_avc_sic_set_skc_forward_transform_enable(thresholds, check);
    check = intel_sub_group_avc_sic_set_intra_luma_shape_penalty(
        intel_sub_group_avc_mce_get_default_intra_luma_shape_penalty(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, qp), check);
    intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_with_single_reference(source, reference, vme, check);

    global struct Decision* to = decisions + get_group_id(1) * get_num_groups(0) + get_group_id(0);
    to->skip_distortion = intel_sub_group_avc_mce_get_best_inter_distortion(
        intel_sub_group_avc_sic_convert_to_mce_result(result));
    to->skip_sad = intel_sub_group_avc_sic_get_inter_raw_sads(result);
    to->transform_counts = intel_sub_group_avc_sic_get_packed_skc_luma_count_threshold(result);
    to->transform_sums = intel_sub_group_avc_sic_get_packed_skc_luma_sum_threshold(result);
    to->intra_shape = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
    to->intra_distortion = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    to->luma_modes = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
}
