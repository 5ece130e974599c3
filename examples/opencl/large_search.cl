// SPDX-License-Identifier: MIT
// A window larger than the unit's: four searches side by side, of which each hands its best matches on.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void large_search(read_only image2d_t source,
                                                                         read_only image2d_t reference,
                                                                         global struct Macroblock* field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);
    const uchar window = CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL;  // offsets by its reach of 16 x 12 pixels

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_16x16_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);

    search = intel_sub_group_avc_ime_set_single_reference((short2)(-14, -12), window, search);
    intel_sub_group_avc_ime_result_single_reference_streamout_t best =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, reference, vme, search);

    search = intel_sub_group_avc_ime_set_single_reference((short2)(14, -12), window, search);
    best = intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
        source, reference, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(best));

    search = intel_sub_group_avc_ime_set_single_reference((short2)(-14, 12), window, search);
    best = intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
        source, reference, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(best));

    search = intel_sub_group_avc_ime_set_single_reference((short2)(14, 12), window, search);
    intel_sub_group_avc_ime_result_t whole = intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
        source, reference, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(best));

    store_refined(field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
                  intel_sub_group_avc_ref_evaluate_with_single_reference(source, reference, vme,
                                                                         quarter_pixels(at, whole)));
}
