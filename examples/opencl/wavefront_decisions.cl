// SPDX-License-Identifier: MIT
// ocloc: -cl-std=CL2.0
// An encoder's decision for each macroblock, in the order in which its neighbours are known: copy it along one of
// their vectors if that will do, else search around each of them, and refine what is not good enough yet. Most of it
// is left out for most macroblocks.
#include "neighbors.h"

bool same(short2 a, short2 b) { return a.x == b.x && a.y == b.y; }

// What a copy of the whole macroblock along a vector, in quarter pixels, is off.
ushort copy_distortion(read_only image2d_t source, read_only image2d_t reference, ushort2 at, short2 vector) {
    const ulong vectors = as_ulong((short4)(vector, 0, 0));
    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_initialize(at);
    check = intel_sub_group_avc_sic_configure_skc(
        CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL, vectors,
        CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, check);
    return intel_sub_group_avc_sic_get_inter_raw_sads(intel_sub_group_avc_sic_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL, check));
}

// The search around a vector.
intel_sub_group_avc_ime_result_t search_around(read_only image2d_t source, read_only image2d_t reference, ushort2 at,
                                               short2 vector) {
    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference(
        vector / (short)4, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL, search);
    return intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, CLK_AVC_ME_INITIALIZE_INTEL, search);
}

// `order` lists the macroblocks so that none comes before one that it waits for.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void wavefront_decisions(
    read_only image2d_t source, read_only image2d_t reference, global struct Macroblock* field,
    global const ushort2* order, global atomic_int* scoreboard, int columns, ushort good_copy, ushort good_search) {
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

    short2 vector = predicted;
    ushort least = copy_distortion(source, reference, at, predicted);
    if (least > good_copy && has_left && !same(left, predicted)) {
        const ushort distortion = copy_distortion(source, reference, at, left);
        if (distortion < least) {
            least = distortion;
            vector = left;
        }
    }
    if (least > good_copy && has_upper && !same(upper, predicted) && !same(upper, left)) {
        const ushort distortion = copy_distortion(source, reference, at, upper);
        if (distortion < least) {
            least = distortion;
            vector = upper;
        }
    }

    if (least <= good_copy) {
        global struct Macroblock* to = field + index;
        to->vectors[get_local_id(0)] = as_ulong((short4)(vector, 0, 0));
        to->distortions[get_local_id(0)] = to->best_distortion = least;
        to->vector_count = 0;
    } else {
        intel_sub_group_avc_ime_result_t best = search_around(source, reference, at, predicted);
        least = intel_sub_group_avc_ime_get_best_inter_distortion(best);
        const short2 around[4] = {none, left, upper, corner};
        for (int i = 0; i < 4; i++) {
            if (least <= good_search) break;
            if (same(around[i] / (short)4, predicted / (short)4)) continue;
            intel_sub_group_avc_ime_result_t other = search_around(source, reference, at, around[i]);
            if (intel_sub_group_avc_ime_get_best_inter_distortion(other) >= least) continue;
            least = intel_sub_group_avc_ime_get_best_inter_distortion(other);
            best = other;
        }
        if (least > good_search) {
            store_refined(field + index, intel_sub_group_avc_ref_evaluate_with_single_reference(
                                             source, reference, CLK_AVC_ME_INITIALIZE_INTEL, quarter_pixels(at, best)));
        } else {
            store_search(field + index, best);
        }
    }

    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_store_explicit(scoreboard + index, 1, memory_order_release, memory_scope_device);
    }
}
