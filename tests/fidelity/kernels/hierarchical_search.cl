// SPDX-License-Identifier: MIT
// The full size of a pyramid: a search at (0, 0) and one where the smaller levels lead.
#include "search_steps.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void hierarchical_search(read_only image2d_t source,
                                                                                read_only image2d_t reference,
                                                                                global struct Macroblock* field,
                                                                                global const short2* starts,
                                                                                uchar qp) {
    const ushort2 at = corner_of_group();
    const struct Costs costs = costs_at(qp);
    const intel_sub_group_avc_ime_payload_t search = paid_search(at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, costs);
    chained_t best = first(source, reference, moved(search, source, at, (short2)(0, 0)));
    best = next(source, reference, moved(search, source, at, starts[index_of_group()] >> (short)2), best);
    refine_and_store(
        source, reference,
        paid_refinement(at, intel_sub_group_avc_ime_strip_single_reference_streamout(best), costs),
        field + index_of_group());
}
