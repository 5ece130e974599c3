// SPDX-License-Identifier: MIT
// How the kernels of the integer search write their results.
#pragma once

#include "kernel_records.h"

void store_inter(global struct InterRecord* to, intel_sub_group_avc_ime_result_t result) {
    to->vectors[lane()] = intel_sub_group_avc_ime_get_motion_vectors(result);
    to->distortions[lane()] = intel_sub_group_avc_ime_get_inter_distortions(result);
    to->reference_ids = intel_sub_group_avc_ime_get_inter_reference_ids(result);
    to->best_distortion = intel_sub_group_avc_ime_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_ime_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_ime_get_inter_minor_shapes(result);
    to->directions = intel_sub_group_avc_ime_get_inter_directions(result);
    to->vector_count = intel_sub_group_avc_ime_get_inter_motion_vector_count(result);
}

void store_single(global struct ImeRecord* to, intel_sub_group_avc_ime_result_t result) {
    store_inter(&to->inter, result);
    to->forward_border = intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_FORWARD_INTEL, result);
    to->backward_border = 0;
    to->truncated = intel_sub_group_avc_ime_get_truncated_search_indication(result);
    to->terminated_early = intel_sub_group_avc_ime_get_unidirectional_early_search_termination(result);
}

void store_dual(global struct ImeRecord* to, intel_sub_group_avc_ime_result_t result) {
    store_inter(&to->inter, result);
    to->forward_border = intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_FORWARD_INTEL, result);
    to->backward_border = intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_BACKWARD_INTEL, result);
    to->truncated = intel_sub_group_avc_ime_get_truncated_search_indication(result);
    to->terminated_early = 0;  // of single reference searches only
}

// An exhaustive search around the macroblock with all partitions, which a kernel changes further.
intel_sub_group_avc_ime_payload_t single_search(void) {
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    return intel_sub_group_avc_ime_set_single_reference((short2)(0, 0),
                                                        CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
}

intel_sub_group_avc_ime_payload_t dual_search(void) {
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    return intel_sub_group_avc_ime_set_dual_reference(
        (short2)(0, 0), (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
}
