// SPDX-License-Identifier: MIT
// Runs random programs of the unit, a work-group each: requests, branches, loops and streams, of eight words an instruction
// (random_programs.cpp). What each request gives goes into a hash.

enum { SEARCH, SEARCH_TWO, REFINE, REFINE_TWO, REFINE_MANY, SKIP, SKIP_TWO, INTRA, BRANCH, LOOP, OPERATIONS };
enum { WORDS = 8 };

struct Machine {
    uint hash;
    ushort2 at;
    intel_sub_group_avc_ime_result_single_reference_streamout_t one;
    intel_sub_group_avc_ime_result_dual_reference_streamout_t two;
    ulong vectors;
    uchar major, minors, directions;
};

#define FOLD(value) m.hash = m.hash * 1664525u + (uint)(value) + 1013904223u

#define SET_COSTS(KIND, payload)                                                                              \
    if (w[1] & 1)                                                                                             \
        payload = intel_sub_group_avc_##KIND##_set_motion_vector_cost_function(                               \
            as_ulong((short4)(as_short2(w[5] & 0x00FF00FF), as_short2(w[6] & 0x003F003F))),                   \
            (uint2)(w[2] & 0x47464544, w[3] & 0x57565554), w[1] >> 1 & 3, payload);                           \
    if (w[1] & 8)                                                                                             \
        payload = intel_sub_group_avc_##KIND##_set_inter_shape_penalty((ulong)w[4] << 8 & 0x2F2F2F2F2Ful, payload); \
    if (w[1] & 16) payload = intel_sub_group_avc_##KIND##_set_inter_direction_penalty(w[4] & 0x3F, payload);  \
    if (w[1] & 32) payload = intel_sub_group_avc_##KIND##_set_inter_base_multi_reference_penalty(w[5] & 0x3F, payload); \
    if ((w[1] & 0xC0) == 0xC0) payload = intel_sub_group_avc_##KIND##_set_ac_only_haar(payload);              \
    if ((w[1] & 0x700) == 0x700)                                                                              \
        payload = intel_sub_group_avc_##KIND##_set_source_interlaced_field_polarity(w[1] >> 11 & 1, payload)

intel_sub_group_avc_ime_payload_t search_of(global const uint* w, ushort2 at) {
    const uchar windows[8] = {CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL,
                              CLK_AVC_ME_SEARCH_WINDOW_TINY_INTEL,       CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL,
                              CLK_AVC_ME_SEARCH_WINDOW_DIAMOND_INTEL,    CLK_AVC_ME_SEARCH_WINDOW_LARGE_DIAMOND_INTEL,
                              CLK_AVC_ME_SEARCH_WINDOW_4x4_RADIUS_INTEL, CLK_AVC_ME_SEARCH_WINDOW_2x2_RADIUS_INTEL};
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_initialize(at, w[7] & 0x7E, w[7] & 0x80 ? 2 : 0);
    const short2 forward = as_short2(w[6]) >> (short)9, backward = as_short2(w[5]) >> (short)9;
    if ((w[0] & 255) == SEARCH)
        payload = intel_sub_group_avc_ime_set_single_reference(forward, windows[w[7] >> 8 & 7], payload);
    else
        payload = intel_sub_group_avc_ime_set_dual_reference(forward, backward, windows[2 + (w[7] >> 8 & 5)], payload);
    if (w[7] >> 11 & 1) payload = intel_sub_group_avc_ime_set_max_motion_vector_count(1 + (w[7] >> 12 & 31), payload);
    if (w[7] >> 17 & 1) payload = intel_sub_group_avc_ime_set_unidirectional_mix_disable(payload);
    if ((w[7] >> 18 & 3) == 3)
        payload = intel_sub_group_avc_ime_set_early_search_termination_threshold(w[7] >> 20 & 0xFF, payload);
    if ((w[7] >> 28 & 3) == 3) payload = intel_sub_group_avc_ime_set_weighted_sad(w[4], payload);
    SET_COSTS(ime, payload);
    return payload;
}

