// SPDX-License-Identifier: MIT
// The basic search, where vectors and shapes have a price.
#include "search_steps.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void cost_heuristics_search(read_only image2d_t source,
                                                                                   read_only image2d_t reference,
                                                                                   global struct Macroblock* field,
                                                                                   uchar qp) {
    const ushort2 at = corner_of_group();
    const struct Costs costs = costs_at(qp);
    refine_and_store(source, reference,
                     paid_refinement(at,
                                     intel_sub_group_avc_ime_evaluate_with_single_reference(
                                         source, reference, CLK_AVC_ME_INITIALIZE_INTEL,
                                         paid_search(at, without_8x4_and_4x8, costs)),
                                     costs),
                     field + index_of_group());
}
