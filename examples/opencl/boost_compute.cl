// SPDX-License-Identifier: MIT
// How far a macroblock is from the one in the same place of another picture.
kernel void boost_compute(read_only image2d_t source, read_only image2d_t reference, global ushort* distortions) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);

    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_initialize(at);
    check = intel_sub_group_avc_sic_configure_skc(
        CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL, 0,
        CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, check);
    const intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_with_single_reference(source, reference, vme, check);

    const ushort distortion = intel_sub_group_avc_sic_get_inter_distortions(result);
    if (get_local_id(0) == 0) distortions[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = distortion;
}
