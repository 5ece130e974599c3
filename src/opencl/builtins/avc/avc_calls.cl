// SPDX-License-Identifier: MIT
// Evaluation by the engine: the sub-group writes its request together, who comes first afterwards has it evaluated.

#define GM_IMAGE read_only image2d_t
#define GM_HANDLE(image) __builtin_astype(image, ulong)
#define GM_SAMPLER sampler_t vme_media_sampler,

GM_INLINE __global struct gm_evaluation* __gm_evaluation(__global struct gm_sub_group* sub_group, uint lane) {
    return &sub_group->evaluation[sub_group->operations[lane]++ & 1];
}

GM_INLINE void __gm_write_request(__global struct gm_evaluation* evaluation, struct __gm_payload payload, uint lane,
                                  uint operation, struct __gm_references references, uint streams) {
    evaluation->lane[lane] = payload.lane;
    if (lane != 0) return;
    evaluation->request.setup = payload.setup;
    evaluation->request.source = references.source;
    evaluation->request.forward = references.forward;
    evaluation->request.backward = references.backward;
    evaluation->request.operation = operation;
    evaluation->request.references = references.kind;
    evaluation->request.reference_ids = references.ids;
    evaluation->request.reference_fields = references.fields;
    evaluation->request.streams = streams;
    evaluation->request.done = 0;
}

GM_INLINE struct __gm_result __gm_read_result(__global struct gm_evaluation* evaluation, uint lane) {
    __gm_meet();
    if (!evaluation->request.done)
        __gm_call(__gm_launch()->evaluate, (ulong)__gm_group(), (ulong)evaluation, 0);
    struct __gm_result result;
    result.answer = evaluation->answer;
    result.vectors = evaluation->vectors[lane];
    result.distortion = evaluation->distortions[lane];
    return result;
}

GM_INLINE struct __gm_result __gm_evaluate(struct __gm_payload payload, uint operation,
                                           struct __gm_references references) {
    const uint lane = __gm_lane() & (GM_UNIT_LANES - 1);
    __global struct gm_evaluation* evaluation = __gm_evaluation(__gm_sub_group(), lane);
    __gm_write_request(evaluation, payload, lane, operation, references, 0);
    return __gm_read_result(evaluation, lane);
}

struct __gm_search_result {
    struct __gm_result r;
    struct gm_stream s;
};

GM_INLINE struct __gm_search_result __gm_search_with_streams(struct __gm_payload payload,
                                                             struct __gm_references references, uint streams,
                                                             struct gm_stream stream) {
    const uint lane = __gm_lane() & (GM_UNIT_LANES - 1);
    __global struct gm_evaluation* evaluation = __gm_evaluation(__gm_sub_group(), lane);
    __gm_write_request(evaluation, payload, lane, GM_IME, references, streams);
    if (streams & GM_STREAM_IN) evaluation->stream_in[lane] = stream;
    struct __gm_search_result result;
    result.r = __gm_read_result(evaluation, lane);
    if (streams & GM_STREAM_OUT) result.s = evaluation->stream_out[lane];
    return result;
}
