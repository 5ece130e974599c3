// SPDX-License-Identifier: MIT
// One macroblock's motion, as kernels write it and hosts read it. OpenCL C and C++ both compile this file.
#pragma once

#ifdef __OPENCL_VERSION__
typedef uchar cl_uchar;
typedef ushort cl_ushort;
typedef uint cl_uint;
typedef ulong cl_ulong;
#else
#include <CL/cl_platform.h>
#endif

// Entry n of an array comes from work-item n and belongs to 4x4 block n in Z order.
struct Macroblock {
    cl_ulong vectors[16];  // from the lowest 16 bits: forward x and y, backward x and y, in quarter pixels
    cl_ushort distortions[16];
    cl_uint reference_ids;  // a byte for each quadrant: forward in the lower half, backward in the upper
    cl_ushort best_distortion;
    cl_uchar major_shape;
    cl_uchar minor_shapes;  // 2 bits for each quadrant
    cl_uchar directions;    // 2 bits for each quadrant
    cl_uchar vector_count;
};

#ifdef __OPENCL_VERSION__
void store_search(global struct Macroblock* to, intel_sub_group_avc_ime_result_t result) {
    to->vectors[get_local_id(0)] = intel_sub_group_avc_ime_get_motion_vectors(result);
    to->distortions[get_local_id(0)] = intel_sub_group_avc_ime_get_inter_distortions(result);
    to->reference_ids = intel_sub_group_avc_ime_get_inter_reference_ids(result);
    to->best_distortion = intel_sub_group_avc_ime_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_ime_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_ime_get_inter_minor_shapes(result);
    to->directions = intel_sub_group_avc_ime_get_inter_directions(result);
    to->vector_count = intel_sub_group_avc_ime_get_inter_motion_vector_count(result);
}

void store_refined(global struct Macroblock* to, intel_sub_group_avc_ref_result_t result) {
    to->vectors[get_local_id(0)] = intel_sub_group_avc_ref_get_motion_vectors(result);
    to->distortions[get_local_id(0)] = intel_sub_group_avc_ref_get_inter_distortions(result);
    to->reference_ids = intel_sub_group_avc_ref_get_inter_reference_ids(result);
    to->best_distortion = intel_sub_group_avc_ref_get_best_inter_distortion(result);
    to->major_shape = intel_sub_group_avc_ref_get_inter_major_shape(result);
    to->minor_shapes = intel_sub_group_avc_ref_get_inter_minor_shapes(result);
    to->directions = intel_sub_group_avc_ref_get_inter_directions(result);
    to->vector_count = intel_sub_group_avc_ref_get_inter_motion_vector_count(result);
}

// Refines the integer search's result to quarter pixels.
intel_sub_group_avc_ref_payload_t quarter_pixels(ushort2 at, intel_sub_group_avc_ime_result_t result) {
    return intel_sub_group_avc_fme_initialize(at, intel_sub_group_avc_ime_get_motion_vectors(result),
                                              intel_sub_group_avc_ime_get_inter_major_shape(result),
                                              intel_sub_group_avc_ime_get_inter_minor_shapes(result),
                                              intel_sub_group_avc_ime_get_inter_directions(result),
                                              CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL,
                                              CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
}
#endif
