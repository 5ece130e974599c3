// SPDX-License-Identifier: MIT
// Nine windows, each search with the best matches of those before.
#include "search_steps.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void larger_search(read_only image2d_t source,
                                                                          read_only image2d_t reference,
                                                                          global struct Macroblock* field, uchar qp) {
    const short2 offsets[] = {{0, -24}, {0, 24}, {-32, 0}, {32, 0}, {-32, -24}, {-32, 24}, {32, -24}, {32, 24}};
    const ushort2 at = corner_of_group();
    const struct Costs costs = costs_at(qp);
    const intel_sub_group_avc_ime_payload_t search = paid_search(at, without_8x4_and_4x8, costs);
    chained_t best = first(source, reference, moved(search, source, at, (short2)(0, 0)));
    for (int i = 0; i < 8; i++) best = next(source, reference, moved(search, source, at, offsets[i]), best);
    refine_and_store(
        source, reference,
        paid_refinement(at, intel_sub_group_avc_ime_strip_single_reference_streamout(best), costs),
        field + index_of_group());
}
