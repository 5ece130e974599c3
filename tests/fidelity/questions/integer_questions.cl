// SPDX-License-Identifier: MIT
// Questions to the integer search.
#include "question.h"

#define SEARCH(partitions, window)                                                                           \
    intel_sub_group_avc_ime_set_single_reference(                                                            \
        (short2)(0, 0), WINDOW(window), intel_sub_group_avc_ime_initialize(AT, partitions, PLAIN))
#define SEARCH_BOTH(partitions)                                                                              \
    intel_sub_group_avc_ime_set_dual_reference((short2)(0, 0), (short2)(0, 0), WINDOW(EXHAUSTIVE),           \
                                               intel_sub_group_avc_ime_initialize(AT, partitions, PLAIN))
#define FOUND(payload) intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload)

void tell(global uint* answer, intel_sub_group_avc_ime_result_t result) {
    tell_vectors(answer, intel_sub_group_avc_ime_get_motion_vectors(result),
                 intel_sub_group_avc_ime_get_inter_distortions(result));
    answer[BEST] = intel_sub_group_avc_ime_get_best_inter_distortion(result);
    answer[MAJOR] = intel_sub_group_avc_ime_get_inter_major_shape(result);
    answer[MINORS] = intel_sub_group_avc_ime_get_inter_minor_shapes(result);
    answer[DIRECTIONS] = intel_sub_group_avc_ime_get_inter_directions(result);
    answer[COUNT] = intel_sub_group_avc_ime_get_inter_motion_vector_count(result);
    answer[TRUNCATED] = intel_sub_group_avc_ime_get_truncated_search_indication(result);
    answer[FORWARD_BORDER] =
        intel_sub_group_avc_ime_get_border_reached(CLK_AVC_ME_FRAME_FORWARD_INTEL, result);
}
#define TELL(payload) tell(answer, FOUND(payload))
#define TELL_BOTH(payload)                                                                                   \
    tell(answer,                                                                                             \
         intel_sub_group_avc_ime_evaluate_with_dual_reference(source, forward, backward, vme, payload))

// Shapes
QUESTION(tie_16x8) { TELL(SEARCH(PARTITION(16x16) & PARTITION(16x8) & PARTITION(8x16), EXHAUSTIVE)); }
QUESTION(tie_8x4) {
    TELL(SEARCH(PARTITION(8x8) & PARTITION(8x4) & PARTITION(4x8) & PARTITION(4x4), EXHAUSTIVE));
}
QUESTION(penalty_8x4) {
    TELL(intel_sub_group_avc_ime_set_inter_shape_penalty(0x081900, SEARCH(PARTITION(8x4), EXHAUSTIVE)));
}
QUESTION(five_vectors) {
    TELL(intel_sub_group_avc_ime_set_max_motion_vector_count(
        5, SEARCH(PARTITION(8x8) & PARTITION(8x4), EXHAUSTIVE)));
}
QUESTION(seven_vectors) {
    TELL(intel_sub_group_avc_ime_set_max_motion_vector_count(
        7, SEARCH(PARTITION(8x8) & PARTITION(4x4), EXHAUSTIVE)));
}
QUESTION(duplicates) { TELL(SEARCH(PARTITION(16x16), EXHAUSTIVE)); }
#define PAYS(partition)                                                                                      \
    TELL(intel_sub_group_avc_ime_set_inter_shape_penalty(0x1800000018, SEARCH(partition, EXHAUSTIVE)))
QUESTION(entry_penalty) { PAYS(PARTITION(16x16)); }
QUESTION(entry_penalty_16x8) { PAYS(PARTITION(16x8)); }
QUESTION(chain_of_calls) {
    intel_sub_group_avc_ime_payload_t payload =
        SEARCH(PARTITION(8x8) & PARTITION(8x4) & PARTITION(4x8) & PARTITION(4x4), EXHAUSTIVE);
    intel_sub_group_avc_ime_result_single_reference_streamout_t first =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward, vme, payload);
    tell(answer, intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
                     source, backward, vme, payload,
                     intel_sub_group_avc_ime_get_single_reference_streamin(first)));
}

