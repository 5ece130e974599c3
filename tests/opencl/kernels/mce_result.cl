// SPDX-License-Identifier: MIT
// Generic results, into which that of any operation can be turned and back.
#include "kernel_records.h"

void store_inter(global struct InterRecord* to, intel_sub_group_avc_mce_result_t result) {
    to->vectors[lane()] = intel_sub_group_avc_mce_get_motion_vectors(result);
    to->distortions[lane()] = intel_sub_group_avc_mce_get_inter_distortions(result);
    to->reference_ids = intel_sub_group_avc_mce_get_inter_reference_ids(result);
    to->best_distortion = intel_sub_group_avc_mce_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_mce_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_mce_get_inter_minor_shapes(result);
    to->directions = intel_sub_group_avc_mce_get_inter_directions(result);
    to->vector_count = intel_sub_group_avc_mce_get_inter_motion_vector_count(result);
}

// Border and truncation are read from a result that was generic in between.
MACROBLOCK_KERNEL of_ime(read_only image2d_t source, read_only image2d_t forward,
                         read_only image2d_t backward, global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_dual_reference(
        (short2)(0, 0), (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    intel_sub_group_avc_mce_result_t common =
        intel_sub_group_avc_ime_convert_to_mce_result(intel_sub_group_avc_ime_evaluate_with_dual_reference(
            source, forward, backward, vme, payload));
    intel_sub_group_avc_ime_result_t result = intel_sub_group_avc_mce_convert_to_ime_result(common);
    global struct ImeRecord* to = out + macroblock_index();
    store_inter(&to->inter, common);
    to->forward_border = intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_FORWARD_INTEL, result);
    to->backward_border = intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_BACKWARD_INTEL, result);
    to->truncated = intel_sub_group_avc_ime_get_truncated_search_indication(result);
    to->terminated_early = 0;
}

// The payload too is generic in between. The second record is read from the result that was.
MACROBLOCK_KERNEL of_ref(read_only image2d_t source, read_only image2d_t forward,
                         read_only image2d_t backward, global struct InterRecord* out,
                         global const struct RefineInput* inputs, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct RefineInput* input = inputs + macroblock_index();
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_ref_convert_to_mce_payload(intel_sub_group_avc_bme_initialize(
            macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
            CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL,
            CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL));
    payload = intel_sub_group_avc_mce_set_inter_direction_penalty(penalty, payload);
    intel_sub_group_avc_mce_result_t common =
        intel_sub_group_avc_ref_convert_to_mce_result(intel_sub_group_avc_ref_evaluate_with_dual_reference(
            source, forward, backward, vme, intel_sub_group_avc_mce_convert_to_ref_payload(payload)));
    global struct InterRecord* to = out + 2 * macroblock_index();
    store_inter(to, common);
    store_inter(to + 1, intel_sub_group_avc_ref_convert_to_mce_result(
                            intel_sub_group_avc_mce_convert_to_ref_result(common)));
}

MACROBLOCK_KERNEL of_sic(read_only image2d_t source, read_only image2d_t forward,
                         read_only image2d_t backward, global struct SicRecord* out,
                         global const struct SkipInput* inputs, uint partition, uint mask, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_sic_convert_to_mce_payload(intel_sub_group_avc_sic_configure_skc(
            partition, mask, inputs[macroblock_index()].vectors[lane() % 4], CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL,
            CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, intel_sub_group_avc_sic_initialize(macroblock())));
    payload = intel_sub_group_avc_mce_set_inter_direction_penalty(penalty, payload);
    intel_sub_group_avc_mce_result_t common =
        intel_sub_group_avc_sic_convert_to_mce_result(intel_sub_group_avc_sic_evaluate_with_dual_reference(
            source, forward, backward, vme, intel_sub_group_avc_mce_convert_to_sic_payload(payload)));
    global struct SicRecord* to = out + macroblock_index();
    to->distortions[lane()] = intel_sub_group_avc_mce_get_inter_distortions(common);
    to->best_distortion = intel_sub_group_avc_mce_get_best_inter_distortion(common);
    to->raw_sad = intel_sub_group_avc_sic_get_inter_raw_sads(intel_sub_group_avc_mce_convert_to_sic_result(common));
}

// Looks the polarities of given reference ids up in those of the parameters.
MACROBLOCK_KERNEL reference_polarities(read_only image2d_t source, read_only image2d_t forward,
                                       read_only image2d_t backward, global uchar* polarities,
                                       uint reference_ids, uint parameter_polarities) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_dual_reference(
        (short2)(0, 0), (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    payload = intel_sub_group_avc_ime_set_source_interlaced_field_polarity(
        CLK_AVC_ME_INTERLACED_SCAN_BOTTOM_FIELD_INTEL, payload);
    payload = intel_sub_group_avc_ime_set_dual_reference_interlaced_field_polarities(
        CLK_AVC_ME_INTERLACED_SCAN_TOP_FIELD_INTEL, CLK_AVC_ME_INTERLACED_SCAN_BOTTOM_FIELD_INTEL, payload);
    intel_sub_group_avc_mce_result_t result =
        intel_sub_group_avc_ime_convert_to_mce_result(intel_sub_group_avc_ime_evaluate_with_dual_reference(
            source, forward, backward, vme, payload));
    polarities[macroblock_index()] = intel_sub_group_avc_mce_get_inter_reference_interlaced_field_polarities(
        reference_ids, parameter_polarities, result);
}
