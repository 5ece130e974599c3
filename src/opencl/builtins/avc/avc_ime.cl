// SPDX-License-Identifier: MIT
// Integer motion estimation. [ext: IME]

GM_INLINE intel_sub_group_avc_ime_payload_t intel_sub_group_avc_ime_initialize(ushort2 src_coord, uchar partition_mask,
                                                                               uchar sad_adjustment) {
    intel_sub_group_avc_ime_payload_t payload = CLK_AVC_IME_PAYLOAD_INITIALIZE_INTEL;
    payload.p.setup.source_x = src_coord.x;
    payload.p.setup.source_y = src_coord.y;
    payload.p.setup.disabled_partitions = partition_mask;
    payload.p.setup.sad_adjustment = sad_adjustment;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t intel_sub_group_avc_ime_set_single_reference(
    short2 ref_offset, uchar search_window_config, intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.forward_x = ref_offset.x;
    payload.p.setup.forward_y = ref_offset.y;
    payload.p.setup.window = search_window_config;
    payload.p.setup.flags &= ~(uint)GM_DUAL_WINDOW;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t intel_sub_group_avc_ime_set_dual_reference(
    short2 fwd_ref_offset, short2 bwd_ref_offset, uchar search_window_config,
    intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.forward_x = fwd_ref_offset.x;
    payload.p.setup.forward_y = fwd_ref_offset.y;
    payload.p.setup.backward_x = bwd_ref_offset.x;
    payload.p.setup.backward_y = bwd_ref_offset.y;
    payload.p.setup.window = search_window_config;
    payload.p.setup.flags |= GM_DUAL_WINDOW;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t intel_sub_group_avc_ime_set_max_motion_vector_count(
    uchar max_motion_vector_count, intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.max_vectors = max_motion_vector_count;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t
intel_sub_group_avc_ime_set_unidirectional_mix_disable(intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.flags |= GM_NO_DIRECTION_MIX;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t intel_sub_group_avc_ime_set_early_search_termination_threshold(
    uchar threshold, intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.early_threshold = threshold;
    payload.p.setup.flags |= GM_EARLY_TERMINATION;
    return payload;
}

GM_INLINE intel_sub_group_avc_ime_payload_t
intel_sub_group_avc_ime_set_weighted_sad(uint packed_sad_weights, intel_sub_group_avc_ime_payload_t payload) {
    payload.p.setup.sad_weights = packed_sad_weights;
    payload.p.setup.flags |= GM_SAD_WEIGHTS;
    return payload;
}

GM_INLINE ushort2 intel_sub_group_avc_ime_ref_window_size(GM_CONTEXT uchar search_window_config, char dual_ref) {
    const int window = search_window_config & 15, dual = dual_ref != 0;
    return (ushort2)(GM_WINDOW_SIZES[window][dual][0], GM_WINDOW_SIZES[window][dual][1]);
}

// The name that version 1 of the extension gave it.
GM_INLINE ushort2 intel_sub_group_ime_ref_window_size(GM_CONTEXT uchar search_window_config, char dual_ref) {
    return intel_sub_group_avc_ime_ref_window_size(GM_PASS search_window_config, dual_ref);
}

// As vme::adjust_reference_offset.
GM_INLINE short __gm_adjust_offset(int offset, int source, int window, int size) {
    const int positions = window - 16, first = source - positions / 2;
    if (first + offset >= size) return (short)(size - first - positions);
    if (first + offset + positions < 0) return (short)-first;
    return (short)offset;
}

GM_INLINE short2 intel_sub_group_avc_ime_adjust_ref_offset(short2 ref_offset, ushort2 src_coord,
                                                           ushort2 ref_window_size, ushort2 image_size) {
    return (short2)(__gm_adjust_offset(ref_offset.x, src_coord.x, ref_window_size.x, image_size.x),
                    __gm_adjust_offset(ref_offset.y, src_coord.y, ref_window_size.y, image_size.y));
}

// ---- Evaluation
typedef struct { struct gm_stream s; } intel_sub_group_avc_ime_single_reference_streamin_t;
typedef struct { struct gm_stream s; } intel_sub_group_avc_ime_dual_reference_streamin_t;
typedef struct { struct __gm_result r; struct gm_stream s; } intel_sub_group_avc_ime_result_single_reference_streamout_t;
typedef struct { struct __gm_result r; struct gm_stream s; } intel_sub_group_avc_ime_result_dual_reference_streamout_t;

#define GM_IME_EVALUATIONS(REFERENCE, PARAMETERS, REFERENCES)                                             \
    GM_INLINE intel_sub_group_avc_ime_result_t intel_sub_group_avc_ime_evaluate_with_##REFERENCE(         \
        GM_CONTEXT PARAMETERS, GM_SAMPLER intel_sub_group_avc_ime_payload_t payload) {             \
        intel_sub_group_avc_ime_result_t result = {__gm_evaluate(GM_PASS payload.p, GM_IME, REFERENCES)};         \
        return result;                                                                                    \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t                                    \
    intel_sub_group_avc_ime_evaluate_with_##REFERENCE##_streamout(                                        \
        GM_CONTEXT PARAMETERS, GM_SAMPLER intel_sub_group_avc_ime_payload_t payload) {             \
        struct gm_stream none;                                                                            \
        struct __gm_search_result all =                                                                   \
            __gm_search_with_streams(GM_PASS payload.p, REFERENCES, GM_STREAM_OUT, none);                                \
        intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t result = {all.r, all.s};                 \
        return result;                                                                                    \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_ime_result_t intel_sub_group_avc_ime_evaluate_with_##REFERENCE##_streamin( \
        GM_CONTEXT PARAMETERS, GM_SAMPLER intel_sub_group_avc_ime_payload_t payload,               \
        intel_sub_group_avc_ime_##REFERENCE##_streamin_t streamin_components) {                           \
        intel_sub_group_avc_ime_result_t result = {                                                       \
            __gm_search_with_streams(GM_PASS payload.p, REFERENCES, GM_STREAM_IN, streamin_components.s).r};             \
        return result;                                                                                    \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t                                    \
    intel_sub_group_avc_ime_evaluate_with_##REFERENCE##_streaminout(                                      \
        GM_CONTEXT PARAMETERS, GM_SAMPLER intel_sub_group_avc_ime_payload_t payload,               \
        intel_sub_group_avc_ime_##REFERENCE##_streamin_t streamin_components) {                           \
        struct __gm_search_result all =                                                                   \
            __gm_search_with_streams(GM_PASS payload.p, REFERENCES, GM_STREAM_IN | GM_STREAM_OUT, streamin_components.s); \
        intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t result = {all.r, all.s};                 \
        return result;                                                                                    \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_ime_##REFERENCE##_streamin_t                                            \
    intel_sub_group_avc_ime_get_##REFERENCE##_streamin(                                                   \
        intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t result) {                                \
        intel_sub_group_avc_ime_##REFERENCE##_streamin_t components = {result.s};                         \
        return components;                                                                                \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_ime_result_t intel_sub_group_avc_ime_strip_##REFERENCE##_streamout(     \
        intel_sub_group_avc_ime_result_##REFERENCE##_streamout_t result) {                                \
        intel_sub_group_avc_ime_result_t stripped = {result.r};                                           \
        return stripped;                                                                                  \
    }

#define GM_SINGLE_PARAMETERS GM_IMAGE src_image, GM_IMAGE ref_image
#define GM_SINGLE_REFERENCES __gm_single(GM_HANDLE(src_image), GM_HANDLE(ref_image))
#define GM_DUAL_PARAMETERS GM_IMAGE src_image, GM_IMAGE fwd_ref_image, GM_IMAGE bwd_ref_image
#define GM_DUAL_REFERENCES __gm_dual(GM_HANDLE(src_image), GM_HANDLE(fwd_ref_image), GM_HANDLE(bwd_ref_image))
GM_IME_EVALUATIONS(single_reference, GM_SINGLE_PARAMETERS, GM_SINGLE_REFERENCES)
GM_IME_EVALUATIONS(dual_reference, GM_DUAL_PARAMETERS, GM_DUAL_REFERENCES)

// ---- Results
#define GM_STREAM_GETTER(T, NAME, FIELD)                                                                  \
    GM_OVERLOAD T intel_sub_group_avc_ime_get_streamout_major_shape_##NAME(                               \
        intel_sub_group_avc_ime_result_single_reference_streamout_t result, uchar major_shape) {          \
        return result.s.record[0][major_shape & 3].FIELD;                                                 \
    }                                                                                                     \
    GM_OVERLOAD T intel_sub_group_avc_ime_get_streamout_major_shape_##NAME(                               \
        intel_sub_group_avc_ime_result_dual_reference_streamout_t result, uchar major_shape, uchar direction) { \
        return result.s.record[direction & 1][major_shape & 3].FIELD;                                     \
    }
GM_STREAM_GETTER(uint, motion_vectors, vector)
GM_STREAM_GETTER(ushort, distortions, distortion)
GM_STREAM_GETTER(uchar, reference_ids, reference_id)

GM_INLINE uchar intel_sub_group_avc_ime_get_border_reached(uchar image_select,
                                                           intel_sub_group_avc_ime_result_t result) {
    return image_select == CLK_AVC_ME_FRAME_FORWARD_INTEL    ? result.r.answer.border & 15
           : image_select == CLK_AVC_ME_FRAME_BACKWARD_INTEL ? result.r.answer.border >> 4
                                                             : 0;
}

GM_GETTER(uchar, ime, truncated_search_indication, answer.truncated)
GM_GETTER(uchar, ime, unidirectional_early_search_termination, answer.terminated_early)
GM_GETTER(uint, ime, weighting_pattern_minimum_motion_vector, answer.weighted_vector)
GM_GETTER(ushort, ime, weighting_pattern_minimum_distortion, answer.weighted_distortion)
