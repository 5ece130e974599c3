// SPDX-License-Identifier: MIT
// Skip and intra check. [ext: SIC]

GM_INLINE intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_initialize(ushort2 src_coord) {
    intel_sub_group_avc_sic_payload_t payload = CLK_AVC_SIC_PAYLOAD_INITIALIZE_INTEL;
    payload.p.setup.source_x = src_coord.x;
    payload.p.setup.source_y = src_coord.y;
    return payload;
}

GM_INLINE intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_configure_skc(
    uint skip_block_partition_type, uint skip_motion_vector_mask, ulong motion_vectors, uchar bidirectional_weight,
    uchar skip_sad_adjustment, intel_sub_group_avc_sic_payload_t payload) {
    payload.p.setup.flags |= GM_SKIP;
    if (skip_block_partition_type == CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL) payload.p.setup.flags |= GM_SKIP_8X8;
    payload.p.setup.skip_mask = skip_motion_vector_mask;
    payload.p.setup.bidirectional_weight = bidirectional_weight;
    payload.p.setup.sad_adjustment = skip_sad_adjustment;
    payload.p.lane.vectors = motion_vectors;
    return payload;
}

GM_OVERLOAD intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_configure_ipe(
    uchar luma_intra_partition_mask, uchar intra_neighbour_availabilty, uchar left_edge_luma_pixels,
    uchar upper_left_corner_luma_pixel, uchar upper_edge_luma_pixels, uchar upper_right_edge_luma_pixels,
    uchar intra_sad_adjustment, intel_sub_group_avc_sic_payload_t payload) {
    payload.p.setup.flags |= GM_INTRA;
    payload.p.setup.disabled_intra_partitions = luma_intra_partition_mask;
    payload.p.setup.neighbors = intra_neighbour_availabilty;
    payload.p.setup.upper_left = upper_left_corner_luma_pixel;
    payload.p.setup.intra_sad_adjustment = intra_sad_adjustment;
    payload.p.lane.left = left_edge_luma_pixels;
    payload.p.lane.upper = upper_edge_luma_pixels;
    payload.p.lane.upper_right = upper_right_edge_luma_pixels;
    return payload;
}

GM_OVERLOAD intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_configure_ipe(
    uchar luma_intra_partition_mask, uchar intra_neighbour_availabilty, uchar left_edge_luma_pixels,
    uchar upper_left_corner_luma_pixel, uchar upper_edge_luma_pixels, uchar upper_right_edge_luma_pixels,
    ushort left_edge_chroma_pixels, ushort upper_left_corner_chroma_pixel, ushort upper_edge_chroma_pixels,
    uchar intra_sad_adjustment, intel_sub_group_avc_sic_payload_t payload) {
    payload = intel_sub_group_avc_sic_configure_ipe(
        luma_intra_partition_mask, intra_neighbour_availabilty, left_edge_luma_pixels, upper_left_corner_luma_pixel,
        upper_edge_luma_pixels, upper_right_edge_luma_pixels, intra_sad_adjustment, payload);
    payload.p.setup.flags |= GM_CHROMA;
    payload.p.setup.chroma_upper_left = upper_left_corner_chroma_pixel;
    payload.p.lane.chroma_left = left_edge_chroma_pixels;
    payload.p.lane.chroma_upper = upper_edge_chroma_pixels;
    return payload;
}

// `direction` has two bits a block.
GM_INLINE uint intel_sub_group_avc_sic_get_motion_vector_mask(uint skip_block_partition_type, uchar direction) {
    const uint one_each = skip_block_partition_type == CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL ? 0x55 : 0x01;
    return (direction + one_each) << 24;
}

#define GM_SIC_SETTER(NAME, T, PARAMETER, STATEMENTS)                                           \
    GM_INLINE intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_set_##NAME(             \
        T PARAMETER, intel_sub_group_avc_sic_payload_t payload) {                               \
        STATEMENTS;                                                                             \
        return payload;                                                                         \
    }
GM_SIC_SETTER(intra_luma_shape_penalty, uint, packed_shape_cost,
              payload.p.setup.intra_shape_penalty = packed_shape_cost)
GM_SIC_SETTER(intra_chroma_mode_cost_function, uchar, chroma_mode_penalty,
              payload.p.setup.chroma_mode_penalty = chroma_mode_penalty)
GM_SIC_SETTER(skc_forward_transform_enable, ulong, packed_sad_coefficients,
              payload.p.setup.transform_thresholds = packed_sad_coefficients;
              payload.p.setup.flags |= GM_TRANSFORM)
GM_SIC_SETTER(block_based_raw_skip_sad, uchar, block_based_skip_type,
              payload.p.setup.raw_sad_type = block_based_skip_type;
              payload.p.setup.flags |= GM_BLOCK_RAW_SAD)

GM_INLINE intel_sub_group_avc_sic_payload_t
intel_sub_group_avc_sic_set_skc_bilinear_filter_enable(intel_sub_group_avc_sic_payload_t payload) {
    payload.p.setup.flags |= GM_BILINEAR;
    return payload;
}

GM_INLINE intel_sub_group_avc_sic_payload_t intel_sub_group_avc_sic_set_intra_luma_mode_cost_function(
    uchar luma_mode_penalty, uint luma_packed_neighbor_modes, uint luma_packed_non_dc_penalty,
    intel_sub_group_avc_sic_payload_t payload) {
    payload.p.setup.mode_penalty = luma_mode_penalty;
    payload.p.setup.neighbor_modes = luma_packed_neighbor_modes;
    payload.p.setup.non_dc_penalty = luma_packed_non_dc_penalty;
    payload.p.setup.flags |= GM_MODE_COST;
    return payload;
}

// ---- Evaluation
GM_EVALUATIONS(sic, GM_SIC)

// Intra alone, whatever skip check the payload has as well.
GM_INLINE intel_sub_group_avc_sic_result_t intel_sub_group_avc_sic_evaluate_ipe(
    GM_CONTEXT GM_IMAGE src_image, GM_SAMPLER intel_sub_group_avc_sic_payload_t payload) {
    payload.p.setup.flags &= ~(uint)GM_SKIP;
    struct __gm_references none = {GM_HANDLE(src_image), 0, 0, GM_NO_REFERENCE, 0, 0};
    intel_sub_group_avc_sic_result_t result = {__gm_evaluate(GM_PASS payload.p, GM_SIC, none)};
    return result;
}

// ---- Results
GM_GETTER(uchar, sic, ipe_luma_shape, answer.intra_shape)
GM_GETTER(ushort, sic, best_ipe_luma_distortion, answer.luma_distortion)
GM_GETTER(ushort, sic, best_ipe_chroma_distortion, answer.chroma_distortion)
GM_GETTER(ulong, sic, packed_ipe_luma_modes, answer.luma_modes)
GM_GETTER(uchar, sic, ipe_chroma_mode, answer.chroma_mode)
GM_GETTER(uint, sic, packed_skc_luma_count_threshold, answer.transform_counts)
GM_GETTER(ulong, sic, packed_skc_luma_sum_threshold, answer.transform_sums)
GM_GETTER(ushort, sic, inter_raw_sads, answer.raw_sad)
