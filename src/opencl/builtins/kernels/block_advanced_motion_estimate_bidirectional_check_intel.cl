// SPDX-License-Identifier: MIT
// [ext cl_intel_advanced_motion_estimation, the second kernel]

#define SETS 4  // of predictors, and of pairs of skip vectors, that a macroblock has room for

// Two bits a block: 1 forward, 2 backward, 3 both. The driver reads a mode of a 16x16 block as its whole byte: none is
// forward, more than both is both. [driver]
uint skip_mask(bool quadrants, uchar mode) {
    if (quadrants) return (uint)mode << 24;
    return (uint)clamp(mode, (uchar)1, (uchar)3) << 24;
}

ushort check_both(accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t forward,
                  read_only image2d_t backward, bool quadrants, uchar mode, uchar weight, ulong vectors) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_configure_skc(
        quadrants ? CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL : CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL,
        skip_mask(quadrants, mode), vectors, weight, sad_adjustment_of(accelerator),
        intel_sub_group_avc_sic_initialize(macroblock()));
    return intel_sub_group_avc_sic_get_inter_distortions(
        intel_sub_group_avc_sic_evaluate_with_dual_reference(src_image, forward, backward, vme, payload));
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void block_advanced_motion_estimate_bidirectional_check_intel(
    accelerator_intel_t accelerator, read_only image2d_t src_search_image, read_only image2d_t ref_search_image,
    read_only image2d_t src_check_image, read_only image2d_t ref0_check_image, read_only image2d_t ref1_check_image,
    uint flags, uint search_cost_penalty, uint search_cost_precision, short2 count_global, uchar bidir_weight,
    global short2* count_motion_vector_buffer, global short2* prediction_motion_vector_buffer,
    global char* skip_input_mode_buffer, global short2* skip_motion_vector_buffer,
    global short2* search_motion_vector_buffer, global char* intra_search_predictor_modes,
    global ushort* search_residuals, global ushort* skip_residuals, global ushort* intra_residuals) {
    const uint number = macroblock_number();
    short2 counts = count_global;
    if (count_global.x == -1) counts.x = count_motion_vector_buffer[number].x;
    if (count_global.y == -1) counts.y = count_motion_vector_buffer[number].y;
    if (counts.x != 0) {
        const struct Cost cost = {search_cost_penalty, search_cost_precision, (short2)(0, 0)};
        global const short2* predictors = prediction_motion_vector_buffer;
        if (predictors != 0) predictors += number * SETS;
        struct Match match =
            search(accelerator, src_search_image, ref_search_image, predictors, min((int)counts.x, SETS), cost);
        store_match(accelerator, match, search_motion_vector_buffer, search_residuals);
    }

    const bool quadrants = (flags & 4) != 0;  // CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL
    const uchar mode = skip_input_mode_buffer == 0 ? 0 : (uchar)skip_input_mode_buffer[number];
    const int checks = min((int)counts.y, SETS);
    for (int i = 0; i < checks; i++) {
        const uint set = number * SETS + i, lane = get_sub_group_local_id();
        const uint pair = quadrants ? set * 4 + (lane & 3) : set;
        ulong vectors = 0;
        if (skip_motion_vector_buffer != 0)
            vectors = (ulong)as_uint(skip_motion_vector_buffer[2 * pair + 1]) << 32 |
                      as_uint(skip_motion_vector_buffer[2 * pair]);
        const ushort distortion = check_both(accelerator, src_check_image, ref0_check_image, ref1_check_image,
                                             quadrants, mode, bidir_weight, vectors);
        store_skip(quadrants, SETS, i, distortion, skip_residuals);
    }

    if (flags & 2)  // CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL
        estimate_intra(accelerator, src_check_image, src_search_image, intra_search_predictor_modes, intra_residuals);
}

#undef SETS
