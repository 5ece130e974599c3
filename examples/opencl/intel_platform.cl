// SPDX-License-Identifier: MIT
// The vector of each macroblock but those at the border, to whole pixels, and its distortion.
kernel void intel_platform(read_only image2d_t source, read_only image2d_t reference, global short2* vectors,
                           global ushort* distortions) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16 + 16, get_group_id(1) * 16 + 16);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL,
                                                          search);
    const intel_sub_group_avc_ime_result_t found =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search);

    if (get_local_id(0) != 0) return;
    const size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    vectors[group] = as_short4(intel_sub_group_avc_ime_get_motion_vectors(found)).lo;
    distortions[group] = intel_sub_group_avc_ime_get_inter_distortions(found);
}
