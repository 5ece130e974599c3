// SPDX-License-Identifier: MIT
// Refinement: fractional and bidirectional motion estimation. [ext: REF]

GM_INLINE intel_sub_group_avc_ref_payload_t intel_sub_group_avc_fme_initialize(
    ushort2 src_coord, ulong motion_vectors, uchar major_shapes, uchar minor_shapes, uchar directions,
    uchar pixel_resolution, uchar sad_adjustment) {
    intel_sub_group_avc_ref_payload_t payload = CLK_AVC_REF_PAYLOAD_INITIALIZE_INTEL;
    payload.p.lane.vectors = motion_vectors;
    payload.p.setup.source_x = src_coord.x;
    payload.p.setup.source_y = src_coord.y;
    payload.p.setup.major_shape = major_shapes;
    payload.p.setup.minor_shapes = minor_shapes;
    payload.p.setup.directions = directions;
    payload.p.setup.subpixel = pixel_resolution;
    payload.p.setup.sad_adjustment = sad_adjustment;
    return payload;
}

GM_INLINE intel_sub_group_avc_ref_payload_t intel_sub_group_avc_bme_initialize(
    ushort2 src_coord, ulong motion_vectors, uchar major_shapes, uchar minor_shapes, uchar directions,
    uchar pixel_resolution, uchar bidirectional_weight, uchar sad_adjustment) {
    intel_sub_group_avc_ref_payload_t payload = intel_sub_group_avc_fme_initialize(
        src_coord, motion_vectors, major_shapes, minor_shapes, directions, pixel_resolution, sad_adjustment);
    payload.p.setup.bidirectional_weight = bidirectional_weight;
    payload.p.setup.flags |= GM_BIDIRECTIONAL;
    return payload;
}

GM_INLINE intel_sub_group_avc_ref_payload_t
intel_sub_group_avc_ref_set_bidirectional_mix_disable(intel_sub_group_avc_ref_payload_t payload) {
    payload.p.setup.flags |= GM_NO_BIDIRECTIONAL_MIX;
    return payload;
}

GM_INLINE intel_sub_group_avc_ref_payload_t
intel_sub_group_avc_ref_set_bilinear_filter_enable(intel_sub_group_avc_ref_payload_t payload) {
    payload.p.setup.flags |= GM_BILINEAR;
    return payload;
}

// ---- Evaluation, of the skip and intra check as well
#define GM_EVALUATIONS(KIND, OPERATION)                                                                    \
    GM_INLINE intel_sub_group_avc_##KIND##_result_t intel_sub_group_avc_##KIND##_evaluate_with_single_reference( \
        GM_CONTEXT GM_SINGLE_PARAMETERS, GM_SAMPLER intel_sub_group_avc_##KIND##_payload_t payload) { \
        intel_sub_group_avc_##KIND##_result_t result = {                                                   \
            __gm_evaluate(GM_PASS payload.p, OPERATION, GM_SINGLE_REFERENCES)};                                    \
        return result;                                                                                     \
    }                                                                                                      \
    GM_INLINE intel_sub_group_avc_##KIND##_result_t intel_sub_group_avc_##KIND##_evaluate_with_dual_reference( \
        GM_CONTEXT GM_DUAL_PARAMETERS, GM_SAMPLER intel_sub_group_avc_##KIND##_payload_t payload) { \
        intel_sub_group_avc_##KIND##_result_t result = {                                                   \
            __gm_evaluate(GM_PASS payload.p, OPERATION, GM_DUAL_REFERENCES)};                                      \
        return result;                                                                                     \
    }                                                                                                      \
    GM_OVERLOAD intel_sub_group_avc_##KIND##_result_t intel_sub_group_avc_##KIND##_evaluate_with_multi_reference( \
        GM_CONTEXT GM_IMAGE src_image, uint packed_reference_ids, GM_SAMPLER                               \
        intel_sub_group_avc_##KIND##_payload_t payload) {                                                  \
        intel_sub_group_avc_##KIND##_result_t result = {__gm_evaluate(                                     \
            GM_PASS payload.p, OPERATION, __gm_multi(GM_HANDLE(src_image), GM_MULTI, packed_reference_ids, 0))};   \
        return result;                                                                                     \
    }                                                                                                      \
    GM_OVERLOAD intel_sub_group_avc_##KIND##_result_t intel_sub_group_avc_##KIND##_evaluate_with_multi_reference( \
        GM_CONTEXT GM_IMAGE src_image, uint packed_reference_ids, uchar packed_reference_field_polarities, \
        GM_SAMPLER intel_sub_group_avc_##KIND##_payload_t payload) {                     \
        intel_sub_group_avc_##KIND##_result_t result = {                                                   \
            __gm_evaluate(GM_PASS payload.p, OPERATION, __gm_multi(GM_HANDLE(src_image), GM_MULTI_FIELDS,          \
                                                           packed_reference_ids, packed_reference_field_polarities))}; \
        return result;                                                                                     \
    }
GM_EVALUATIONS(ref, GM_REF)
