// SPDX-License-Identifier: MIT
// Questions to the refinement.
#include "question.h"

#define REFINED(major)                                                                                       \
    intel_sub_group_avc_fme_initialize(AT, 0, CLK_AVC_ME_MAJOR_##major##_INTEL, 0, 0,                        \
                                       CLK_AVC_ME_SUBPIXEL_MODE_HPEL_INTEL, PLAIN)
#define MIXED(major)                                                                                         \
    intel_sub_group_avc_bme_initialize(AT, 0, CLK_AVC_ME_MAJOR_##major##_INTEL, 0, 0,                        \
                                       CLK_AVC_ME_SUBPIXEL_MODE_INTEGER_INTEL,                               \
                                       CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, PLAIN)

void tell(global uint* answer, intel_sub_group_avc_ref_result_t result) {
    tell_vectors(answer, intel_sub_group_avc_ref_get_motion_vectors(result),
                 intel_sub_group_avc_ref_get_inter_distortions(result));
    answer[BEST] = intel_sub_group_avc_ref_get_best_inter_distortion(result);
    answer[MAJOR] = intel_sub_group_avc_ref_get_inter_major_shape(result);
    answer[MINORS] = intel_sub_group_avc_ref_get_inter_minor_shapes(result);
    answer[DIRECTIONS] = intel_sub_group_avc_ref_get_inter_directions(result);
    answer[COUNT] = intel_sub_group_avc_ref_get_inter_motion_vector_count(result);
}
#define TELL_BOTH(payload)                                                                                   \
    tell(answer,                                                                                             \
         intel_sub_group_avc_ref_evaluate_with_dual_reference(source, forward, backward, vme, payload))

QUESTION(full_refined) {
    tell(answer, intel_sub_group_avc_ref_evaluate_with_single_reference(source, forward, vme, REFINED(16x16)));
}
QUESTION(both_tie) { TELL_BOTH(MIXED(16x16)); }
QUESTION(both_no_mix) { TELL_BOTH(intel_sub_group_avc_ref_set_bidirectional_mix_disable(MIXED(16x8))); }

// In the second pair of pictures, whose reference penalty is paid once.
QUESTION(both_costs) {
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_ref_set_inter_direction_penalty(
        0x28, intel_sub_group_avc_ref_set_inter_base_multi_reference_penalty(0x18, MIXED(16x16)));
    payload = intel_sub_group_avc_ref_set_motion_vector_cost_function(0, POINTS(5, 5, 5, 5, 5, 5, 5, 5), QUARTER,
                                                                      payload);
    tell(answer, intel_sub_group_avc_ref_evaluate_with_dual_reference(source, forward1, backward1, vme, payload));
}
