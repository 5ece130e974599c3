// SPDX-License-Identifier: MIT
// Motion check and estimation: what the unit's operations have in common. [ext: MCE]

struct __gm_payload {
    struct gm_setup setup;
    struct gm_lane_input lane;
};

struct __gm_result {
    struct gm_answer answer;
    ulong vectors;
    gm_held_u16 distortion, unused;
};

typedef struct { struct __gm_payload p; } intel_sub_group_avc_mce_payload_t;
typedef struct { struct __gm_payload p; } intel_sub_group_avc_ime_payload_t;
typedef struct { struct __gm_payload p; } intel_sub_group_avc_ref_payload_t;
typedef struct { struct __gm_payload p; } intel_sub_group_avc_sic_payload_t;
typedef struct { struct __gm_result r; } intel_sub_group_avc_mce_result_t;
typedef struct { struct __gm_result r; } intel_sub_group_avc_ime_result_t;
typedef struct { struct __gm_result r; } intel_sub_group_avc_ref_result_t;
typedef struct { struct __gm_result r; } intel_sub_group_avc_sic_result_t;

// ---- Defaults
#define GM_DEFAULT(T, NAME, FIELD)                                                                        \
    GM_INLINE T intel_sub_group_avc_mce_get_default_##NAME(GM_CONTEXT uchar slice_type, uchar qp) {       \
        return GM_TABLES->FIELD[min(slice_type, (uchar)3)][min(qp, (uchar)51)];                           \
    }
GM_DEFAULT(uchar, inter_base_multi_reference_penalty, multi_reference)
GM_DEFAULT(ulong, inter_shape_penalty, inter_shape)
GM_DEFAULT(uchar, inter_direction_penalty, direction)
GM_DEFAULT(uint, intra_luma_shape_penalty, intra_shape)
GM_DEFAULT(uchar, intra_luma_mode_penalty, intra_mode)

GM_INLINE uint2 intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(GM_CONTEXT uchar slice_type, uchar qp) {
    return as_uint2(GM_TABLES->vector_cost[min(slice_type, (uchar)3)][min(qp, (uchar)51)]);
}

#define GM_FIXED_DEFAULT(T, NAME, VALUE)                                          \
    GM_INLINE T intel_sub_group_avc_mce_get_default_##NAME(GM_CONTEXT_ALONE) {    \
        __global const struct gm_tables* tables = GM_TABLES;                      \
        return VALUE;                                                             \
    }
GM_FIXED_DEFAULT(uint2, high_penalty_cost_table, as_uint2(tables->high_cost))
GM_FIXED_DEFAULT(uint2, medium_penalty_cost_table, as_uint2(tables->medium_cost))
GM_FIXED_DEFAULT(uint2, low_penalty_cost_table, as_uint2(tables->low_cost))
GM_FIXED_DEFAULT(uint, non_dc_luma_intra_penalty, tables->non_dc)
GM_FIXED_DEFAULT(uchar, intra_chroma_mode_base_penalty, tables->chroma_mode)

