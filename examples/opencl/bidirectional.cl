// SPDX-License-Identifier: MIT
// The match of each macroblock in the picture before, in the one after, or in the mean of both.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void bidirectional(
    read_only image2d_t source, read_only image2d_t before, read_only image2d_t after,
    global struct Macroblock* field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_16x16_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_dual_reference(
        (short2)(0, 0), (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    intel_sub_group_avc_ime_result_t whole =
        intel_sub_group_avc_ime_evaluate_with_dual_reference(source, before, after, vme, search);

    intel_sub_group_avc_ref_payload_t refine = intel_sub_group_avc_bme_initialize(
        at, intel_sub_group_avc_ime_get_motion_vectors(whole),
        intel_sub_group_avc_ime_get_inter_major_shape(whole),
        intel_sub_group_avc_ime_get_inter_minor_shapes(whole),
        intel_sub_group_avc_ime_get_inter_directions(whole), CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL,
        CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    store_refined(field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
                  intel_sub_group_avc_ref_evaluate_with_dual_reference(source, before, after, vme, refine));
}