// Where is searched
QUESTION(source_outside) {
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_initialize((ushort2)(88, 32), PARTITION(16x16), PLAIN);
    TELL(intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), WINDOW(EXHAUSTIVE), payload));
}
QUESTION(tail_inner) { TELL(SEARCH(PARTITION(16x16), DIAMOND)); }
QUESTION(tail_diagonal) { TELL(SEARCH(PARTITION(16x16), DIAMOND)); }
QUESTION(tail_quadrant) { TELL(SEARCH(PARTITION(8x8), DIAMOND)); }
QUESTION(early_moment) {
    intel_sub_group_avc_ime_result_t result = FOUND(intel_sub_group_avc_ime_set_early_search_termination_threshold(
        0x1E, SEARCH(PARTITION(16x16), EXHAUSTIVE)));
    tell(answer, result);
    answer[ENDED_EARLY] = intel_sub_group_avc_ime_get_unidirectional_early_search_termination(result);
}
QUESTION(early_equal) {
    intel_sub_group_avc_ime_result_t result = FOUND(intel_sub_group_avc_ime_set_early_search_termination_threshold(
        0x58, SEARCH(PARTITION(16x16), EXHAUSTIVE)));
    tell(answer, result);
    answer[ENDED_EARLY] = intel_sub_group_avc_ime_get_unidirectional_early_search_termination(result);
}
QUESTION(border_left) { TELL(SEARCH(PARTITION(16x16), 16x12_RADIUS)); }
QUESTION(border_unit) { TELL(SEARCH(PARTITION(16x16), 16x12_RADIUS)); }
QUESTION(border_searched) { TELL(SEARCH(PARTITION(16x16), EXHAUSTIVE)); }

// Distortion
QUESTION(weighted_sad) {
    intel_sub_group_avc_ime_result_t result =
        FOUND(intel_sub_group_avc_ime_set_weighted_sad(0xEA550000, SEARCH(PARTITION(16x16), EXHAUSTIVE)));
    answer[BEST] = intel_sub_group_avc_ime_get_weighting_pattern_minimum_distortion(result);
}
QUESTION(full_distortion) { TELL(SEARCH(PARTITION(16x16), EXHAUSTIVE)); }
QUESTION(beyond_16_bits) {
    TELL(intel_sub_group_avc_ime_set_inter_shape_penalty(0x8F00000000, SEARCH(PARTITION(16x16), EXHAUSTIVE)));
}

// Two references
QUESTION(direction_tie) { TELL_BOTH(SEARCH_BOTH(PARTITION(16x16))); }
QUESTION(backward_penalty) {
    TELL_BOTH(intel_sub_group_avc_ime_set_inter_direction_penalty(0x18, SEARCH_BOTH(PARTITION(8x4))));
}
QUESTION(no_mix) {
    TELL_BOTH(intel_sub_group_avc_ime_set_unidirectional_mix_disable(SEARCH_BOTH(PARTITION(16x8))));
}
QUESTION(no_mix_tie) {
    TELL_BOTH(intel_sub_group_avc_ime_set_unidirectional_mix_disable(SEARCH_BOTH(PARTITION(16x8))));
}
QUESTION(reference_penalty) {
    tell(answer, intel_sub_group_avc_ime_evaluate_with_single_reference(
                     source, forward1, vme,
                     intel_sub_group_avc_ime_set_inter_base_multi_reference_penalty(
                         0x18, SEARCH(PARTITION(8x4), EXHAUSTIVE))));
}

// Vector costs
#define COST(centre, points, precision)                                                                      \
    TELL(intel_sub_group_avc_ime_set_motion_vector_cost_function(centre, points, precision,                  \
                                                                 SEARCH(PARTITION(16x16), 2x2_RADIUS)))
#define FAR_POINTS POINTS(0, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C)
QUESTION(cost_beyond) { COST(vector(400, 0), FAR_POINTS, QUARTER); }
QUESTION(cost_of_zeros) { COST(vector(400, 0), 0, QUARTER); }
QUESTION(cost_cap) { COST(vector(2000, 0), FAR_POINTS, QUARTER); }
QUESTION(cost_cap_of_both) { COST(vector(2000, 2000), FAR_POINTS, QUARTER); }
QUESTION(cost_rising) { COST(vector(3, 0), POINTS(0, 0x4F, 0, 1, 0x4F, 0x4F, 0x4F, 0x4F), QUARTER); }
QUESTION(cost_falling) { COST(vector(3, 0), POINTS(0, 0x4F, 1, 0, 0x4F, 0x4F, 0x4F, 0x4F), QUARTER); }
#define PIXEL_POINTS POINTS(0, 0x0A, 0x0F, 0x0F, 0x0F, 0x0F, 0x0F, 0x0F)
QUESTION(cost_of_pixels) { COST(vector(3, 0), PIXEL_POINTS, CLK_AVC_ME_COST_PRECISION_PEL_INTEL); }
QUESTION(cost_of_pixels_left) { COST(vector(-1, 0), PIXEL_POINTS, CLK_AVC_ME_COST_PRECISION_PEL_INTEL); }

// Values that do not fit their field
QUESTION(wide_shape_penalty) {
    TELL(intel_sub_group_avc_ime_set_inter_shape_penalty(0x9F00000000, SEARCH(PARTITION(16x16), EXHAUSTIVE)));
}
QUESTION(wide_vector_cost) { COST(0, POINTS(0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78), QUARTER); }
QUESTION(far_centre) { COST(vector(16384, 0), FAR_POINTS, QUARTER); }
QUESTION(no_partition) { TELL(SEARCH(0x7F, EXHAUSTIVE)); }