// ---- Setters and conversions, for the generic payload and for each operation's
#define GM_SETTERS(KIND)                                                                                  \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_inter_base_multi_reference_penalty(                                  \
        uchar reference_base_penalty, intel_sub_group_avc_##KIND##_payload_t payload) {                   \
        payload.p.setup.multi_reference_penalty = reference_base_penalty;                                 \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_inter_shape_penalty(                                                 \
        ulong packed_shape_penalty, intel_sub_group_avc_##KIND##_payload_t payload) {                     \
        payload.p.setup.shape_penalty = packed_shape_penalty;                                             \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_inter_direction_penalty(                                             \
        uchar direction_cost, intel_sub_group_avc_##KIND##_payload_t payload) {                           \
        payload.p.setup.direction_penalty = direction_cost;                                               \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_motion_vector_cost_function(                                         \
        ulong packed_cost_center_delta, uint2 packed_cost_table, uchar cost_precision,                    \
        intel_sub_group_avc_##KIND##_payload_t payload) {                                                 \
        payload.p.lane.cost_center = packed_cost_center_delta;                                            \
        payload.p.setup.cost_table = as_ulong(packed_cost_table);                                         \
        payload.p.setup.cost_precision = cost_precision;                                                  \
        payload.p.setup.flags |= GM_COST;                                                                 \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_ac_only_haar(intel_sub_group_avc_##KIND##_payload_t payload) {       \
        payload.p.setup.flags |= GM_AC_ONLY_HAAR;                                                         \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_source_interlaced_field_polarity(                                    \
        uchar src_field_polarity, intel_sub_group_avc_##KIND##_payload_t payload) {                       \
        payload.p.setup.source_field = src_field_polarity;                                                \
        payload.p.setup.flags |= GM_SOURCE_FIELD;                                                         \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_single_reference_interlaced_field_polarity(                          \
        uchar ref_field_polarity, intel_sub_group_avc_##KIND##_payload_t payload) {                       \
        payload.p.setup.forward_field = ref_field_polarity;                                               \
        payload.p.setup.flags |= GM_REFERENCE_FIELD;                                                      \
        return payload;                                                                                   \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_##KIND##_set_dual_reference_interlaced_field_polarities(                          \
        uchar fwd_ref_field_polarity, uchar bwd_ref_field_polarity,                                       \
        intel_sub_group_avc_##KIND##_payload_t payload) {                                                 \
        payload.p.setup.forward_field = fwd_ref_field_polarity;                                           \
        payload.p.setup.backward_field = bwd_ref_field_polarity;                                          \
        payload.p.setup.flags |= GM_REFERENCE_FIELD;                                                      \
        return payload;                                                                                   \
    }
GM_SETTERS(mce)
GM_SETTERS(ime)
GM_SETTERS(ref)
GM_SETTERS(sic)

#define GM_CONVERSIONS(KIND)                                                                              \
    GM_INLINE intel_sub_group_avc_mce_payload_t                                                           \
    intel_sub_group_avc_##KIND##_convert_to_mce_payload(intel_sub_group_avc_##KIND##_payload_t payload) { \
        intel_sub_group_avc_mce_payload_t converted = {payload.p};                                        \
        return converted;                                                                                 \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_payload_t                                                      \
    intel_sub_group_avc_mce_convert_to_##KIND##_payload(intel_sub_group_avc_mce_payload_t payload) {      \
        intel_sub_group_avc_##KIND##_payload_t converted = {payload.p};                                   \
        return converted;                                                                                 \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_mce_result_t                                                            \
    intel_sub_group_avc_##KIND##_convert_to_mce_result(intel_sub_group_avc_##KIND##_result_t result) {    \
        intel_sub_group_avc_mce_result_t converted = {result.r};                                          \
        return converted;                                                                                 \
    }                                                                                                     \
    GM_INLINE intel_sub_group_avc_##KIND##_result_t                                                       \
    intel_sub_group_avc_mce_convert_to_##KIND##_result(intel_sub_group_avc_mce_result_t result) {         \
        intel_sub_group_avc_##KIND##_result_t converted = {result.r};                                     \
        return converted;                                                                                 \
    }
GM_CONVERSIONS(ime)
GM_CONVERSIONS(ref)
GM_CONVERSIONS(sic)

// ---- Results. Work-item n has entry n of the macroblock's vectors and distortions.
#define GM_GETTER(T, KIND, NAME, VALUE)                                                                   \
    GM_INLINE T intel_sub_group_avc_##KIND##_get_##NAME(intel_sub_group_avc_##KIND##_result_t result) {   \
        return result.r.VALUE;                                                                            \
    }

// The polarity of each quadrant's references: packed_reference_parameter_field_polarities has two bits a
// pair, forward and backward; the answer has four bits forward, four bits backward.
GM_INLINE uchar __gm_field_polarities(uint ids, uint parameters) {
    uint packed = 0;
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        const uint forward = ids >> (8 * quadrant) & 15, backward = ids >> (8 * quadrant + 4) & 15;
        packed |= (parameters >> (2 * forward) & 1) << quadrant;
        packed |= (parameters >> (2 * backward + 1) & 1) << (quadrant + 4);
    }
    return (uchar)packed;
}

#define GM_INTER_GETTERS(KIND)                                        \
    GM_GETTER(ulong, KIND, motion_vectors, vectors)                   \
    GM_GETTER(ushort, KIND, best_inter_distortion, answer.best_distortion) \
    GM_GETTER(uchar, KIND, inter_major_shape, answer.major_shape)     \
    GM_GETTER(uchar, KIND, inter_minor_shapes, answer.minor_shapes)   \
    GM_GETTER(uchar, KIND, inter_directions, answer.directions)       \
    GM_GETTER(uchar, KIND, inter_motion_vector_count, answer.vector_count) \
    GM_GETTER(uint, KIND, inter_reference_ids, answer.reference_ids)  \
    GM_INLINE uchar intel_sub_group_avc_##KIND##_get_inter_reference_interlaced_field_polarities( \
        uint packed_reference_ids, uint packed_reference_parameter_field_polarities,              \
        intel_sub_group_avc_##KIND##_result_t result) {                                           \
        return __gm_field_polarities(packed_reference_ids, packed_reference_parameter_field_polarities); \
    }
GM_INTER_GETTERS(mce)
GM_INTER_GETTERS(ime)
GM_INTER_GETTERS(ref)
GM_GETTER(ushort, mce, inter_distortions, distortion)
GM_GETTER(ushort, ime, inter_distortions, distortion)
GM_GETTER(ushort, ref, inter_distortions, distortion)
GM_GETTER(ushort, sic, inter_distortions, distortion)

// ---- Evaluation
struct __gm_references {
    ulong source, forward, backward;
    uint kind, ids, fields;
};

GM_INLINE struct __gm_references __gm_single(ulong source, ulong forward) {
    struct __gm_references references = {source, forward, 0, GM_SINGLE, 0, 0};
    return references;
}

GM_INLINE struct __gm_references __gm_dual(ulong source, ulong forward, ulong backward) {
    struct __gm_references references = {source, forward, backward, GM_DUAL, 0, 0};
    return references;
}

GM_INLINE struct __gm_references __gm_multi(ulong source, uint kind, uint ids, uint fields) {
    struct __gm_references references = {source, 0, 0, kind, ids, fields};
    return references;
}
