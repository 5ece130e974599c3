// SPDX-License-Identifier: MIT
// The best match of each macroblock in one picture, to quarter pixels.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void basic_search(read_only image2d_t source,
                                                                         read_only image2d_t reference,
                                                                         global struct Macroblock* field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    intel_sub_group_avc_ime_result_t whole =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search);

    intel_sub_group_avc_ref_result_t fine = intel_sub_group_avc_ref_evaluate_with_single_reference(
        source, reference, vme, quarter_pixels(at, whole));
    store_refined(field + get_group_id(1) * get_num_groups(0) + get_group_id(0), fine);
}
