// SPDX-License-Identifier: MIT
// The search in a picture of a quarter or a sixteenth of the sides: the vectors of its 8x8 blocks, in whole pixels.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void search_level(
    read_only image2d_t source, read_only image2d_t reference, global const short2* coarse, int coarse_columns, int coarse_rows,
    global short2* vectors, uchar qp) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const int x = get_group_id(0), y = get_group_id(1), lane = get_local_id(0);
    const uchar slice = CLK_AVC_ME_SLICE_TYPE_PRED_INTEL;
    short2 offset = (short2)(0, 0);
    if (coarse_columns > 0)
        offset = coarse[min(y / 2, coarse_rows - 1) * coarse_columns + min(x / 2, coarse_columns - 1)] * (short)4;
    offset = clamp(offset, (short2)(-2000, -500), (short2)(2000, 500));

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        (ushort2)(16 * x, 16 * y), CLK_AVC_ME_PARTITION_MASK_8x8_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_inter_shape_penalty(
        intel_sub_group_avc_mce_get_default_inter_shape_penalty(slice, qp), search);
    search = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        as_ulong((short4)(offset * (short)4, 0, 0)), intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(slice, qp),
        CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, search);
    // A start that leads out of the window's middle is searched beside the macroblock's own place.
    ulong found;
    if (abs(offset.x) > 8 || abs(offset.y) > 6) {
        search = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
        const intel_sub_group_avc_ime_result_single_reference_streamout_t here =
            intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, reference, vme, search);
        search = intel_sub_group_avc_ime_set_single_reference(offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
        found = intel_sub_group_avc_ime_get_motion_vectors(intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
            source, reference, vme, search, intel_sub_group_avc_ime_get_single_reference_streamin(here)));
    } else {
        search = intel_sub_group_avc_ime_set_single_reference(offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
        found = intel_sub_group_avc_ime_get_motion_vectors(
            intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search));
    }
    const int q = lane / 4;
    if (lane % 4 == 0)
        vectors[(2 * y + q / 2) * 2 * (int)get_num_groups(0) + 2 * x + q % 2] = as_short4(found).xy / (short)4;
}
