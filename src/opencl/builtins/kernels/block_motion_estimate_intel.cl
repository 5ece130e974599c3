// SPDX-License-Identifier: MIT
// [ext cl_intel_motion_estimation, "Using Motion Estimation Accelerators"]

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void block_motion_estimate_intel(
    accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t ref_image,
    global short2* prediction_motion_vector_buffer, global short2* motion_vector_buffer, global ushort* residuals) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const struct Cost none = {0, 0, (short2)(0, 0)};
    short2 offset = (short2)(0, 0);
    if (prediction_motion_vector_buffer != 0)
        offset = whole_pixels(prediction_motion_vector_buffer[macroblock_number()]);

    intel_sub_group_avc_ime_result_t whole = intel_sub_group_avc_ime_evaluate_with_single_reference(
        src_image, ref_image, vme, search_at(accelerator, offset, none));
    ulong vectors = intel_sub_group_avc_ime_get_motion_vectors(whole);
    ushort distortion = intel_sub_group_avc_ime_get_inter_distortions(whole);
    if (!is_integer(accelerator)) {
        intel_sub_group_avc_ref_result_t fine = intel_sub_group_avc_ref_evaluate_with_single_reference(
            src_image, ref_image, vme, refinement_of(accelerator, vectors, none));
        vectors = intel_sub_group_avc_ref_get_motion_vectors(fine);
        distortion = intel_sub_group_avc_ref_get_inter_distortions(fine);
    }

    // A picture of blocks, row by row. The 4x4 blocks come from the unit quadrant by quadrant, and the driver lays
    // them out as if they came row by row: entry n of the macroblock at column n % 4 of its row n / 4. [driver]
    const uint step = 16 / blocks_of(accelerator), side = 1u << accelerator.x, lane = get_sub_group_local_id();
    if (lane % step != 0) return;
    const uint block = lane / step;
    const uint column = (uint)get_group_id(0) * side + block % side, row = (uint)get_group_id(1) * side + block / side;
    const uint at = row * (uint)get_num_groups(0) * side + column;
    motion_vector_buffer[at] = as_short2((uint)vectors);
    if (residuals != 0) residuals[at] = distortion;
}
