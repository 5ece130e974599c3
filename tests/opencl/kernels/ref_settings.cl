// SPDX-License-Identifier: MIT
// Costs and options of refinement.
#include "ref.h"

#define STORE_DUAL(payload)                                                                                  \
    store_inter(out + macroblock_index(), intel_sub_group_avc_ref_evaluate_with_dual_reference(              \
                                              source, forward, backward, vme, payload))

MACROBLOCK_KERNEL shape_penalty(read_only image2d_t source, read_only image2d_t forward,
                                read_only image2d_t backward, global struct InterRecord* out,
                                global const struct RefineInput* inputs, ulong packed) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_inter_shape_penalty(packed, bidirectional(inputs)));
}

MACROBLOCK_KERNEL direction_penalty(read_only image2d_t source, read_only image2d_t forward,
                                    read_only image2d_t backward, global struct InterRecord* out,
                                    global const struct RefineInput* inputs, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_inter_direction_penalty(penalty, bidirectional(inputs)));
}

MACROBLOCK_KERNEL motion_vector_cost(read_only image2d_t source, read_only image2d_t forward,
                                     read_only image2d_t backward, global struct InterRecord* out,
                                     global const struct RefineInput* inputs, global const ulong* centers,
                                     uint2 table, uchar precision) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_motion_vector_cost_function(centers[lane() % 4], table, precision,
                                                                       bidirectional(inputs)));
}

MACROBLOCK_KERNEL multi_reference_penalty(read_only image2d_t source, read_only image2d_t forward0,
                                          read_only image2d_t backward0, read_only image2d_t forward,
                                          read_only image2d_t backward, global struct InterRecord* out,
                                          global const struct RefineInput* inputs, uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_inter_base_multi_reference_penalty(penalty, bidirectional(inputs)));
}

MACROBLOCK_KERNEL ac_only_haar(read_only image2d_t source, read_only image2d_t forward,
                               read_only image2d_t backward, global struct InterRecord* out,
                               global const struct RefineInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_ac_only_haar(bidirectional(inputs)));
}

MACROBLOCK_KERNEL bidirectional_mix_disable(read_only image2d_t source, read_only image2d_t forward,
                                            read_only image2d_t backward, global struct InterRecord* out,
                                            global const struct RefineInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_bidirectional_mix_disable(bidirectional(inputs)));
}

MACROBLOCK_KERNEL bilinear_filter(read_only image2d_t source, read_only image2d_t forward,
                                  read_only image2d_t backward, global struct InterRecord* out,
                                  global const struct RefineInput* inputs) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_ref_set_bilinear_filter_enable(bidirectional(inputs)));
}
