// SPDX-License-Identifier: MIT
// What built-ins call: requests in, answers out.

// ---- Answers: opencl/engine/answer.cpp

// What an entry's work-item has of the distortions: its block's where it is its first entry. packed_distortions() of
// genmedia/partition.h.
GM_INLINE ushort __gm_packed_distortion(__local const struct gm_unit_memory* memory, int e) {
    __local const InterRecord* inter = &memory->inter;
    __local const struct gm_setup* setup = &memory->setup;
    const int major = inter->major_shape, q = e / 4, minor = inter->minor_shapes[q];
    const int bits = bits_of_block(major, minor);
    if (e & bits) return 0;
    const bool is_undivided = major != SHAPE_8X8 || minor == MINOR_8X8;
    uint own = 0;
    if (is_undivided && inter->directions[q] == BACKWARD) own += __gm_u4u4(setup->direction_penalty, 12);
    if (major == SHAPE_16X16) own += __gm_u4u4(__gm_byte(setup->shape_penalty, 4), 12);
    if (major == SHAPE_8X8 && is_undivided) own += __gm_u4u4(__gm_byte(setup->shape_penalty, 1), 10);
    return (ushort)min(inter->distortions[e] + own, 0xFFFFu);
}

GM_INLINE ulong __gm_packed_vectors(__local const InterRecord* inter, int e) {
    __local const int16_t* v = inter->vectors[e][0];
    return (ulong)(ushort)v[0] | (ulong)(ushort)v[1] << 16 | (ulong)(ushort)v[2] << 32 | (ulong)(ushort)v[3] << 48;
}

GM_INLINE struct __gm_result __gm_no_result(void) {
    const struct __gm_result result = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0};
    return result;
}

GM_INLINE struct __gm_result __gm_inter_result(__local const struct gm_unit_memory* memory) {
    struct __gm_result result = __gm_no_result();
    __local const InterRecord* inter = &memory->inter;
    uint minors = 0, directions = 0, ids = 0;
    for (int q = 0; q < 4; q++) {
        minors |= (uint)inter->minor_shapes[q] << (2 * q);
        directions |= (uint)inter->directions[q] << (2 * q);
        ids |= (uint)(inter->reference_ids[q][0] | inter->reference_ids[q][1] << 4) << (8 * q);
    }
    result.answer.major_shape = inter->major_shape;
    result.answer.minor_shapes = (uchar)minors;
    result.answer.directions = (uchar)directions;
    result.answer.reference_ids = ids;
    result.answer.vector_count = inter->vector_count;
    result.answer.best_distortion = inter->best_distortion;
    result.vectors = __gm_packed_vectors(inter, asker());
    result.distortion = __gm_packed_distortion(memory, asker());
    return result;
}

GM_INLINE struct __gm_result __gm_search_answer(__local const struct gm_unit_memory* memory) {
    struct __gm_result result = __gm_inter_result(memory);
    result.answer.border = memory->extras.border[0] | memory->extras.border[1] << 4;
    result.answer.truncated = memory->extras.truncated;
    result.answer.terminated_early = memory->extras.terminated_early;
    result.answer.weighted_vector = (uint)__gm_packed_vectors(&memory->inter, 0);
    result.answer.weighted_distortion = __gm_packed_distortion(memory, 0);
    return result;
}

GM_INLINE struct __gm_result __gm_check_answer(__local const struct gm_unit_memory* memory, uint flags) {
    struct __gm_result result = __gm_no_result();
    if (flags & GM_SKIP) {
        __local const SkipResult* skip = &memory->skip_result;
        result.answer.best_distortion = skip->best_distortion;
        result.answer.raw_sad = skip->raw_sad;
        for (int q = 0; q < 4; q++) {
            result.answer.transform_counts |= (uint)skip->transform_count[q] << (8 * q);
            result.answer.transform_sums |= (ulong)skip->transform_sum[q] << (16 * q);
        }
        if (asker() % (flags & GM_SKIP_8X8 ? 4 : 16) == 0) result.distortion = skip->distortions[asker()];
    }
    if (flags & GM_INTRA) {
        __local const IntraResult* intra = &memory->intra_result;
        result.answer.intra_shape = intra->shape;
        result.answer.luma_distortion = intra->distortion;
        for (int i = 0; i < 16; i++) result.answer.luma_modes |= (ulong)intra->luma_modes[i] << (4 * i);
        result.answer.chroma_mode = intra->chroma_mode;
        result.answer.chroma_distortion = intra->chroma_distortion;
    }
    return result;
}

// ---- What built-ins call

// Who asks writes what differs from request to request where who evaluates reads it. A packed vector of two as one word:
GM_INLINE uint __gm_wrapped_vector(ulong both, int way, int bits_of_y) {
    const int2 vector = __gm_vector(both, way, bits_of_y);
    return (uint)(ushort)vector.x | (uint)vector.y << 16;
}

GM_INLINE void __gm_write_place(struct __gm_payload payload, uint streams, __local PlaceRecord* place) {
    const struct gm_setup* setup = &payload.setup;
    const int i = asker();
    if (i < 4) {
        __local uint* center = (__local uint*)place->center[i];
        for (int way = 0; way < 2; way++) center[way] = __gm_wrapped_vector(payload.lane.cost_center, way, 12);
    }
    if (i != 0) return;
    place->setup = 0;
    place->x = (int)setup->source_x;
    place->y = (int)setup->source_y;
    place->home = 0;
    place->stream = streams & GM_STREAM_IN ? 0 : -1;
    place->offset[0][0] = (int16_t)__gm_wrapped(setup->forward_x, 12);
    place->offset[0][1] = (int16_t)__gm_wrapped(setup->forward_y, 12);
    place->offset[1][0] = (int16_t)__gm_wrapped(setup->backward_x, 12);
    place->offset[1][1] = (int16_t)__gm_wrapped(setup->backward_y, 12);
}

