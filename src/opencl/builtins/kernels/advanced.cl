// SPDX-License-Identifier: MIT
// What the two kernels of cl_intel_advanced_motion_estimation have in common.

struct Match {
    ulong vectors;  // work-item n: entry n of the macroblock
    ushort distortion;
};

// The best of the windows around `count` predictors, block by block; the first wins ties. The cost centre is the
// first predictor in the whole pixels that its window has, and the refinement has it as well. [driver]
struct Match search(accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t ref_image,
                    global const short2* predictors, int count, struct Cost cost) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    if (predictors != 0 && count > 0) cost.center = whole_pixels(predictors[0]) * (short2)(4, 4);
    struct Match best = {0, 0xFFFF};
    for (int i = 0; i == 0 || i < count; i++) {
        const short2 offset = predictors != 0 && i < count ? whole_pixels(predictors[i]) : (short2)(0, 0);
        intel_sub_group_avc_ime_result_t whole = intel_sub_group_avc_ime_evaluate_with_single_reference(
            src_image, ref_image, vme, search_at(accelerator, offset, cost));
        const ushort distortion = intel_sub_group_avc_ime_get_inter_distortions(whole);
        const bool better = i == 0 || distortion < best.distortion;
        best.vectors = better ? intel_sub_group_avc_ime_get_motion_vectors(whole) : best.vectors;
        best.distortion = better ? distortion : best.distortion;
    }
    if (!is_integer(accelerator)) {
        intel_sub_group_avc_ref_result_t fine = intel_sub_group_avc_ref_evaluate_with_single_reference(
            src_image, ref_image, vme, refinement_of(accelerator, best.vectors, cost));
        best.vectors = intel_sub_group_avc_ref_get_motion_vectors(fine);
        best.distortion = intel_sub_group_avc_ref_get_inter_distortions(fine);
    }
    return best;
}

// The blocks of a macroblock follow each other. A return of the other work-items would make PoCL take the last one's
// distortion for all.
void store_match(accelerator_intel_t accelerator, struct Match match, global short2* vectors, global ushort* residuals) {
    const uint step = 16 / blocks_of(accelerator), lane = get_sub_group_local_id();
    const uint at = macroblock_number() * blocks_of(accelerator) + lane / step;
    if (vectors != 0 && lane % step == 0) vectors[at] = as_short2((uint)match.vectors);
    if (residuals != 0 && lane % step == 0) residuals[at] = match.distortion;
}

// Set `set` of a macroblock's `sets`: one distortion, or one a quadrant.
void store_skip(bool quadrants, uint sets, uint set, ushort distortion, global ushort* residuals) {
    const uint step = quadrants ? 4 : 16, lane = get_sub_group_local_id();
    if (residuals != 0 && lane % step == 0)
        residuals[(macroblock_number() * sets + set) * (16 / step) + lane / step] = distortion;
}

uchar pixel(read_only image2d_t image, int x, int y) {
    const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    return convert_uchar_sat_rte(read_imagef(image, nearest, (int2)(x, y)).x * 255);
}

// Neighbours lie in the region of interest, or before it where it does not begin at the picture's edge; behind its
// last column there are none. [driver]
uchar intra_neighbors(void) {
    const bool left = get_group_id(0) != 0 || get_global_offset(0) != 0;
    const bool upper = get_group_id(1) != 0 || get_global_offset(1) != 0;
    const bool right = get_group_id(0) != get_num_groups(0) - 1;
    return (left ? CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL : 0) |
           (upper ? CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_MASK_ENABLE_INTEL : 0) |
           (upper && right ? CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_RIGHT_MASK_ENABLE_INTEL : 0) |
           (upper && left ? CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_LEFT_MASK_ENABLE_INTEL : 0);
}

intel_sub_group_avc_sic_payload_t intra_of(accelerator_intel_t accelerator, read_only image2d_t edges, uint shape) {
    const ushort2 at = macroblock();
    const int x = at.x, y = at.y, lane = (int)get_sub_group_local_id();
    const uchar only = CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL | (7 & ~(1 << shape));
    return intel_sub_group_avc_sic_configure_ipe(only, intra_neighbors(), pixel(edges, x - 1, y + lane),
                                                 pixel(edges, x - 1, y - 1), pixel(edges, x + lane, y - 1),
                                                 pixel(edges, x + 16 + (lane & 7), y - 1), sad_adjustment_of(accelerator),
                                                 intel_sub_group_avc_sic_initialize(at));
}

// Each block size by itself: 16x16, four 8x8, sixteen 4x4, and their residuals. What is chroma's stays as it is. The
// neighbours' pixels are those of `edges`, which is the source of the search also where the check has another. [driver]
void estimate_intra(accelerator_intel_t accelerator, read_only image2d_t src_image, read_only image2d_t edges,
                    global char* modes, global ushort* residuals) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const uint lane = get_sub_group_local_id(), number = macroblock_number();
    for (uint shape = 0; shape < 3; shape++) {
        intel_sub_group_avc_sic_result_t result =
            intel_sub_group_avc_sic_evaluate_ipe(src_image, vme, intra_of(accelerator, edges, shape));
        const ulong packed = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
        const uint first = shape == 0 ? 0 : shape == 1 ? 1 : 5, step = shape == 0 ? 16 : shape == 1 ? 4 : 1;
        if (modes != 0 && lane % step == 0)
            modes[number * 22 + first + lane / step] = (char)(packed >> (4 * lane) & 15);
        if (residuals != 0 && lane == 0)
            residuals[number * 4 + shape] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    }
}
