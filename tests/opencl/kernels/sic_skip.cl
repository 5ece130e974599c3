// SPDX-License-Identifier: MIT
// The skip check: which vectors, in which pictures.
#include "sic.h"

MACROBLOCK_KERNEL single_reference(read_only image2d_t source, read_only image2d_t forward,
                                   global struct SicRecord* out, global const struct SkipInput* inputs,
                                   uint partition, uint mask, uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_configure_skc(
        partition, mask, inputs[macroblock_index()].vectors[lane() % 4], 0, sad_adjustment,
        intel_sub_group_avc_sic_initialize(macroblock()));
    store_skip(out + macroblock_index(),
               intel_sub_group_avc_sic_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_reference(read_only image2d_t source, read_only image2d_t forward,
                                 read_only image2d_t backward, global struct SicRecord* out,
                                 global const struct SkipInput* inputs, uint partition, uint mask,
                                 uchar weight, uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_configure_skc(
        partition, mask, inputs[macroblock_index()].vectors[lane() % 4], weight, sad_adjustment,
        intel_sub_group_avc_sic_initialize(macroblock()));
    store_skip(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

MACROBLOCK_KERNEL multi_reference(read_only image2d_t source, read_only image2d_t forward0,
                                  read_only image2d_t backward0, read_only image2d_t forward1,
                                  read_only image2d_t backward1, global struct SicRecord* out,
                                  global const struct SkipInput* inputs, uint partition, uint mask) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    store_skip(out + macroblock_index(),
               intel_sub_group_avc_sic_evaluate_with_multi_reference(
                   source, inputs[macroblock_index()].reference_ids, vme, skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL multi_reference_fields(read_only image2d_t source, read_only image2d_t forward0,
                                         read_only image2d_t backward0, read_only image2d_t forward1,
                                         read_only image2d_t backward1, global struct SicRecord* out,
                                         global const struct SkipInput* inputs, uint partition, uint mask,
                                         uchar source_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct SkipInput* input = inputs + macroblock_index();
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_set_source_interlaced_field_polarity(
        source_field, skip(inputs, partition, mask));
    store_skip(out + macroblock_index(),
               intel_sub_group_avc_sic_evaluate_with_multi_reference(
                   source, input->reference_ids, (uchar)input->field_polarities, vme, payload));
}

MACROBLOCK_KERNEL single_fields(read_only image2d_t source, read_only image2d_t forward,
                                global struct SicRecord* out, global const struct SkipInput* inputs,
                                uint partition, uint mask, uchar source_field, uchar reference_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_set_source_interlaced_field_polarity(
        source_field, skip(inputs, partition, mask));
    payload = intel_sub_group_avc_sic_set_single_reference_interlaced_field_polarity(reference_field, payload);
    store_skip(out + macroblock_index(),
               intel_sub_group_avc_sic_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_fields(read_only image2d_t source, read_only image2d_t forward,
                              read_only image2d_t backward, global struct SicRecord* out,
                              global const struct SkipInput* inputs, uint partition, uint mask,
                              uchar source_field, uchar forward_field, uchar backward_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_set_source_interlaced_field_polarity(
        source_field, skip(inputs, partition, mask));
    payload = intel_sub_group_avc_sic_set_dual_reference_interlaced_field_polarities(
        forward_field, backward_field, payload);
    store_skip(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

// Of 256 directions for 8x8, then of three for 16x16.
MACROBLOCK_KERNEL vector_masks(global uint* masks) {
    for (uint direction = 0; direction < 256; direction++) {
        masks[direction] = intel_sub_group_avc_sic_get_motion_vector_mask(
            CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL, (uchar)direction);
    }
    for (uint direction = 0; direction < 3; direction++) {
        masks[256 + direction] = intel_sub_group_avc_sic_get_motion_vector_mask(
            CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, (uchar)direction);
    }
}
