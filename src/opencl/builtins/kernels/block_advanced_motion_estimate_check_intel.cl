// SPDX-License-Identifier: MIT
// [ext cl_intel_advanced_motion_estimation, the first kernel]

#define SETS 8  // of predictors, and of skip vectors, that a macroblock has room for

ushort check_forward(accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t ref_image,
                     bool quadrants, short2 vector) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_configure_skc(
        quadrants ? CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL : CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL,
        quadrants ? CLK_AVC_ME_SKIP_BLOCK_8x8_FORWARD_ENABLE_INTEL : CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL,
        as_uint(vector), CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, sad_adjustment_of(accelerator),
        intel_sub_group_avc_sic_initialize(macroblock()));
    return intel_sub_group_avc_sic_get_inter_distortions(
        intel_sub_group_avc_sic_evaluate_with_single_reference(src_image, ref_image, vme, payload));
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void block_advanced_motion_estimate_check_intel(
    accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t ref_image, uint flags,
    uint skip_block_type, uint search_cost_penalty, uint search_cost_precision,
    global short2* count_motion_vector_buffer, global short2* predictor_motion_vector_buffer,
    global short2* skip_motion_vector_buffer, global short2* search_motion_vector_buffer,
    global char* intra_search_predictor_modes, global ushort* search_residuals, global ushort* skip_residuals,
    global ushort* intra_residuals) {
    const uint number = macroblock_number();
    const short2 counts = count_motion_vector_buffer[number];
    if (counts.x != 0) {
        const struct Cost cost = {search_cost_penalty, search_cost_precision, (short2)(0, 0)};
        global const short2* predictors = predictor_motion_vector_buffer;
        if (predictors != 0) predictors += number * SETS;
        struct Match match = search(accelerator, src_image, ref_image, predictors, min((int)counts.x, SETS), cost);
        store_match(accelerator, match, search_motion_vector_buffer, search_residuals);
    }

    const bool quadrants = skip_block_type != 0;
    const int checks = min((int)counts.y, SETS);
    for (int i = 0; i < checks; i++) {
        const uint set = number * SETS + i, lane = get_sub_group_local_id();
        short2 vector = (short2)(0, 0);
        if (skip_motion_vector_buffer != 0)
            vector = skip_motion_vector_buffer[quadrants ? set * 4 + (lane & 3) : set];
        store_skip(quadrants, SETS, i, check_forward(accelerator, src_image, ref_image, quadrants, vector),
                   skip_residuals);
    }

    if (flags & 2)  // CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL
        estimate_intra(accelerator, src_image, src_image, intra_search_predictor_modes, intra_residuals);
}

#undef SETS
