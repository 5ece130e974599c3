// SPDX-License-Identifier: MIT
// What the integer search adds to a distortion, and which distortion it is.
#include "ime.h"

MACROBLOCK_KERNEL shape_penalty(read_only image2d_t source, read_only image2d_t forward,
                                global struct ImeRecord* out, ulong packed) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_inter_shape_penalty(packed, single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL direction_penalty(read_only image2d_t source, read_only image2d_t forward,
                                    read_only image2d_t backward, global struct ImeRecord* out,
                                    uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_inter_direction_penalty(penalty, dual_search());
    store_dual(out + macroblock_index(), intel_sub_group_avc_ime_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

// Work-item n brings the cost centre of quadrant n.
MACROBLOCK_KERNEL motion_vector_cost(read_only image2d_t source, read_only image2d_t forward,
                                     global struct ImeRecord* out, global const ulong* centers, uint2 table,
                                     uchar precision) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        centers[lane() % 4], table, precision, single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_motion_vector_cost(read_only image2d_t source, read_only image2d_t forward,
                                          read_only image2d_t backward, global struct ImeRecord* out,
                                          global const ulong* centers, uint2 table, uchar precision) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        centers[lane() % 4], table, precision, dual_search());
    store_dual(out + macroblock_index(), intel_sub_group_avc_ime_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

// The second pair of the kernel's parameters has id 1 and pays the penalty once.
MACROBLOCK_KERNEL multi_reference_penalty(read_only image2d_t source, read_only image2d_t forward0,
                                          read_only image2d_t backward0, read_only image2d_t forward1,
                                          read_only image2d_t backward1, global struct ImeRecord* out,
                                          uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_set_inter_base_multi_reference_penalty(penalty, single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward1, vme, payload));
}

MACROBLOCK_KERNEL ac_only_haar(read_only image2d_t source, read_only image2d_t forward,
                               global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_set_ac_only_haar(single_search());
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

// 16x16 alone, at the sixteen positions around the macroblock; vectors cost what the table says.
MACROBLOCK_KERNEL one_block_nearby(read_only image2d_t source, read_only image2d_t forward,
                                   global struct ImeRecord* out, uint2 table) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL, payload);
    payload = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        0, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, payload);
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}
