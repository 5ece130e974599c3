// SPDX-License-Identifier: MIT
// Settings made on a generic payload, into which that of any operation can be turned and back.
#include "ime.h"

#define STORE_SINGLE(changed)                                                                                \
    store_single(out + macroblock_index(),                                                                   \
                 intel_sub_group_avc_ime_evaluate_with_single_reference(                                     \
                     source, forward, vme, intel_sub_group_avc_mce_convert_to_ime_payload(changed)))

#define STORE_DUAL(changed)                                                                                  \
    store_dual(out + macroblock_index(),                                                                     \
               intel_sub_group_avc_ime_evaluate_with_dual_reference(                                         \
                   source, forward, backward, vme, intel_sub_group_avc_mce_convert_to_ime_payload(changed)))

MACROBLOCK_KERNEL shape_penalty(read_only image2d_t source, read_only image2d_t forward,
                                global struct ImeRecord* out, ulong packed) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_ime_convert_to_mce_payload(single_search());
    STORE_SINGLE(intel_sub_group_avc_mce_set_inter_shape_penalty(packed, payload));
}

MACROBLOCK_KERNEL direction_penalty(read_only image2d_t source, read_only image2d_t forward,
                                    read_only image2d_t backward, global struct ImeRecord* out,
                                    uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload = intel_sub_group_avc_ime_convert_to_mce_payload(dual_search());
    STORE_DUAL(intel_sub_group_avc_mce_set_inter_direction_penalty(penalty, payload));
}

MACROBLOCK_KERNEL motion_vector_cost(read_only image2d_t source, read_only image2d_t forward,
                                     read_only image2d_t backward, global struct ImeRecord* out,
                                     global const ulong* centers, uint2 table, uchar precision) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload = intel_sub_group_avc_ime_convert_to_mce_payload(dual_search());
    STORE_DUAL(intel_sub_group_avc_mce_set_motion_vector_cost_function(centers[lane() % 4], table, precision,
                                                                       payload));
}

MACROBLOCK_KERNEL multi_reference_penalty(read_only image2d_t source, read_only image2d_t forward0,
                                          read_only image2d_t backward0, read_only image2d_t forward,
                                          read_only image2d_t backward, global struct ImeRecord* out,
                                          uchar penalty) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_ime_convert_to_mce_payload(single_search());
    STORE_SINGLE(intel_sub_group_avc_mce_set_inter_base_multi_reference_penalty(penalty, payload));
}

MACROBLOCK_KERNEL ac_only_haar(read_only image2d_t source, read_only image2d_t forward,
                               global struct ImeRecord* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_ime_convert_to_mce_payload(single_search());
    STORE_SINGLE(intel_sub_group_avc_mce_set_ac_only_haar(payload));
}

MACROBLOCK_KERNEL single_fields(read_only image2d_t source, read_only image2d_t forward,
                                global struct ImeRecord* out, uchar source_field, uchar reference_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload =
        intel_sub_group_avc_ime_convert_to_mce_payload(single_search());
    payload = intel_sub_group_avc_mce_set_source_interlaced_field_polarity(source_field, payload);
    STORE_SINGLE(intel_sub_group_avc_mce_set_single_reference_interlaced_field_polarity(reference_field,
                                                                                        payload));
}

MACROBLOCK_KERNEL dual_fields(read_only image2d_t source, read_only image2d_t forward,
                              read_only image2d_t backward, global struct ImeRecord* out, uchar source_field,
                              uchar forward_field, uchar backward_field) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_mce_payload_t payload = intel_sub_group_avc_ime_convert_to_mce_payload(dual_search());
    payload = intel_sub_group_avc_mce_set_source_interlaced_field_polarity(source_field, payload);
    STORE_DUAL(intel_sub_group_avc_mce_set_dual_reference_interlaced_field_polarities(
        forward_field, backward_field, payload));
}
