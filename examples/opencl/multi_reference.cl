// SPDX-License-Identifier: MIT
// Each block's best match in any of three earlier pictures; the farther ones pay for their longer codes.
#include "macroblock.h"

// Pictures come in pairs. Nothing looks backward here, so the backward ones are never read.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void multi_reference(
    read_only image2d_t source, read_only image2d_t forward0, read_only image2d_t backward0,
    read_only image2d_t forward1, read_only image2d_t backward1, read_only image2d_t forward2,
    read_only image2d_t backward2, global struct Macroblock* field, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_16x16_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    search = intel_sub_group_avc_ime_set_inter_base_multi_reference_penalty(penalty, search);
    intel_sub_group_avc_ime_result_single_reference_streamout_t best =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward0, vme, search);
    best = intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
        source, forward1, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(best));
    intel_sub_group_avc_ime_result_t whole = intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
        source, forward2, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(best));

    intel_sub_group_avc_ref_payload_t refine =
        intel_sub_group_avc_ref_set_inter_base_multi_reference_penalty(penalty, quarter_pixels(at, whole));
    store_refined(field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
                  intel_sub_group_avc_ref_evaluate_with_multi_reference(
                      source, intel_sub_group_avc_ime_get_inter_reference_ids(whole), vme, refine));
}
