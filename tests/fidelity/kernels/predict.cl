// SPDX-License-Identifier: MIT
// A level of a pyramid: each 8x8 block's vector, doubled, is what a macroblock of the next larger level starts from.
#include "search_steps.h"

// `starts` are those of the smaller level; the smallest has none.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void predict(read_only image2d_t source,
                                                                    read_only image2d_t reference,
                                                                    global const short2* starts,
                                                                    global short2* next_starts, int has_starts) {
    const uchar qp = 25;
    const ushort2 at = corner_of_group();
    const short2 start = has_starts ? starts[index_of_group()] >> (short)2 : (short2)(0, 0);
    struct Costs costs = costs_at(qp);
    costs.precision = CLK_AVC_ME_COST_PRECISION_HPEL_INTEL;
    costs.shapes = 0;
    const intel_sub_group_avc_ime_payload_t search = paid_search(at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL, costs);
    chained_t best = first(source, reference, moved(search, source, at, start));
    if (start.x != 0 || start.y != 0)
        best = next(source, reference, moved(search, source, at, (short2)(0, 0)), best);

    // Half a pixel here is a whole one there.
    const intel_sub_group_avc_ref_result_t result = intel_sub_group_avc_ref_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL,
        intel_sub_group_avc_fme_initialize(
            at,
            intel_sub_group_avc_ime_get_motion_vectors(intel_sub_group_avc_ime_strip_single_reference_streamout(best)),
            CLK_AVC_ME_MAJOR_8x8_INTEL, CLK_AVC_ME_MINOR_8x8_INTEL, CLK_AVC_ME_MAJOR_FORWARD_INTEL,
            CLK_AVC_ME_SUBPIXEL_MODE_HPEL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL));
    const short2 vector = as_short4(intel_sub_group_avc_ref_get_motion_vectors(result)).xy;
    const int lane = (int)get_local_id(0), quadrant = lane / 4;
    const int column = (int)get_group_id(0) * 2 + quadrant % 2, row = (int)get_group_id(1) * 2 + quadrant / 2;
    if (lane % 4 == 0) next_starts[row * 2 * (int)get_num_groups(0) + column] = vector << (short)1;
}
