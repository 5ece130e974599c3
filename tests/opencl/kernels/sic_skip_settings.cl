// SPDX-License-Identifier: MIT
// Costs and options of the skip check.
#include "sic.h"

#define STORE_DUAL(payload)                                                                                  \
    store_skip(out + macroblock_index(), intel_sub_group_avc_sic_evaluate_with_dual_reference(               \
                                             source, forward, backward, vme, payload))

MACROBLOCK_KERNEL shape_penalty(read_only image2d_t source, read_only image2d_t forward,
                                read_only image2d_t backward, global struct SicRecord* out,
                                global const struct SkipInput* inputs, uint partition, uint mask,
                                ulong packed) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_inter_shape_penalty(packed, skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL direction_penalty(read_only image2d_t source, read_only image2d_t forward,
                                    read_only image2d_t backward, global struct SicRecord* out,
                                    global const struct SkipInput* inputs, uint partition, uint mask,
                                    uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_inter_direction_penalty(penalty, skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL motion_vector_cost(read_only image2d_t source, read_only image2d_t forward,
                                     read_only image2d_t backward, global struct SicRecord* out,
                                     global const struct SkipInput* inputs, uint partition, uint mask,
                                     global const ulong* centers, uint2 table, uchar precision) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_motion_vector_cost_function(centers[lane() % 4], table, precision,
                                                                       skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL multi_reference_penalty(read_only image2d_t source, read_only image2d_t forward0,
                                          read_only image2d_t backward0, read_only image2d_t forward,
                                          read_only image2d_t backward, global struct SicRecord* out,
                                          global const struct SkipInput* inputs, uint partition, uint mask,
                                          uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_inter_base_multi_reference_penalty(
        penalty, skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL ac_only_haar(read_only image2d_t source, read_only image2d_t forward,
                               read_only image2d_t backward, global struct SicRecord* out,
                               global const struct SkipInput* inputs, uint partition, uint mask) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_ac_only_haar(skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL bilinear_filter(read_only image2d_t source, read_only image2d_t forward,
                                  read_only image2d_t backward, global struct SicRecord* out,
                                  global const struct SkipInput* inputs, uint partition, uint mask) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_skc_bilinear_filter_enable(skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL block_based_raw_sad(read_only image2d_t source, read_only image2d_t forward,
                                      read_only image2d_t backward, global struct SicRecord* out,
                                      global const struct SkipInput* inputs, uint partition, uint mask,
                                      uchar block) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    STORE_DUAL(intel_sub_group_avc_sic_set_block_based_raw_skip_sad(block, skip(inputs, partition, mask)));
}

MACROBLOCK_KERNEL forward_transform(read_only image2d_t source, read_only image2d_t forward,
                                    read_only image2d_t backward, global struct SicRecord* out,
                                    global const struct SkipInput* inputs, uint partition, uint mask,
                                    ulong thresholds) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_set_skc_forward_transform_enable(
        thresholds, skip(inputs, partition, mask));
    intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_with_dual_reference(source, forward, backward, vme, payload);
    store_skip(out + macroblock_index(), result);
    store_transform(out + macroblock_index(), result);
}
