// SPDX-License-Identifier: MIT
// How the kernels of refinement start and write their results.
#pragma once

#include "kernel_records.h"

void store_inter(global struct InterRecord* to, intel_sub_group_avc_ref_result_t result) {
    to->vectors[lane()] = intel_sub_group_avc_ref_get_motion_vectors(result);
    to->distortions[lane()] = intel_sub_group_avc_ref_get_inter_distortions(result);
    to->reference_ids = intel_sub_group_avc_ref_get_inter_reference_ids(result);
    to->best_distortion = intel_sub_group_avc_ref_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_ref_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_ref_get_inter_minor_shapes(result);
    to->directions = intel_sub_group_avc_ref_get_inter_directions(result);
    to->vector_count = intel_sub_group_avc_ref_get_inter_motion_vector_count(result);
}

// To quarter pixels, plain SAD, which a kernel changes further.
intel_sub_group_avc_ref_payload_t fractional(global const struct RefineInput* inputs) {
    global const struct RefineInput* input = inputs + macroblock_index();
    return intel_sub_group_avc_fme_initialize(
        macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
        CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
}

intel_sub_group_avc_ref_payload_t bidirectional(global const struct RefineInput* inputs) {
    global const struct RefineInput* input = inputs + macroblock_index();
    return intel_sub_group_avc_bme_initialize(
        macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
        CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
}