// What is refined.
GM_INLINE void __gm_write_given(struct __gm_payload payload, __local InterRecord* given) {
    const int e = asker();
    for (int way = 0; way < 2; way++) {
        const int2 vector = __gm_vector(payload.lane.vectors, way, 14);
        given->vectors[e][way][0] = (int16_t)vector.x;
        given->vectors[e][way][1] = (int16_t)vector.y;
    }
    if (e < 4) {
        given->minor_shapes[e] = payload.setup.minor_shapes >> (2 * e) & 3;
        given->directions[e] = min(payload.setup.directions >> (2 * e) & 3, (uint)BIDIRECTIONAL);
    }
    if (e == 0) given->major_shape = payload.setup.major_shape & 3;
}

GM_INLINE __local struct gm_unit_memory* __gm_write_request(GM_CONTEXT struct __gm_payload payload, uint operation,
                                                            uint streams) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    const uint flags = payload.setup.flags;
    __gm_meet(__gm_c);  // all have read the answer before
    if (asker() == 0) memory->setup = payload.setup;
    if (operation == GM_IME) __gm_write_place(payload, streams, &memory->work.search.place);
    if (operation == GM_REF) {
        __gm_write_place(payload, 0, &memory->work.refine.place);
        __gm_write_given(payload, (__local InterRecord*)memory->work.refine.given);
    }
    if (operation == GM_SIC) {
        __gm_write_place(payload, 0, &memory->place);
        if (flags & GM_INTRA) memory->lanes[asker()] = payload.lane;
        if ((flags & GM_SKIP) && asker() < 4) {
            __local uint* vectors = (__local uint*)memory->work.skip.skip.vectors[asker()];
            for (int way = 0; way < 2; way++) vectors[way] = __gm_wrapped_vector(payload.lane.vectors, way, 12);
        }
    }
    return memory;
}

GM_INLINE struct __gm_result __gm_evaluate(GM_CONTEXT struct __gm_payload payload, uint operation,
                                           struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_write_request(__gm_c, payload, operation, 0);
    const uint flags = payload.setup.flags;
    __gm_perform(__gm_c, operation, references, operation == GM_SIC ? flags : 0, memory);
    return operation == GM_IME   ? __gm_search_answer(memory)
           : operation == GM_REF ? __gm_inter_result(memory)
                                 : __gm_check_answer(memory, flags);
}

struct __gm_search_result {
    struct __gm_result r;
    struct gm_stream s;
};

// Among the nine records of a stream: shape s's first one, and how many shape s has.
GM_INLINE int __gm_first_record(int shape) { return shape == 0 ? 0 : 2 * shape - 1; }
GM_INLINE int __gm_record_count(int shape) { return shape == 0 ? 1 : shape == 3 ? 4 : 2; }

// Without a loop: by a variable index compilers keep a stream, and the answer beside it, in memory.
#define GM_RECORDS_OF(way, DO) DO(way, 0) DO(way, 1) DO(way, 2) DO(way, 3)

// A match is read and written as two words: the vector, then the distortion and the reference.
GM_INLINE void __gm_write_stream(__local StreamRecord* to, struct gm_stream stream, bool dual) {
#define GM_WRITE_RECORD(way, shape)                                                                             \
    if (asker() < __gm_record_count(shape)) {                                                                   \
        __local uint* match = (__local uint*)&to->blocks[way][__gm_first_record(shape) + asker()];              \
        match[0] = stream.record[way][shape].vector;                                                            \
        match[1] = stream.record[way][shape].distortion | (uint)stream.record[way][shape].reference_id << 16;   \
    }
    GM_RECORDS_OF(0, GM_WRITE_RECORD)
    if (!dual) return;
    GM_RECORDS_OF(1, GM_WRITE_RECORD)
#undef GM_WRITE_RECORD
}

GM_INLINE struct gm_record __gm_read_record(__local const StreamRecord* from, int way, int shape) {
    __local const uint* match =
        (__local const uint*)&from->blocks[way][__gm_first_record(shape) + asker() % __gm_record_count(shape)];
    const struct gm_record record = {match[0], match[1] & 0xFFFF, match[1] >> 16 & 0xFF};
    return record;
}

GM_INLINE struct gm_stream __gm_read_stream(__local const StreamRecord* from) {
    struct gm_stream stream;
#define GM_READ_RECORD(way, shape) stream.record[way][shape] = __gm_read_record(from, way, shape);
    GM_RECORDS_OF(0, GM_READ_RECORD)
    GM_RECORDS_OF(1, GM_READ_RECORD)
#undef GM_READ_RECORD
    return stream;
}

GM_INLINE struct __gm_search_result __gm_search_with_streams(GM_CONTEXT struct __gm_payload payload,
                                                             struct __gm_references references, uint streams,
                                                             struct gm_stream stream) {
    struct __gm_search_result result;
    __local struct gm_unit_memory* memory = __gm_write_request(__gm_c, payload, GM_IME, streams);
    if (streams & GM_STREAM_IN) __gm_write_stream(&memory->stream, stream, references.kind >= GM_DUAL);
    __gm_perform(__gm_c, GM_IME, references, streams, memory);
    result.r = __gm_search_answer(memory);
    if (streams & GM_STREAM_OUT) result.s = __gm_read_stream(&memory->extras.stream);
    return result;
}
