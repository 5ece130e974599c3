// SPDX-License-Identifier: MIT
// ocloc: -cl-std=CL2.0
// Each macroblock starts from its neighbours' vectors, so it has to wait for them: those on one diagonal run
// together, and a scoreboard says which are done.
#include "neighbors.h"

// `order` lists the macroblocks so that none comes before one that it waits for.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void wavefront(
    read_only image2d_t source, read_only image2d_t reference, global struct Macroblock* field,
    global const ushort2* order, global atomic_int* scoreboard, int columns, uchar qp) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 macroblock = order[get_group_id(0)], at = macroblock * (ushort)16;
    const int index = macroblock.y * columns + macroblock.x;
    const bool has_left = macroblock.x > 0, has_upper = macroblock.y > 0;

    if (get_local_id(0) == 0) {
        if (has_left) wait_for(scoreboard + index - 1);
        if (has_upper) wait_for(scoreboard + index - columns);  // which waited for the one to its left
    }
    barrier(CLK_GLOBAL_MEM_FENCE);

    const short2 none = (short2)(0, 0);
    const short2 left = has_left ? vector_of(field + index - 1) : none;
    const short2 upper = has_upper ? vector_of(field + index - columns) : none;
    const short2 corner = has_left && has_upper ? vector_of(field + index - columns - 1) : none;
    const short2 predicted = median(left, upper, corner);

    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        predicted / (short)4, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL, search);
    search = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        as_uint(predicted),
        intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, qp),
        CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, search);
    search = intel_sub_group_avc_ime_set_inter_shape_penalty(
        intel_sub_group_avc_mce_get_default_inter_shape_penalty(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, qp), search);
    store_search(field + index,
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, search));

    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_store_explicit(scoreboard + index, 1, memory_order_release, memory_scope_device);
    }
}
