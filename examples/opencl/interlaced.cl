// SPDX-License-Identifier: MIT
// Motion from a field of one picture to a field of another; both pictures hold the lines of two fields in turn.
#include "macroblock.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void interlaced(
    read_only image2d_t source, read_only image2d_t reference, global struct Macroblock* field,
    uchar source_polarity, uchar reference_polarity) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);  // in lines of the field

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    search = intel_sub_group_avc_ime_set_source_interlaced_field_polarity(source_polarity, search);
    search =
        intel_sub_group_avc_ime_set_single_reference_interlaced_field_polarity(reference_polarity, search);
    intel_sub_group_avc_ime_result_t whole =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search);

    intel_sub_group_avc_ref_payload_t refine = quarter_pixels(at, whole);
    refine = intel_sub_group_avc_ref_set_source_interlaced_field_polarity(source_polarity, refine);
    refine =
        intel_sub_group_avc_ref_set_single_reference_interlaced_field_polarity(reference_polarity, refine);
    store_refined(
        field + get_group_id(1) * get_num_groups(0) + get_group_id(0),
        intel_sub_group_avc_ref_evaluate_with_single_reference(source, reference, vme, refine));
}
