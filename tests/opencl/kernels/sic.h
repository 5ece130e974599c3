// SPDX-License-Identifier: MIT
// How the kernels of skip and intra check write their results.
#pragma once

#include "kernel_records.h"

void store_skip(global struct SicRecord* to, intel_sub_group_avc_sic_result_t result) {
    to->distortions[lane()] = intel_sub_group_avc_sic_get_inter_distortions(result);
    to->raw_sad = intel_sub_group_avc_sic_get_inter_raw_sads(result);
    to->best_distortion = intel_sub_group_avc_mce_get_best_inter_distortion(
        intel_sub_group_avc_sic_convert_to_mce_result(result));
}

void store_transform(global struct SicRecord* to, intel_sub_group_avc_sic_result_t result) {
    to->transform_counts = intel_sub_group_avc_sic_get_packed_skc_luma_count_threshold(result);
    to->transform_sums = intel_sub_group_avc_sic_get_packed_skc_luma_sum_threshold(result);
}

void store_intra(global struct SicRecord* to, intel_sub_group_avc_sic_result_t result) {
    to->intra_shape = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
    to->intra_distortion = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    to->luma_modes = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
}

void store_chroma(global struct SicRecord* to, intel_sub_group_avc_sic_result_t result) {
    to->chroma_mode = intel_sub_group_avc_sic_get_ipe_chroma_mode(result);
    to->chroma_distortion = intel_sub_group_avc_sic_get_best_ipe_chroma_distortion(result);
}

// Plain SAD, both pictures with half the weight, which a kernel changes further.
intel_sub_group_avc_sic_payload_t skip(global const struct SkipInput* inputs, uint partition, uint mask) {
    return intel_sub_group_avc_sic_configure_skc(
        partition, mask, inputs[macroblock_index()].vectors[lane() % 4], CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, intel_sub_group_avc_sic_initialize(macroblock()));
}

// Adds an intra estimation with all block sizes.
intel_sub_group_avc_sic_payload_t with_intra(global const struct IntraInput* inputs,
                                             intel_sub_group_avc_sic_payload_t payload) {
    global const struct IntraInput* input = inputs + macroblock_index();
    return intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, input->availability, input->left[lane()],
        input->upper_left, input->upper[lane()], input->upper_right[lane() % 8],
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
}

intel_sub_group_avc_sic_payload_t intra(global const struct IntraInput* inputs) {
    return with_intra(inputs, intel_sub_group_avc_sic_initialize(macroblock()));
}
