// SPDX-License-Identifier: MIT
// Settings of the integer search that are no costs.
#include "ime.h"

MACROBLOCK_KERNEL max_vector_count(read_only image2d_t source, read_only image2d_t forward,
                                   global struct ImeRecord* out, uchar count) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_max_motion_vector_count(count, single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL direction_mix_disable(read_only image2d_t source, read_only image2d_t forward,
                                        read_only image2d_t backward, global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_unidirectional_mix_disable(dual_search());
    store_dual(out + macroblock_index(), intel_sub_group_avc_ime_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

MACROBLOCK_KERNEL early_termination(read_only image2d_t source, read_only image2d_t forward,
                                    global struct ImeRecord* out, uchar threshold) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_early_search_termination_threshold(threshold, single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL weighted_sad(read_only image2d_t source, read_only image2d_t forward, global uint* vectors,
                               uint packed_weights, global ushort* distortions) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    payload = intel_sub_group_avc_ime_set_weighted_sad(packed_weights, payload);
    intel_sub_group_avc_ime_result_t result =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload);
    vectors[macroblock_index()] =
        intel_sub_group_avc_ime_get_weighting_pattern_minimum_motion_vector(result);
    distortions[macroblock_index()] =
        intel_sub_group_avc_ime_get_weighting_pattern_minimum_distortion(result);
}

MACROBLOCK_KERNEL single_fields(read_only image2d_t source, read_only image2d_t forward,
                                global struct ImeRecord* out, uchar source_field, uchar reference_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_source_interlaced_field_polarity(source_field, single_search());
    payload = intel_sub_group_avc_ime_set_single_reference_interlaced_field_polarity(reference_field, payload);
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_fields(read_only image2d_t source, read_only image2d_t forward,
                              read_only image2d_t backward, global struct ImeRecord* out, uchar source_field,
                              uchar forward_field, uchar backward_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_source_interlaced_field_polarity(source_field, dual_search());
    payload = intel_sub_group_avc_ime_set_dual_reference_interlaced_field_polarities(
        forward_field, backward_field, payload);
    store_dual(out + macroblock_index(), intel_sub_group_avc_ime_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

// Looks the polarities of given reference ids up in those of the parameters.
MACROBLOCK_KERNEL reference_polarities(read_only image2d_t source, read_only image2d_t forward,
                                       read_only image2d_t backward, global uchar* polarities,
                                       uint reference_ids, uint parameter_polarities) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_source_interlaced_field_polarity(
            CLK_AVC_ME_INTERLACED_SCAN_TOP_FIELD_INTEL, dual_search());
    payload = intel_sub_group_avc_ime_set_dual_reference_interlaced_field_polarities(
        CLK_AVC_ME_INTERLACED_SCAN_TOP_FIELD_INTEL, CLK_AVC_ME_INTERLACED_SCAN_BOTTOM_FIELD_INTEL, payload);
    intel_sub_group_avc_ime_result_t result =
        intel_sub_group_avc_ime_evaluate_with_dual_reference(source, forward, backward, vme, payload);
    polarities[macroblock_index()] = intel_sub_group_avc_ime_get_inter_reference_interlaced_field_polarities(
        reference_ids, parameter_polarities, result);
}
