// SPDX-License-Identifier: MIT
// Where the integer search looks: window, offset, partitions, one or two pictures.
#include "ime.h"

MACROBLOCK_KERNEL single_reference(read_only image2d_t source, read_only image2d_t forward,
                                   global struct ImeRecord* out, short2 offset, uchar partition_mask,
                                   uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_initialize(macroblock(), partition_mask, sad_adjustment);
    payload = intel_sub_group_avc_ime_set_single_reference(
        offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    store_single(out + macroblock_index(),
                 intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload));
}

MACROBLOCK_KERNEL dual_reference(read_only image2d_t source, read_only image2d_t forward,
                                 read_only image2d_t backward, global struct ImeRecord* out,
                                 short2 forward_offset, short2 backward_offset, uchar partition_mask,
                                 uchar sad_adjustment) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_initialize(macroblock(), partition_mask, sad_adjustment);
    payload = intel_sub_group_avc_ime_set_dual_reference(
        forward_offset, backward_offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    store_dual(out + macroblock_index(), intel_sub_group_avc_ime_evaluate_with_dual_reference(
                                             source, forward, backward, vme, payload));
}

// The configuration has to be a constant, so each window is a call of its own.
#define SEARCH_SINGLE(n, window)                                                                             \
    store_single(out + 9 * macroblock_index() + n,                                                           \
                 intel_sub_group_avc_ime_evaluate_with_single_reference(                                     \
                     source, forward, vme,                                                                   \
                     intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), window, payload)))

MACROBLOCK_KERNEL single_windows(read_only image2d_t source, read_only image2d_t forward,
                                 global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    SEARCH_SINGLE(0, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL);
    SEARCH_SINGLE(1, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL);
    SEARCH_SINGLE(2, CLK_AVC_ME_SEARCH_WINDOW_TINY_INTEL);
    SEARCH_SINGLE(3, CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL);
    SEARCH_SINGLE(4, CLK_AVC_ME_SEARCH_WINDOW_DIAMOND_INTEL);
    SEARCH_SINGLE(5, CLK_AVC_ME_SEARCH_WINDOW_LARGE_DIAMOND_INTEL);
    SEARCH_SINGLE(6, CLK_AVC_ME_SEARCH_WINDOW_16x12_RADIUS_INTEL);
    SEARCH_SINGLE(7, CLK_AVC_ME_SEARCH_WINDOW_4x4_RADIUS_INTEL);
    SEARCH_SINGLE(8, CLK_AVC_ME_SEARCH_WINDOW_2x2_RADIUS_INTEL);
}

#define SEARCH_DUAL(n, window)                                                                               \
    store_dual(out + 9 * macroblock_index() + n,                                                             \
               intel_sub_group_avc_ime_evaluate_with_dual_reference(                                         \
                   source, forward, backward, vme,                                                           \
                   intel_sub_group_avc_ime_set_dual_reference((short2)(0, 0), (short2)(0, 0), window, payload)))

MACROBLOCK_KERNEL dual_windows(read_only image2d_t source, read_only image2d_t forward,
                               read_only image2d_t backward, global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    SEARCH_DUAL(0, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL);
    SEARCH_DUAL(1, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL);
    SEARCH_DUAL(2, CLK_AVC_ME_SEARCH_WINDOW_TINY_INTEL);
    SEARCH_DUAL(3, CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL);
    SEARCH_DUAL(4, CLK_AVC_ME_SEARCH_WINDOW_DIAMOND_INTEL);
    SEARCH_DUAL(5, CLK_AVC_ME_SEARCH_WINDOW_LARGE_DIAMOND_INTEL);
    SEARCH_DUAL(6, CLK_AVC_ME_SEARCH_WINDOW_16x12_RADIUS_INTEL);
    SEARCH_DUAL(7, CLK_AVC_ME_SEARCH_WINDOW_4x4_RADIUS_INTEL);
    SEARCH_DUAL(8, CLK_AVC_ME_SEARCH_WINDOW_2x2_RADIUS_INTEL);
}

// A work-group of four sub-groups, which take four macroblocks side by side.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void four_sub_groups(
    read_only image2d_t source, read_only image2d_t forward, global struct ImeRecord* out, uint columns,
    uint count) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const uint index = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
    if (index >= count) return;
    const ushort2 at = (ushort2)(index % columns * 16, index / columns * 16);
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_single_reference(
        (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL, payload);
    intel_sub_group_avc_ime_result_t result =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward, vme, payload);
    global struct InterRecord* to = &out[index].inter;
    to->vectors[get_sub_group_local_id()] = intel_sub_group_avc_ime_get_motion_vectors(result);
    to->distortions[get_sub_group_local_id()] = intel_sub_group_avc_ime_get_inter_distortions(result);
    to->best_distortion = intel_sub_group_avc_ime_get_best_inter_distortion(result);
}

#define WINDOW_SIZE(n, window)                                                \
    sizes[4 * n + 0] = intel_sub_group_avc_ime_ref_window_size(window, 0);    \
    sizes[4 * n + 1] = intel_sub_group_avc_ime_ref_window_size(window, 1);    \
    sizes[4 * n + 2] = intel_sub_group_ime_ref_window_size(window, 0);        \
    sizes[4 * n + 3] = intel_sub_group_ime_ref_window_size(window, 1)

MACROBLOCK_KERNEL window_sizes(global ushort2* sizes) {
    WINDOW_SIZE(0, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL);
    WINDOW_SIZE(1, CLK_AVC_ME_SEARCH_WINDOW_SMALL_INTEL);
    WINDOW_SIZE(2, CLK_AVC_ME_SEARCH_WINDOW_TINY_INTEL);
    WINDOW_SIZE(3, CLK_AVC_ME_SEARCH_WINDOW_EXTRA_TINY_INTEL);
    WINDOW_SIZE(4, CLK_AVC_ME_SEARCH_WINDOW_DIAMOND_INTEL);
    WINDOW_SIZE(5, CLK_AVC_ME_SEARCH_WINDOW_LARGE_DIAMOND_INTEL);
    WINDOW_SIZE(6, CLK_AVC_ME_SEARCH_WINDOW_16x12_RADIUS_INTEL);
    WINDOW_SIZE(7, CLK_AVC_ME_SEARCH_WINDOW_4x4_RADIUS_INTEL);
    WINDOW_SIZE(8, CLK_AVC_ME_SEARCH_WINDOW_2x2_RADIUS_INTEL);
}

MACROBLOCK_KERNEL adjusted_offsets(global short2* adjusted, short2 offset, ushort2 image_size) {
    const ushort2 window =
        intel_sub_group_avc_ime_ref_window_size(CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, 0);
    adjusted[macroblock_index()] =
        intel_sub_group_avc_ime_adjust_ref_offset(offset, macroblock(), window, image_size);
}
