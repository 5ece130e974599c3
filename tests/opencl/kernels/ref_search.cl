// SPDX-License-Identifier: MIT
// What refinement starts from and which pictures it reads.
#include "ref.h"

MACROBLOCK_KERNEL fractional_single(read_only image2d_t source, read_only image2d_t forward,
                                    global struct InterRecord* out, global const struct RefineInput* inputs,
                                    uchar resolution, uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct RefineInput* input = inputs + macroblock_index();
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_fme_initialize(
        macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
        resolution, sad_adjustment);
    store_inter(out + macroblock_index(),
                intel_sub_group_avc_ref_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL fractional_dual(read_only image2d_t source, read_only image2d_t forward,
                                  read_only image2d_t backward, global struct InterRecord* out,
                                  global const struct RefineInput* inputs, uchar resolution,
                                  uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct RefineInput* input = inputs + macroblock_index();
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_fme_initialize(
        macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
        resolution, sad_adjustment);
    store_inter(out + macroblock_index(), intel_sub_group_avc_ref_evaluate_with_dual_reference(
                                              source, forward, backward, vme, payload));
}

MACROBLOCK_KERNEL bidirectional_dual(read_only image2d_t source, read_only image2d_t forward,
                                     read_only image2d_t backward, global struct InterRecord* out,
                                     global const struct RefineInput* inputs, uchar resolution, uchar weight,
                                     uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct RefineInput* input = inputs + macroblock_index();
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_bme_initialize(
        macroblock(), input->vectors[lane()], input->major_shape, input->minor_shapes, input->directions,
        resolution, weight, sad_adjustment);
    store_inter(out + macroblock_index(), intel_sub_group_avc_ref_evaluate_with_dual_reference(
                                              source, forward, backward, vme, payload));
}

MACROBLOCK_KERNEL multi_reference(read_only image2d_t source, read_only image2d_t forward0,
                                  read_only image2d_t backward0, read_only image2d_t forward1,
                                  read_only image2d_t backward1, global struct InterRecord* out,
                                  global const struct RefineInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    store_inter(out + macroblock_index(),
                intel_sub_group_avc_ref_evaluate_with_multi_reference(
                    source, inputs[macroblock_index()].reference_ids, vme, bidirectional(inputs)));
}

MACROBLOCK_KERNEL multi_reference_fields(read_only image2d_t source, read_only image2d_t forward0,
                                         read_only image2d_t backward0, read_only image2d_t forward1,
                                         read_only image2d_t backward1, global struct InterRecord* out,
                                         global const struct RefineInput* inputs, uchar source_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct RefineInput* input = inputs + macroblock_index();
    intel_sub_group_avc_ref_payload_t payload =
        intel_sub_group_avc_ref_set_source_interlaced_field_polarity(source_field, bidirectional(inputs));
    store_inter(out + macroblock_index(),
                intel_sub_group_avc_ref_evaluate_with_multi_reference(
                    source, input->reference_ids, input->field_polarities, vme, payload));
}

MACROBLOCK_KERNEL single_fields(read_only image2d_t source, read_only image2d_t forward,
                                global struct InterRecord* out, global const struct RefineInput* inputs,
                                uchar source_field, uchar reference_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ref_payload_t payload =
        intel_sub_group_avc_ref_set_source_interlaced_field_polarity(source_field, fractional(inputs));
    payload = intel_sub_group_avc_ref_set_single_reference_interlaced_field_polarity(reference_field, payload);
    store_inter(out + macroblock_index(),
                intel_sub_group_avc_ref_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_fields(read_only image2d_t source, read_only image2d_t forward,
                              read_only image2d_t backward, global struct InterRecord* out,
                              global const struct RefineInput* inputs, uchar source_field,
                              uchar forward_field, uchar backward_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ref_payload_t payload =
        intel_sub_group_avc_ref_set_source_interlaced_field_polarity(source_field, bidirectional(inputs));
    payload = intel_sub_group_avc_ref_set_dual_reference_interlaced_field_polarities(
        forward_field, backward_field, payload);
    store_inter(out + macroblock_index(), intel_sub_group_avc_ref_evaluate_with_dual_reference(
                                              source, forward, backward, vme, payload));
}

MACROBLOCK_KERNEL reference_polarities(read_only image2d_t source, read_only image2d_t forward,
                                       read_only image2d_t backward, global uchar* polarities,
                                       global const struct RefineInput* inputs, uint reference_ids,
                                       uint parameter_polarities) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_ref_set_source_interlaced_field_polarity(
        CLK_AVC_ME_INTERLACED_SCAN_TOP_FIELD_INTEL, bidirectional(inputs));
    payload = intel_sub_group_avc_ref_set_dual_reference_interlaced_field_polarities(
        CLK_AVC_ME_INTERLACED_SCAN_TOP_FIELD_INTEL, CLK_AVC_ME_INTERLACED_SCAN_BOTTOM_FIELD_INTEL, payload);
    intel_sub_group_avc_ref_result_t result =
        intel_sub_group_avc_ref_evaluate_with_dual_reference(source, forward, backward, vme, payload);
    polarities[macroblock_index()] = intel_sub_group_avc_ref_get_inter_reference_interlaced_field_polarities(
        reference_ids, parameter_polarities, result);
}
