// SPDX-License-Identifier: MIT
// ocloc: -cl-std=CL2.0
// The hierarchical search, but a macroblock that its neighbours' vectors, or none, copy well enough is not searched.
#include "search_steps.h"

// What a copy along a vector is off.
ushort copy_distortion(read_only image2d_t source, read_only image2d_t reference, ushort2 at, short2 vector) {
    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_initialize(at);
    check = intel_sub_group_avc_sic_configure_skc(
        CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL,
        as_ulong((short4)(vector, 0, 0)), CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL,
        check);
    return sub_group_broadcast(
        intel_sub_group_avc_sic_get_inter_distortions(intel_sub_group_avc_sic_evaluate_with_single_reference(
            source, reference, CLK_AVC_ME_INITIALIZE_INTEL, check)),
        0);
}

void search_and_store(read_only image2d_t source, read_only image2d_t reference, ushort2 at, short2 start, uchar qp,
                      global struct Macroblock* to) {
    const struct Costs costs = costs_at(qp);
    const intel_sub_group_avc_ime_payload_t search = paid_search(at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, costs);
    const intel_sub_group_avc_ime_payload_t unmoved = moved(search, source, at, (short2)(0, 0));
    chained_t best = first(source, reference, unmoved);
    best = next(source, reference, unmoved, best);
    best = next(source, reference, moved(search, source, at, start), best);
    refine_and_store(
        source, reference,
        paid_refinement(at, intel_sub_group_avc_ime_strip_single_reference_streamout(best), costs), to);
}

void store_copy(global struct Macroblock* to, ushort distortion) {
    to->vectors[get_local_id(0)] = (short2)(0, 0);
    to->inter_distortion = distortion;
    to->major_shape = CLK_AVC_ME_MAJOR_16x16_INTEL;
    to->minor_shapes = 0;
}

// A work-group a column, from top to bottom; `done` counts the finished macroblocks of each.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void wavefront(read_only image2d_t source,
                                                                      read_only image2d_t reference,
                                                                      global struct Macroblock* field,
                                                                      global const short2* starts,
                                                                      global atomic_int* done, int rows, uchar qp) {
    const ushort good_enough = 30;
    const int column = (int)get_group_id(0), columns = (int)get_num_groups(0);
    for (int row = 0; row < rows; row++) {
        if (get_local_id(0) == 0 && column > 0) {
            while (atomic_load_explicit(done + column - 1, memory_order_acquire, memory_scope_device) <= row) {
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);

        const int index = row * columns + column;
        const ushort2 at = (ushort2)(column * 16, row * 16);
        ushort least = copy_distortion(source, reference, at, (short2)(0, 0));
        if (row > 0)
            least = min(least, copy_distortion(source, reference, at, field[index - columns].vectors[0]));
        if (column > 0) least = min(least, copy_distortion(source, reference, at, field[index - 1].vectors[0]));
        if (least < good_enough)
            store_copy(field + index, least);
        else
            search_and_store(source, reference, at, starts[index] >> (short)2, qp, field + index);

        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0)
            atomic_fetch_add_explicit(done + column, 1, memory_order_acq_rel, memory_scope_device);
    }
}
