// SPDX-License-Identifier: MIT
// What the built-in kernels have in common. Each is a program of its own: this text, and one of the files beside it. The
// layer builds it as it builds an application's.
//
// [ext] are the registry texts of cl_intel_motion_estimation and cl_intel_advanced_motion_estimation. They say what
// the results mean. [driver] says how the unit is asked: Intel's own kernels (intel/compute-runtime,
// opencl/source/built_ins/kernels/vme_*.builtin_kernel, commit 91d7e1391b17) and what their compiler makes of them
// (intel/intel-graphics-compiler, IBiF_VME_VA.cl).

// The descriptor that the accelerator was made with: mb_block_type, subpixel_mode, sad_adjust_mode, search_path_type.
typedef uint4 accelerator_intel_t;

uint blocks_of(accelerator_intel_t accelerator) { return 1u << 2 * accelerator.x; }  // of a macroblock: 1, 4, 16

uchar partitions_of(accelerator_intel_t accelerator) {
    return accelerator.x == 0   ? CLK_AVC_ME_PARTITION_MASK_16x16_INTEL
           : accelerator.x == 1 ? CLK_AVC_ME_PARTITION_MASK_8x8_INTEL
                                : CLK_AVC_ME_PARTITION_MASK_4x4_INTEL;
}

uchar sad_adjustment_of(accelerator_intel_t accelerator) {
    return accelerator.z == 0 ? CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL : CLK_AVC_ME_SAD_ADJUST_MODE_HAAR_INTEL;
}

uchar window_of(accelerator_intel_t accelerator) {
    return accelerator.w == 0   ? CLK_AVC_ME_SEARCH_WINDOW_2x2_RADIUS_INTEL
           : accelerator.w == 1 ? CLK_AVC_ME_SEARCH_WINDOW_4x4_RADIUS_INTEL
                                : CLK_AVC_ME_SEARCH_WINDOW_16x12_RADIUS_INTEL;
}

bool is_integer(accelerator_intel_t accelerator) { return accelerator.y == 0; }

uchar subpixel_of(accelerator_intel_t accelerator) {
    return accelerator.y == 1 ? CLK_AVC_ME_SUBPIXEL_MODE_HPEL_INTEL : CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL;
}

// The macroblock of this work-group: its pixel, and its number in the region of interest.
ushort2 macroblock(void) {
    return (ushort2)(get_group_id(0) * 16 + get_global_offset(0), get_group_id(1) * 16 + get_global_offset(1));
}
uint macroblock_number(void) { return (uint)(get_group_id(1) * get_num_groups(0) + get_group_id(0)); }

// Where a predictor in quarter pixels puts the window: whole pixels towards zero, y even. [driver]
short2 whole_pixels(short2 predictor) { return (short2)(predictor.x / 4, (predictor.y / 4) & ~1); }

// What a search costs. [ext cl_intel_advanced_motion_estimation]
struct Cost {
    uint penalty, precision;
    short2 center;  // quarter pixels
};

uint2 cost_table(uint penalty) {
    return penalty == 1   ? intel_sub_group_avc_mce_get_default_low_penalty_cost_table()
           : penalty == 2 ? intel_sub_group_avc_mce_get_default_medium_penalty_cost_table()
                          : intel_sub_group_avc_mce_get_default_high_penalty_cost_table();
}

// Of every quadrant, and backward as well. [driver]
ulong cost_center(struct Cost cost) { return (ulong)as_uint(cost.center) << 32 | as_uint(cost.center); }

intel_sub_group_avc_ime_payload_t search_at(accelerator_intel_t accelerator, short2 offset, struct Cost cost) {
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        macroblock(), partitions_of(accelerator), sad_adjustment_of(accelerator));
    payload = intel_sub_group_avc_ime_set_single_reference(offset, window_of(accelerator), payload);
    if (cost.penalty == 0) return payload;
    return intel_sub_group_avc_ime_set_motion_vector_cost_function(cost_center(cost), cost_table(cost.penalty),
                                                                   (uchar)cost.precision, payload);
}

// Of blocks that all have the accelerator's size.
intel_sub_group_avc_ref_payload_t refinement_of(accelerator_intel_t accelerator, ulong vectors, struct Cost cost) {
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_fme_initialize(
        macroblock(), vectors, accelerator.x == 0 ? CLK_AVC_ME_MAJOR_16x16_INTEL : CLK_AVC_ME_MAJOR_8x8_INTEL,
        accelerator.x == 2 ? 0xFF : 0, CLK_AVC_ME_MAJOR_FORWARD_INTEL, subpixel_of(accelerator),
        sad_adjustment_of(accelerator));
    if (cost.penalty == 0) return payload;
    return intel_sub_group_avc_ref_set_motion_vector_cost_function(cost_center(cost), cost_table(cost.penalty),
                                                                   (uchar)cost.precision, payload);
}
