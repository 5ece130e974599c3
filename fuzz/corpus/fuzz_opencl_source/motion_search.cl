__constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__attribute__((intel_reqd_sub_group_size(16)))
kernel void search(read_only image2d_t source, read_only image2d_t reference, global short2* vectors) {
    ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);
    intel_sub_group_avc_ime_payload_t p = intel_sub_group_avc_ime_initialize(at, 0, 0);
    p = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), 0, p);
    intel_sub_group_avc_ime_result_t r =
        intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, sampler, p);
    vectors[get_global_id(0)] = as_short2((uint)intel_sub_group_avc_ime_get_motion_vectors(r));
}
