// SPDX-License-Identifier: MIT
// ocloc: -cl-std=CL2.0
// Three earlier pictures, each in half size first: a search there says where to look, pictures that promise nothing
// are passed over, and what is found is refined only where it pays. Macroblocks of a row wait for the one before,
// whose picture is tried first.
#include "macroblock.h"

intel_sub_group_avc_ime_payload_t search_at(ushort2 at, short2 offset, uchar window) {
    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_16x16_INTEL,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    return intel_sub_group_avc_ime_set_single_reference(offset, window, search);
}

// Where the macroblock's quarter of its parent of half size has moved, in whole pixels of the whole picture.
short2 half_size(read_only image2d_t source, read_only image2d_t reference, ushort2 macroblock, ushort* distortion) {
    const ushort2 at = macroblock / (ushort)2 * (ushort)16;
    intel_sub_group_avc_ime_result_t found = intel_sub_group_avc_ime_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL,
        search_at(at, (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL));
    *distortion = intel_sub_group_avc_ime_get_best_inter_distortion(found);
    const uint block = 4 * (macroblock.y % 2 * 2 + macroblock.x % 2);
    const ulong vector =
        intel_sub_group_shuffle(intel_sub_group_avc_ime_get_motion_vectors(found), block);
    return as_short4(vector).xy / (short)2;
}

intel_sub_group_avc_ime_result_t whole_size(read_only image2d_t source, read_only image2d_t reference, ushort2 macroblock,
                                            short2 offset) {
    return intel_sub_group_avc_ime_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL,
        search_at(macroblock * (ushort)16, offset, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL));
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void multi_reference_levels(
    read_only image2d_t half_source, read_only image2d_t half0, read_only image2d_t half1, read_only image2d_t half2,
    read_only image2d_t source, read_only image2d_t whole0, read_only image2d_t whole1, read_only image2d_t whole2,
    global struct Macroblock* field, global int* chosen, global atomic_int* scoreboard, int columns, ushort good) {
    const ushort2 macroblock = (ushort2)(get_group_id(0) % columns, get_group_id(0) / columns);
    const int index = (int)get_group_id(0);

    if (get_local_id(0) == 0 && macroblock.x > 0) {
        while (atomic_load_explicit(scoreboard + index - 1, memory_order_acquire, memory_scope_device) == 0) {
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    const int first = macroblock.x > 0 ? chosen[index - 1] : 0;

    short2 offset[3];
    ushort promise[3];
    if (first == 0) offset[0] = half_size(half_source, half0, macroblock, &promise[0]);
    else if (first == 1) offset[1] = half_size(half_source, half1, macroblock, &promise[1]);
    else offset[2] = half_size(half_source, half2, macroblock, &promise[2]);
    const ushort bound = promise[first] / 2 * 3;
    if (first != 0) offset[0] = half_size(half_source, half0, macroblock, &promise[0]);
    if (first != 1) offset[1] = half_size(half_source, half1, macroblock, &promise[1]);
    if (first != 2) offset[2] = half_size(half_source, half2, macroblock, &promise[2]);

    int best_picture = -1;
    ushort least = USHRT_MAX;
    intel_sub_group_avc_ime_result_t best;
    for (int turn = 0; turn < 3; turn++) {
        const int picture = (first + turn) % 3;
        if (promise[picture] > bound || least <= good) continue;
        intel_sub_group_avc_ime_result_t found;
        switch (picture) {
            case 0: found = whole_size(source, whole0, macroblock, offset[0]); break;
            case 1: found = whole_size(source, whole1, macroblock, offset[1]); break;
            default: found = whole_size(source, whole2, macroblock, offset[2]);
        }
        const ushort distortion = intel_sub_group_avc_ime_get_best_inter_distortion(found);
        if (distortion < least) {
            least = distortion;
            best = found;
            best_picture = picture;
        }
    }

    if (least <= good) {
        store_search(field + index, best);
    } else {
        intel_sub_group_avc_ref_payload_t refine = quarter_pixels(macroblock * (ushort)16, best);
        const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
        intel_sub_group_avc_ref_result_t refined;
        if (best_picture == 0) {
            refined = intel_sub_group_avc_ref_evaluate_with_single_reference(source, whole0, vme, refine);
        } else if (best_picture == 1) {
            refined = intel_sub_group_avc_ref_evaluate_with_single_reference(source, whole1, vme, refine);
        } else {
            refined = intel_sub_group_avc_ref_evaluate_with_single_reference(source, whole2, vme, refine);
        }
        store_refined(field + index, refined);
    }
    if (get_local_id(0) == 0) chosen[index] = best_picture;

    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_store_explicit(scoreboard + index, 1, memory_order_release, memory_scope_device);
    }
}
