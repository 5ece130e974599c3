// SPDX-License-Identifier: MIT
// Without costs.
#include "search_steps.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void basic_search(read_only image2d_t source,
                                                                         read_only image2d_t reference,
                                                                         global struct Macroblock* field) {
    const ushort2 at = corner_of_group();
    refine_and_store(source, reference,
                     free_refinement(at, intel_sub_group_avc_ime_evaluate_with_single_reference(
                                             source, reference, CLK_AVC_ME_INITIALIZE_INTEL,
                                             free_search(at, without_8x4_and_4x8))),
                     field + index_of_group());
}