#define FOLD_INTER(KIND, result)                                              \
    m.vectors = intel_sub_group_avc_##KIND##_get_motion_vectors(result);      \
    m.major = intel_sub_group_avc_##KIND##_get_inter_major_shape(result);     \
    m.minors = intel_sub_group_avc_##KIND##_get_inter_minor_shapes(result);   \
    m.directions = intel_sub_group_avc_##KIND##_get_inter_directions(result); \
    FOLD(m.vectors);                                                          \
    FOLD(m.vectors >> 32);                                                    \
    FOLD(m.major | m.minors << 8 | m.directions << 16);                       \
    FOLD(intel_sub_group_avc_##KIND##_get_inter_distortions(result));         \
    FOLD(intel_sub_group_avc_##KIND##_get_best_inter_distortion(result));     \
    FOLD(intel_sub_group_avc_##KIND##_get_inter_motion_vector_count(result)); \
    FOLD(intel_sub_group_avc_##KIND##_get_inter_reference_ids(result))

#define FOLD_SEARCH(result)                                                                             \
    FOLD_INTER(ime, result);                                                                            \
    FOLD(intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_FORWARD_INTEL, result));           \
    FOLD(intel_sub_group_avc_ime_get_truncated_search_indication(result));                              \
    FOLD(intel_sub_group_avc_ime_get_unidirectional_early_search_termination(result));                  \
    FOLD(intel_sub_group_avc_ime_get_weighting_pattern_minimum_motion_vector(result));                  \
    FOLD(intel_sub_group_avc_ime_get_weighting_pattern_minimum_distortion(result))

intel_sub_group_avc_ref_payload_t refinement_of(global const uint* w, struct Machine m) {
    const uchar resolutions[4] = {CLK_AVC_ME_SUBPIXEL_MODE_INTEGER_INTEL, CLK_AVC_ME_SUBPIXEL_MODE_HPEL_INTEL,
                                  CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL};
    const uchar weights[4] = {CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_BIDIR_WEIGHT_QUARTER_INTEL,
                              CLK_AVC_ME_BIDIR_WEIGHT_TWO_THIRD_INTEL, CLK_AVC_ME_BIDIR_WEIGHT_THIRD_INTEL};
    const uchar resolution = resolutions[w[7] & 3], adjustment = w[7] & 4 ? 2 : 0;
    intel_sub_group_avc_ref_payload_t payload;
    if (w[7] & 8)
        payload = intel_sub_group_avc_bme_initialize(m.at, m.vectors, m.major, m.minors, m.directions, resolution,
                                                     weights[w[7] >> 4 & 3], adjustment);
    else
        payload = intel_sub_group_avc_fme_initialize(m.at, m.vectors, m.major, m.minors, m.directions, resolution, adjustment);
    if (w[7] & 64) payload = intel_sub_group_avc_ref_set_bidirectional_mix_disable(payload);
    if (w[7] & 128) payload = intel_sub_group_avc_ref_set_bilinear_filter_enable(payload);
    SET_COSTS(ref, payload);
    return payload;
}

intel_sub_group_avc_sic_payload_t check_of(global const uint* w, struct Machine m) {
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize(m.at);
    const uint lane = get_sub_group_local_id();
    if ((w[0] & 255) == INTRA || w[7] & 1)
        payload = intel_sub_group_avc_sic_configure_ipe(
            w[7] >> 1 & 7, w[7] >> 4 & 0x7C, w[2] >> (lane & 7), w[3], w[4] >> (lane & 15), w[5] >> (lane & 7),
            w[7] & 0x800 ? 2 : 0, payload);
    if (w[7] & 0x1000) payload = intel_sub_group_avc_sic_set_intra_luma_shape_penalty(w[2] & 0x2F2F2F00, payload);
    if (w[7] & 0x2000)
        payload = intel_sub_group_avc_sic_set_intra_luma_mode_cost_function(w[3] & 0x3F, w[4] & 0x77777777, w[5] & 0xFFFFFF, payload);
    if ((w[0] & 255) == INTRA) return payload;
    const uint split = w[7] & 0x4000 ? CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL : CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL;
    const ulong vectors = as_ulong(as_short4(m.vectors) + (short4)(as_short2(w[6] & 0x00070007), as_short2(w[6] >> 4 & 0x00070007)));
    payload = intel_sub_group_avc_sic_configure_skc(split, w[7] & 0xFF000000 & ((w[0] & 255) == SKIP ? 0x55000000 : 0xFF000000),
                                                    vectors, CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, w[7] & 0x8000 ? 2 : 0, payload);
    if (w[7] & 0x10000) payload = intel_sub_group_avc_sic_set_skc_bilinear_filter_enable(payload);
    if (w[7] & 0x20000)
        payload = intel_sub_group_avc_sic_set_skc_forward_transform_enable((ulong)w[2] << 32 | (w[3] & 0x3F3F00FF), payload);
    if (w[7] & 0x40000)
        payload = intel_sub_group_avc_sic_set_block_based_raw_skip_sad(w[7] & 0x80000 ? 0x80 : 0, payload);
    SET_COSTS(sic, payload);
    return payload;
}

struct Machine fold_check(struct Machine m, intel_sub_group_avc_sic_result_t result) {
    FOLD(intel_sub_group_avc_sic_get_inter_distortions(result));
    FOLD(intel_sub_group_avc_sic_get_inter_raw_sads(result));
    FOLD(intel_sub_group_avc_sic_get_packed_skc_luma_count_threshold(result));
    FOLD(intel_sub_group_avc_sic_get_packed_skc_luma_sum_threshold(result));
    FOLD(intel_sub_group_avc_sic_get_packed_skc_luma_sum_threshold(result) >> 32);
    FOLD(intel_sub_group_avc_sic_get_ipe_luma_shape(result));
    FOLD(intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result));
    FOLD(intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result));
    FOLD(intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result) >> 32);
    return m;
}

