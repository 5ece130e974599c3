// SPDX-License-Identifier: MIT
// Questions to the skip check and to the intra estimation.
#include "question.h"

#define ONE CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL
#define FOUR CLK_AVC_ME_SKIP_BLOCK_PARTITION_8x8_INTEL
#define AHEAD CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL
#define MEAN CLK_AVC_ME_SKIP_BLOCK_16x16_DUAL_ENABLE_INTEL
#define CHECK(partition, directions, vectors, weight, adjustment)                                            \
    intel_sub_group_avc_sic_configure_skc(partition, directions, vectors, weight, adjustment,                \
                                          intel_sub_group_avc_sic_initialize(AT))
#define CHECKED(payload) intel_sub_group_avc_sic_evaluate_with_single_reference(source, forward, vme, payload)

void tell(global uint* answer, intel_sub_group_avc_sic_result_t result) {
    answer[DISTORTIONS + get_local_id(0)] = intel_sub_group_avc_sic_get_inter_distortions(result);
    answer[RAW_SAD] = intel_sub_group_avc_sic_get_inter_raw_sads(result);
    answer[BEST] = intel_sub_group_avc_mce_get_best_inter_distortion(
        intel_sub_group_avc_sic_convert_to_mce_result(result));
}
#define TELL(payload) tell(answer, CHECKED(payload))
#define TELL_BOTH(payload)                                                                                   \
    tell(answer,                                                                                             \
         intel_sub_group_avc_sic_evaluate_with_dual_reference(source, forward, backward, vme, payload))

// Skip check: distortion
QUESTION(full_check) { TELL(CHECK(ONE, AHEAD, 0, 0, PLAIN)); }
QUESTION(full_raw_4x4) {
    TELL(intel_sub_group_avc_sic_set_block_based_raw_skip_sad(CLK_AVC_ME_BLOCK_BASED_SKIP_4x4_INTEL,
                                                              CHECK(ONE, AHEAD, 0, 0, PLAIN)));
}
QUESTION(haar_pixel) { TELL(CHECK(ONE, AHEAD, 0, 0, HAAR)); }
QUESTION(haar_largest) { TELL(CHECK(ONE, AHEAD, 0, 0, HAAR)); }
QUESTION(haar_ac_only) { TELL(intel_sub_group_avc_sic_set_ac_only_haar(CHECK(ONE, AHEAD, 0, 0, HAAR))); }
QUESTION(filter_clipping) { TELL(CHECK(ONE, AHEAD, vector(2, 2), 0, PLAIN)); }
QUESTION(bilinear_half) {
    TELL(intel_sub_group_avc_sic_set_skc_bilinear_filter_enable(CHECK(ONE, AHEAD, vector(2, 0), 0, PLAIN)));
}
QUESTION(bilinear_quarter) {
    TELL(intel_sub_group_avc_sic_set_skc_bilinear_filter_enable(CHECK(ONE, AHEAD, vector(1, 0), 0, PLAIN)));
}
QUESTION(mix_rounding) { TELL_BOTH(CHECK(ONE, MEAN, 0, CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, PLAIN)); }
QUESTION(weight_0) { TELL_BOTH(CHECK(ONE, MEAN, 0, 0, PLAIN)); }

// Skip check: costs. The second pair of pictures pays the reference penalty once.
QUESTION(check_costs) {
    intel_sub_group_avc_sic_payload_t payload =
        CHECK(ONE, CLK_AVC_ME_SKIP_BLOCK_16x16_BACKWARD_ENABLE_INTEL, both(0, vector(1, 0)), 0, PLAIN);
    payload = intel_sub_group_avc_sic_set_inter_shape_penalty(0x1800000000, payload);
    payload = intel_sub_group_avc_sic_set_inter_direction_penalty(0x38, payload);
    payload = intel_sub_group_avc_sic_set_inter_base_multi_reference_penalty(0x48, payload);
    payload = intel_sub_group_avc_sic_set_motion_vector_cost_function(0, POINTS(1, 2, 2, 2, 2, 2, 2, 2), QUARTER,
                                                                      payload);
    tell(answer, intel_sub_group_avc_sic_evaluate_with_dual_reference(source, forward1, backward1, vme, payload));
}
QUESTION(check_shape_8x8) {
    TELL(intel_sub_group_avc_sic_set_inter_shape_penalty(
        0x1800, CHECK(FOUR, CLK_AVC_ME_SKIP_BLOCK_8x8_FORWARD_ENABLE_INTEL, 0, 0, PLAIN)));
}
QUESTION(check_zero_vector) {
    TELL(intel_sub_group_avc_sic_set_motion_vector_cost_function(0, POINTS(5, 7, 7, 7, 7, 7, 7, 7), QUARTER,
                                                                 CHECK(ONE, AHEAD, 0, 0, PLAIN)));
}

