// SPDX-License-Identifier: MIT
// Intra estimation, alone and with a skip check.
#include "sic.h"

MACROBLOCK_KERNEL luma(read_only image2d_t source, global struct SicRecord* out,
                       global const struct IntraInput* inputs, uchar partition_mask, uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const struct IntraInput* input = inputs + macroblock_index();
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_configure_ipe(
        partition_mask, input->availability, input->left[lane()], input->upper_left, input->upper[lane()],
        input->upper_right[lane() % 8], sad_adjustment, intel_sub_group_avc_sic_initialize(macroblock()));
    store_intra(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload));
}

MACROBLOCK_KERNEL shape_penalty(read_only image2d_t source, global struct SicRecord* out,
                                global const struct IntraInput* inputs, uint packed) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload =
        intel_sub_group_avc_sic_set_intra_luma_shape_penalty(packed, intra(inputs));
    store_intra(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload));
}

MACROBLOCK_KERNEL mode_cost(read_only image2d_t source, global struct SicRecord* out,
                            global const struct IntraInput* inputs, uchar penalty, uint neighbor_modes,
                            uint non_dc_penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_set_intra_luma_mode_cost_function(
        penalty, neighbor_modes, non_dc_penalty, intra(inputs));
    store_intra(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload));
}

MACROBLOCK_KERNEL field(read_only image2d_t source, global struct SicRecord* out,
                        global const struct IntraInput* inputs, uchar source_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload =
        intel_sub_group_avc_sic_set_source_interlaced_field_polarity(source_field, intra(inputs));
    store_intra(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload));
}

MACROBLOCK_KERNEL with_skip(read_only image2d_t source, read_only image2d_t forward,
                            global struct SicRecord* out, global const struct SkipInput* skips, uint partition,
                            uint mask, global const struct IntraInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = with_intra(inputs, skip(skips, partition, mask));
    intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_with_single_reference(source, forward, vme, payload);
    store_skip(out + macroblock_index(), result);
    store_intra(out + macroblock_index(), result);
}
