// SPDX-License-Identifier: MIT
// Intra estimation of luma and chroma; the source is an NV12 picture.
#include "sic.h"

intel_sub_group_avc_sic_payload_t luma_and_chroma(global const struct IntraInput* inputs) {
    global const struct IntraInput* input = inputs + macroblock_index();
    return intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, input->availability, input->left[lane()],
        input->upper_left, input->upper[lane()], input->upper_right[lane() % 8],
        input->chroma_left[lane() % 8], input->chroma_upper_left, input->chroma_upper[lane() % 8],
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, intel_sub_group_avc_sic_initialize(macroblock()));
}

MACROBLOCK_KERNEL chroma(read_only image2d_t source, global struct SicRecord* out,
                         global const struct IntraInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_ipe(source, vme, luma_and_chroma(inputs));
    store_intra(out + macroblock_index(), result);
    store_chroma(out + macroblock_index(), result);
}

MACROBLOCK_KERNEL chroma_mode_cost(read_only image2d_t source, global struct SicRecord* out,
                                   global const struct IntraInput* inputs, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload =
        intel_sub_group_avc_sic_set_intra_chroma_mode_cost_function(penalty, luma_and_chroma(inputs));
    intel_sub_group_avc_sic_result_t result = intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload);
    store_intra(out + macroblock_index(), result);
    store_chroma(out + macroblock_index(), result);
}
