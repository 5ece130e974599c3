// SPDX-License-Identifier: MIT
// A work-group walks down a column of macroblocks; each search starts at the vector of the one above.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void columns(read_only image2d_t source,
                                                                    read_only image2d_t reference,
                                                                    global struct Macroblock* field, int rows) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    short2 offset = (short2)(0, 0);
    for (int row = 0; row < rows; row++) {
        const ushort2 at = (ushort2)(get_group_id(0) * 16, row * 16);
        intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
            at, CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
        search = intel_sub_group_avc_ime_set_single_reference(
            offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
        intel_sub_group_avc_ime_result_t whole =
            intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search);
        store_refined(field + row * get_num_groups(0) + get_group_id(0),
                      intel_sub_group_avc_ref_evaluate_with_single_reference(source, reference, vme,
                                                                             quarter_pixels(at, whole)));
        // One partition, so all work-items have the same vector.
        offset = as_short4(intel_sub_group_avc_ime_get_motion_vectors(whole)).xy / (short)4;
    }
}