struct Machine refine_or_check(read_only image2d_t source, read_only image2d_t forward, read_only image2d_t backward,
                               global const uint* w, struct Machine m) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    switch (w[0] & 255) {
    case REFINE:
        FOLD_INTER(ref, intel_sub_group_avc_ref_evaluate_with_single_reference(source, forward, vme, refinement_of(w, m)));
        break;
    case REFINE_TWO:
        FOLD_INTER(ref, intel_sub_group_avc_ref_evaluate_with_dual_reference(source, forward, backward, vme, refinement_of(w, m)));
        break;
    case REFINE_MANY:
        FOLD_INTER(ref, intel_sub_group_avc_ref_evaluate_with_multi_reference(source, w[6] & 0x11111111, vme, refinement_of(w, m)));
        break;
    case SKIP:
        m = fold_check(m, intel_sub_group_avc_sic_evaluate_with_single_reference(source, forward, vme, check_of(w, m)));
        break;
    case SKIP_TWO:
        m = fold_check(m, intel_sub_group_avc_sic_evaluate_with_dual_reference(source, forward, backward, vme, check_of(w, m)));
        break;
    case INTRA:
        m = fold_check(m, intel_sub_group_avc_sic_evaluate_ipe(source, vme, check_of(w, m)));
        break;
    }
    return m;
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void random_programs(
    read_only image2d_t source, read_only image2d_t forward, read_only image2d_t backward, read_only image2d_t forward1,
    read_only image2d_t backward1, global const uint* codes, int length, ushort2 blocks, global uint* hashes) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global const uint* code = codes + get_group_id(0) * length * WORDS;
    struct Machine m;
    m.hash = 1;
    m.vectors = 0;
    m.major = m.minors = m.directions = 0;
    m.at = (ushort2)(code[1] % blocks.x, code[2] % blocks.y) * (ushort)16;
    const intel_sub_group_avc_ime_payload_t none = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL, intel_sub_group_avc_ime_initialize(m.at, 0, 0));
    m.one = intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward, vme, none);
    m.two = intel_sub_group_avc_ime_evaluate_with_dual_reference_streamout(source, forward, backward, vme, none);
    int left = 6;
    for (int pc = 0; pc < length; pc++) {
        global const uint* w = code + pc * WORDS;
        switch (w[0] & 255) {
            case SEARCH:
                if (w[0] & 256)
                    m.one = intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
                        source, forward, vme, search_of(w, m.at), intel_sub_group_avc_ime_get_single_reference_streamin(m.one));
                else
                    m.one = intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward, vme, search_of(w, m.at));
                FOLD(intel_sub_group_avc_ime_get_streamout_major_shape_motion_vectors(m.one, w[0] >> 9 & 3));
                FOLD_SEARCH(intel_sub_group_avc_ime_strip_single_reference_streamout(m.one));
                break;
            case SEARCH_TWO:
                if (w[0] & 256)
                    m.two = intel_sub_group_avc_ime_evaluate_with_dual_reference_streaminout(
                        source, forward, backward, vme, search_of(w, m.at),
                        intel_sub_group_avc_ime_get_dual_reference_streamin(m.two));
                else
                    m.two = intel_sub_group_avc_ime_evaluate_with_dual_reference_streamout(source, forward, backward, vme, search_of(w, m.at));
                FOLD(intel_sub_group_avc_ime_get_streamout_major_shape_distortions(m.two, w[0] >> 9 & 3, w[0] >> 11 & 1));
                FOLD_SEARCH(intel_sub_group_avc_ime_strip_dual_reference_streamout(m.two));
                break;
            case REFINE:
            case REFINE_TWO:
            case REFINE_MANY:
            case SKIP:
            case SKIP_TWO:
            case INTRA:
                m = refine_or_check(source, forward, backward, w, m);
                break;
            case BRANCH:
                if (sub_group_broadcast(m.hash, w[1] & 15) & 1) pc += w[2] & 1;
                break;
            default:
                if (left-- > 0) pc = max(-1, pc - 1 - (int)(w[1] & 3));
                m.at = (ushort2)(sub_group_broadcast(m.hash, 0) % blocks.x, sub_group_broadcast(m.hash, 1) % blocks.y) * (ushort)16;
        }
    }
    hashes[get_global_id(0)] = m.hash;
}
