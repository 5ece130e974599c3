// SPDX-License-Identifier: MIT
// One level of a pyramid: the search starts where the level above, of half the size, found the macroblock's match.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void hierarchical_search(
    read_only image2d_t source, read_only image2d_t reference, global struct Macroblock* field,
    global const struct Macroblock* above, int above_columns, ushort2 size) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);

    short2 offset = (short2)(0, 0);
    if (above_columns > 0) {
        // The block that covers this quarter of the macroblock above; twice its vector, in whole pixels.
        const int macroblock = (int)(get_group_id(1) / 2) * above_columns + (int)(get_group_id(0) / 2);
        const int quadrant = (int)(get_group_id(1) % 2 * 2 + get_group_id(0) % 2);
        offset = as_short4(above[macroblock].vectors[4 * quadrant]).xy / (short)2;
    }
    offset = intel_sub_group_avc_ime_adjust_ref_offset(
        offset, at, intel_sub_group_avc_ime_ref_window_size(CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, 0), size);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_16x16_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    store_search(field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search));
}