// Forward transform
#define TRANSFORM(dc, others)                                                                                \
    intel_sub_group_avc_sic_result_t result = CHECKED(intel_sub_group_avc_sic_set_skc_forward_transform_enable( \
        (others) << 16 | (dc), CHECK(ONE, AHEAD, 0, 0, PLAIN)));                                             \
    const ulong sums = intel_sub_group_avc_sic_get_packed_skc_luma_sum_threshold(result);                    \
    answer[TRANSFORM_COUNTS] = intel_sub_group_avc_sic_get_packed_skc_luma_count_threshold(result);          \
    answer[TRANSFORM_SUMS] = (uint)sums;                                                                     \
    answer[TRANSFORM_SUMS + 1] = (uint)(sums >> 32)
QUESTION(threshold_equal) { TRANSFORM(16, 0xFFFFFFFFFFFFul); }
QUESTION(threshold_sum) { TRANSFORM(6, 0xFFFFFFFFFFFFul); }
QUESTION(transform_cap) { TRANSFORM(0, 0ul); }

// Intra estimation
#define LEFT CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL
#define UPPER CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_MASK_ENABLE_INTEL
#define UPPER_LEFT CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_LEFT_MASK_ENABLE_INTEL
#define AROUND (LEFT | UPPER | UPPER_LEFT | CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_RIGHT_MASK_ENABLE_INTEL)
#define SHAPE(name) CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_##name##_INTEL
#define INTRA(shapes, neighbours, left, corner, upper)                                                       \
    intel_sub_group_avc_sic_configure_ipe(shapes, neighbours, (uchar)(left), (uchar)(corner), (uchar)(upper), \
                                          (uchar)(upper), PLAIN, intel_sub_group_avc_sic_initialize(AT))
#define TELL_INTRA(payload) tell_intra(answer, intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload))

void tell_intra(global uint* answer, intel_sub_group_avc_sic_result_t result) {
    const ulong modes = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
    answer[INTRA_SHAPE] = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
    answer[INTRA_DISTORTION] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    answer[INTRA_MODES] = (uint)modes;
    answer[INTRA_MODES + 1] = (uint)(modes >> 32);
}

QUESTION(full_intra) { TELL_INTRA(INTRA(SHAPE(16x16), AROUND, 255, 255, 255)); }
QUESTION(intra_tie_16x16) {
    const uchar edge = get_local_id(0) & 1 ? 200 : 0;
    TELL_INTRA(INTRA(SHAPE(16x16), AROUND, edge, 0, edge));
}
QUESTION(intra_tie_8x8) { TELL_INTRA(INTRA(SHAPE(8x8), AROUND, 100, 100, 100)); }
QUESTION(intra_tie_4x4) { TELL_INTRA(INTRA(SHAPE(4x4), AROUND, 100, 100, 100)); }
QUESTION(intra_tie_of_shapes) { TELL_INTRA(INTRA(SHAPE(ALL), AROUND, 100, 100, 100)); }
QUESTION(upper_right_later) { TELL_INTRA(INTRA(SHAPE(4x4), AROUND, 0, 0, 0)); }
QUESTION(upper_right_earlier) { TELL_INTRA(INTRA(SHAPE(4x4), AROUND, 0, 0, 0)); }
QUESTION(dc_alone) { TELL_INTRA(INTRA(SHAPE(16x16), 0, 0, 0, 0)); }
QUESTION(plane_number) {
    const int lane = get_local_id(0);
    TELL_INTRA(INTRA(SHAPE(16x16), AROUND, 58 + 3 * lane, 55, 57 + 2 * lane));
}
// Cb and Cr are alike.
#define TELL_CHROMA(left, corner, upper)                                                                     \
    intel_sub_group_avc_sic_result_t result = intel_sub_group_avc_sic_evaluate_ipe(                          \
        source, vme,                                                                                         \
        intel_sub_group_avc_sic_set_intra_chroma_mode_cost_function(                                         \
            0x18, intel_sub_group_avc_sic_configure_ipe(                                                     \
                      SHAPE(16x16), AROUND, (uchar)0, (uchar)0, (uchar)0, (uchar)0, (ushort)((left) * 0x101), \
                      (ushort)((corner) * 0x101), (ushort)((upper) * 0x101), PLAIN,                          \
                      intel_sub_group_avc_sic_initialize(AT))));                                             \
    tell_intra(answer, result);                                                                              \
    answer[CHROMA_MODE] = intel_sub_group_avc_sic_get_ipe_chroma_mode(result);                               \
    answer[CHROMA_DISTORTION] = intel_sub_group_avc_sic_get_best_ipe_chroma_distortion(result)
QUESTION(chroma_penalty) { TELL_CHROMA(get_local_id(0) % 8 * 20, 0, 0); }
QUESTION(chroma_plane) {
    const int lane = get_local_id(0) % 8;
    TELL_CHROMA(42 + 2 * lane, 40, 41 + lane);
}

// Both neighbours' modes are 9, which there is not.
QUESTION(neighbour_mode_9) {
    TELL_INTRA(intel_sub_group_avc_sic_set_intra_luma_mode_cost_function(
        0x18, 0x99999999, 0, INTRA(SHAPE(4x4), AROUND, 100, 100, 100)));
}
