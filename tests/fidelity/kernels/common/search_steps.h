// SPDX-License-Identifier: MIT
// The steps that the pipelines have in common.
#pragma once

#include "written_macroblock.h"

constant uchar without_8x4_and_4x8 =
    CLK_AVC_ME_PARTITION_MASK_16x16_INTEL & CLK_AVC_ME_PARTITION_MASK_16x8_INTEL &
    CLK_AVC_ME_PARTITION_MASK_8x16_INTEL & CLK_AVC_ME_PARTITION_MASK_8x8_INTEL & CLK_AVC_ME_PARTITION_MASK_4x4_INTEL;

struct Costs {
    uint2 table;
    uchar precision;
    ulong shapes;
};

// Those of P slices by default.
struct Costs costs_at(uchar qp) {
    const uchar slice = CLK_AVC_ME_SLICE_TYPE_PRED_INTEL;
    struct Costs costs;
    costs.table = intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(slice, qp);
    costs.precision = CLK_AVC_ME_COST_PRECISION_QPEL_INTEL;
    costs.shapes = intel_sub_group_avc_mce_get_default_inter_shape_penalty(slice, qp);
    return costs;
}

// The macroblock of this work-group.
ushort2 corner_of_group(void) { return (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16); }
int index_of_group(void) { return (int)(get_group_id(1) * get_num_groups(0) + get_group_id(0)); }

intel_sub_group_avc_ime_payload_t free_search(ushort2 at, uchar partitions) {
    intel_sub_group_avc_ime_payload_t search =
        intel_sub_group_avc_ime_initialize(at, partitions, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    return intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL,
                                                        search);
}

// Vectors are paid for by their distance from (0, 0).
intel_sub_group_avc_ime_payload_t paid_search(ushort2 at, uchar partitions, struct Costs costs) {
    intel_sub_group_avc_ime_payload_t search = free_search(at, partitions);
    search = intel_sub_group_avc_ime_set_motion_vector_cost_function(0, costs.table, costs.precision, search);
    return intel_sub_group_avc_ime_set_inter_shape_penalty(costs.shapes, search);
}

// The same search in another window, which overlaps the picture.
intel_sub_group_avc_ime_payload_t moved(intel_sub_group_avc_ime_payload_t search, read_only image2d_t source,
                                        ushort2 at, short2 offset) {
    const uchar window = CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL;
    const short2 inside = intel_sub_group_avc_ime_adjust_ref_offset(
        offset, at, intel_sub_group_avc_ime_ref_window_size(window, 0), convert_ushort2(get_image_dim(source)));
    return intel_sub_group_avc_ime_set_single_reference(inside, window, search);
}

typedef intel_sub_group_avc_ime_result_single_reference_streamout_t chained_t;

chained_t first(read_only image2d_t source, read_only image2d_t reference, intel_sub_group_avc_ime_payload_t search) {
    return intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL, search);
}

chained_t next(read_only image2d_t source, read_only image2d_t reference, intel_sub_group_avc_ime_payload_t search,
               chained_t so_far) {
    return intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL, search,
        intel_sub_group_avc_ime_get_single_reference_streamin(so_far));
}

// From whole to quarter pixels.
intel_sub_group_avc_ref_payload_t free_refinement(ushort2 at, intel_sub_group_avc_ime_result_t found) {
    return intel_sub_group_avc_fme_initialize(
        at, intel_sub_group_avc_ime_get_motion_vectors(found), intel_sub_group_avc_ime_get_inter_major_shape(found),
        intel_sub_group_avc_ime_get_inter_minor_shapes(found), intel_sub_group_avc_ime_get_inter_directions(found),
        CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
}

intel_sub_group_avc_ref_payload_t paid_refinement(ushort2 at, intel_sub_group_avc_ime_result_t found,
                                                  struct Costs costs) {
    intel_sub_group_avc_ref_payload_t refinement = free_refinement(at, found);
    refinement =
        intel_sub_group_avc_ref_set_motion_vector_cost_function(0, costs.table, costs.precision, refinement);
    return intel_sub_group_avc_ref_set_inter_shape_penalty(costs.shapes, refinement);
}

void refine_and_store(read_only image2d_t source, read_only image2d_t reference,
                      intel_sub_group_avc_ref_payload_t refinement, global struct Macroblock* to) {
    const intel_sub_group_avc_ref_result_t result = intel_sub_group_avc_ref_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL, refinement);
    to->vectors[get_local_id(0)] = as_short4(intel_sub_group_avc_ref_get_motion_vectors(result)).xy;
    to->inter_distortion = intel_sub_group_avc_ref_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_ref_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_ref_get_inter_minor_shapes(result);
}
