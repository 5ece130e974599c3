// SPDX-License-Identifier: MIT
// Evaluation by the sub-group's own work-items, from the same OpenCL C that evaluates whole pictures. What evaluates is a
// function on NVIDIA's devices, not copied to each call: a program may have many.

#define GM_IMAGE const uint
#define GM_HANDLE(image) (image)
#define GM_SAMPLER
#ifdef GENMEDIA_PTX
#define GM_EVALUATES static __attribute__((noinline))
#else
#define GM_EVALUATES GM_INLINE
#endif

GM_INLINE __local struct gm_unit_memory* __gm_memory(GM_CONTEXT_ALONE) {
    return (__local struct gm_unit_memory*)__gm_c.memory;
}

// ---- Integer search

// An undefined window is the first.
GM_INLINE uint __gm_window(uint window) { return 0x63Fu >> (window & 15) & 1 ? window & 15 : 0; }

GM_INLINE bool __gm_fill_search(GM_CONTEXT struct __gm_references references, uint streams,
                                __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local SearchRecord* search = &memory->work.search.search;
    const bool dual = references.kind >= GM_DUAL;
    __gm_fill_costs(setup, &search->costs);
    __gm_fill_place(memory, streams, &memory->work.search.place);
    const __gm_reference forward = __gm_reference_of(__gm_c, references, setup, 0, false),
                         backward = __gm_reference_of(__gm_c, references, setup, 0, true);
    bool fails = __gm_fails(__gm_c, forward.failure, (uint)references.source, forward.image, GM_IME, setup);
    if (dual) fails = __gm_fails(__gm_c, backward.failure, (uint)references.source, backward.image, GM_IME, setup) || fails;
    if (item() != 0) return !fails;
    search->source = __gm_source(__gm_c, references, setup);
    search->reference[0] = forward.plane;
    search->reference[1] = backward.plane;
    search->directions = dual ? 2 : 1;
    search->path[0] = search->path[1] = 2 * __gm_window(setup->window) + dual;
    search->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
    search->disabled_partitions = setup->disabled_partitions & 127;
    search->max_vector_count = setup->max_vectors == 0 ? 32 : min(setup->max_vectors & 63, 32);
    search->disable_direction_mix = (setup->flags & GM_NO_DIRECTION_MIX) != 0;
    search->early_termination = setup->flags & GM_EARLY_TERMINATION ? __gm_u4u4(setup->early_threshold, 14) : 0;
    search->sad_weights = setup->flags & GM_SAD_WEIGHTS ? setup->sad_weights : 0;
    search->penalty[0] = __gm_reference_penalty(setup, forward.id);
    search->penalty[1] = __gm_reference_penalty(setup, backward.id);
    search->reference_id[0] = forward.id;
    search->reference_id[1] = backward.id;
    bool one_center = true;
    for (int i = 0; i < 3; i++)
        one_center = one_center && memory->lanes[i].cost_center == memory->lanes[i + 1].cost_center;
    // is_rectangle() of make_records.cpp
    search->is_rectangle = __gm_c.launch->are_rectangles[search->path[0] / 2][dual] && search->distortion == SAD &&
                           search->sad_weights == 0 && search->early_termination == 0 &&
                           (one_center || !(setup->flags & GM_COST));
    return !fails;
}

// As search_rectangles() and search_windows(). Which of both is a condition around meetings, so where these are barriers
// there is no choice.
GM_INLINE void __gm_search_windows(GM_CONTEXT __global const PathRecord* paths, __local union __gm_work* work) {
    __local SearchMemory* search = &work->search;
#ifdef GENMEDIA_PTX
    if (search->search.is_rectangle) {
        __local RectangleMemory* rectangle = &work->rectangle;
        if (item() == 0) rectangle->matches.terminated_early = 0;
        for (uint w = 0; w < WINDOWS; w = find_window(&rectangle->search, &rectangle->place, w + 1)) {
            prepare_window(__gm_c.pictures, paths, w, rectangle);
            search_prepared(w, rectangle);
        }
        return;
    }
#endif
    for (uint w = 0; w < WINDOWS; w = find_window(&search->search, &search->place, w + 1))
        search_window(__gm_c.pictures, paths, w, search);
}

// False: it has no answer.
GM_EVALUATES bool __gm_search(GM_CONTEXT struct __gm_references references, uint streams) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __local SearchMemory* work = &memory->work.search;
    __global const PathRecord* paths = __gm_c.launch->paths[0];
    const bool is_filled = __gm_fill_search(__gm_c, references, streams, memory);
    meet();
    __gm_search_windows(__gm_c, paths, &memory->work);
    decide(&work->search, paths, &work->place, &memory->stream, &work->matches, &memory->inter, &memory->extras);
    return is_filled;
}

// ---- Refinement

GM_INLINE bool __gm_fill_refinement(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local RefineRecord* refinement = &memory->work.refine.refinement;
    __local InterRecord* given = (__local InterRecord*)memory->work.refine.given;
    const int major = setup->major_shape & 3, e = item();
    __gm_fill_costs(setup, &refinement->costs);
    __gm_fill_place(memory, 0, &memory->work.refine.place);
    for (int way = 0; way < 2; way++) {
        const int2 vector = __gm_vector(memory->lanes[e].vectors, way, 14);
        given->vectors[e][way][0] = (int16_t)vector.x;
        given->vectors[e][way][1] = (int16_t)vector.y;
    }
    if (e < 4) {
        given->minor_shapes[e] = setup->minor_shapes >> (2 * e) & 3;
        given->directions[e] = min(setup->directions >> (2 * e) & 3, BIDIRECTIONAL);
    }
    const bool has_all = __gm_fill_references(__gm_c, references, setup, major, GM_REF, refinement->reference,
                                              refinement->penalty, refinement->reference_id);
    if (e != 0) return has_all;
    given->major_shape = major;
    refinement->source = __gm_source(__gm_c, references, setup);
    refinement->subpixel = (setup->subpixel & 3) == 2 ? SUBPIXEL_QUARTER : setup->subpixel & 3;
    refinement->bidirectional = setup->flags & GM_BIDIRECTIONAL ? __gm_weight(setup) : 0;
    refinement->disable_mix = (setup->flags & GM_NO_BIDIRECTIONAL_MIX) != 0;
    refinement->bilinear = (setup->flags & GM_BILINEAR) != 0;
    refinement->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
    return has_all;
}

GM_EVALUATES bool __gm_refine(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    const bool is_filled = __gm_fill_refinement(__gm_c, references, memory);
    meet();
    refine_macroblock(__gm_c.pictures, &memory->work.refine, &memory->inter);
    meet();
    return is_filled;
}

// ---- Skip check

GM_INLINE bool __gm_fill_skip(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local SkipRecord* skip = &memory->work.skip.skip;
    const bool split = (setup->flags & GM_SKIP_8X8) != 0;
    const int i = item();
    __gm_fill_costs(setup, &skip->costs);
    if (i < 8) {
        const int2 vector = __gm_vector(memory->lanes[i / 2].vectors, i % 2, 12);
        skip->vectors[i / 2][i % 2][0] = (int16_t)vector.x;
        skip->vectors[i / 2][i % 2][1] = (int16_t)vector.y;
        // 16 bits, then six times eight.
        skip->thresholds[i] = i == 0 ? (uint16_t)setup->transform_thresholds
                              : i < 7 ? (uint16_t)__gm_byte(setup->transform_thresholds, i + 1) : 0;
    }
    if (i < 4) {
        const uint bits = setup->skip_mask >> (24 + 2 * i) & 3;
        skip->directions[i] = i == 0 || split ? (int)bits - 1 : NOT_CHECKED;
    }
    const bool has_all = __gm_fill_references(__gm_c, references, setup, split ? SHAPE_8X8 : SHAPE_16X16, GM_SIC,
                                              skip->reference, skip->penalty, 0);
    if (i != 0) return has_all;
    skip->source = __gm_source(__gm_c, references, setup);
    skip->partition_8x8 = split;
    skip->weight = __gm_weight(setup);
    skip->bilinear = (setup->flags & GM_BILINEAR) != 0;
    skip->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
    skip->raw_sad = !(setup->flags & GM_BLOCK_RAW_SAD) ? WHOLE_MACROBLOCK
                    : setup->raw_sad_type == 0         ? LARGEST_4X4
                                                       : LARGEST_8X8;
    skip->has_thresholds = (setup->flags & GM_TRANSFORM) != 0;
    return has_all;
}

GM_EVALUATES bool __gm_check_skip(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    const bool is_filled = __gm_fill_skip(__gm_c, references, memory);
    meet();
    check_macroblock(__gm_c.pictures, &memory->place, &memory->work.skip, &memory->skip_result);
    meet();
    return is_filled;
}

// ---- Intra estimation

GM_INLINE void __gm_fill_neighbors(__local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local NeighborRecord* around = &memory->neighbors;
    const int i = item();
    __local const struct gm_lane_input* lane = &memory->lanes[i];
    around->left[i + 1] = lane->left;
    around->upper[i] = lane->upper;
    if (i < 8) {
        around->upper[16 + i] = lane->upper_right;
        around->chroma_left[i][0] = lane->chroma_left & 0xFF;
        around->chroma_left[i][1] = lane->chroma_left >> 8;
        around->chroma_upper[i][0] = lane->chroma_upper & 0xFF;
        around->chroma_upper[i][1] = lane->chroma_upper >> 8;
    }
    if (i < 4) {
        around->left_modes[i] = setup->neighbor_modes >> (4 * i) & 15;
        around->upper_modes[i] = setup->neighbor_modes >> (16 + 4 * i) & 15;
    }
    if (i != 0) return;
    around->has_left = (setup->neighbors & 0x60) != 0;
    around->has_upper = (setup->neighbors & 0x10) != 0;
    around->has_upper_right = (setup->neighbors & 0x08) != 0;
    around->has_upper_left = (setup->neighbors & 0x04) != 0;
    around->left[0] = setup->upper_left;
    around->chroma_upper_left[0] = setup->chroma_upper_left & 0xFF;
    around->chroma_upper_left[1] = setup->chroma_upper_left >> 8;
}

GM_INLINE void __gm_fill_intra(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local IntraRecord* intra = &memory->intra;
    __gm_fill_neighbors(memory);
    if (item() != 0) return;
    intra->source = __gm_source(__gm_c, references, setup);
    intra->chroma = __gm_lines(__gm_c.launch->chroma[references.source], (setup->flags & GM_SOURCE_FIELD) != 0,
                               setup->source_field);
    intra->disabled_partitions = setup->disabled_intra_partitions & 7;
    intra->distortion = __gm_distortion_kind(setup, setup->intra_sad_adjustment);
    intra->disabled_chroma_modes = 0;
    for (int i = 0; i < 3; i++) {
        intra->disabled_modes[i] = 0;
        intra->shape_penalty[i] = __gm_u4u4(__gm_byte(setup->intra_shape_penalty, i + 1), 12);
        intra->non_dc_penalty[i] = __gm_byte(setup->non_dc_penalty, i);
    }
    intra->has_mode_cost = (setup->flags & GM_MODE_COST) != 0;
    intra->mode_penalty = __gm_u4u4(setup->mode_penalty, 10);
    intra->has_chroma = (setup->flags & GM_CHROMA) && intra->chroma.width != 0;
    intra->chroma_mode_penalty = __gm_u4u4(setup->chroma_mode_penalty, 12);
}

GM_EVALUATES void __gm_estimate_intra(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __gm_fill_intra(__gm_c, references, memory);
    meet();
    __local const NeighborRecord* around = &memory->neighbors;
    Intra all = {&memory->intra, around, &memory->work.intra, around->has_left != 0, around->has_upper != 0,
                 around->has_upper_right != 0, around->has_upper_left != 0};
    estimate_macroblock(__gm_c.pictures, &all, memory->place.x, memory->place.y, &memory->intra_result);
    meet();
}

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

GM_INLINE struct __gm_result __gm_nothing(void) {
    const struct __gm_result result = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0};
    return result;
}

GM_INLINE struct __gm_result __gm_inter_result(__local const struct gm_unit_memory* memory) {
    struct __gm_result result = __gm_nothing();
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
    result.vectors = __gm_packed_vectors(inter, item());
    result.distortion = __gm_packed_distortion(memory, item());
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
    struct __gm_result result = __gm_nothing();
    if (flags & GM_SKIP) {
        __local const SkipResult* skip = &memory->skip_result;
        result.answer.best_distortion = skip->best_distortion;
        result.answer.raw_sad = skip->raw_sad;
        for (int q = 0; q < 4; q++) {
            result.answer.transform_counts |= (uint)skip->transform_count[q] << (8 * q);
            result.answer.transform_sums |= (ulong)skip->transform_sum[q] << (16 * q);
        }
        if (item() % (flags & GM_SKIP_8X8 ? 4 : 16) == 0) result.distortion = skip->distortions[item()];
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

GM_INLINE __local struct gm_unit_memory* __gm_write_request(GM_CONTEXT struct __gm_payload payload) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    meet();  // all have read the answer before
    memory->lanes[item()] = payload.lane;
    if (item() == 0) memory->setup = payload.setup;
    return memory;
}

// `flags` are the setup's: as a compiler may know them, so that no condition is left.
GM_INLINE struct __gm_result __gm_check(GM_CONTEXT struct __gm_references references, uint flags,
                                        __local struct gm_unit_memory* memory) {
    const bool wants_chroma = (flags & GM_INTRA) && (flags & GM_CHROMA);
    const bool has_chroma = __gm_c.launch->chroma[references.source].width != 0;
    bool fails = __gm_fails(__gm_c, wants_chroma && !has_chroma ? GM_NO_CHROMA : GM_NO_FAILURE,
                            (uint)references.source, (uint)references.source, GM_SIC, &memory->setup);
    __gm_fill_place(memory, 0, &memory->place);
    meet();
    if (flags & GM_SKIP) fails = !__gm_check_skip(__gm_c, references) || fails;
    if (flags & GM_INTRA) __gm_estimate_intra(__gm_c, references);
    return fails ? __gm_nothing() : __gm_check_answer(memory, flags);
}

GM_INLINE struct __gm_result __gm_evaluate(GM_CONTEXT struct __gm_payload payload, uint operation,
                                           struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_write_request(__gm_c, payload);
    meet();
    if (operation == GM_IME) return __gm_search(__gm_c, references, 0) ? __gm_search_answer(memory) : __gm_nothing();
    if (operation == GM_REF) return __gm_refine(__gm_c, references) ? __gm_inter_result(memory) : __gm_nothing();
    return __gm_check(__gm_c, references, payload.setup.flags, memory);
}

struct __gm_search_result {
    struct __gm_result r;
    struct gm_stream s;
};

// Among the nine records of a stream: shape s's first one, and how many shape s has.
GM_INLINE int __gm_first_record(int shape) { return shape == 0 ? 0 : 2 * shape - 1; }
GM_INLINE int __gm_record_count(int shape) { return shape == 0 ? 1 : shape == 3 ? 4 : 2; }

GM_INLINE void __gm_write_stream(__local StreamRecord* to, struct gm_stream stream) {
    for (int i = 0; i < 8; i++) {
        const int way = i / 4, shape = i % 4;
        if (item() >= __gm_record_count(shape)) continue;
        const struct gm_record record = stream.record[way][shape];
        __local MajorMatch* match = &to->blocks[way][__gm_first_record(shape) + item()];
        match->x = (int16_t)(record.vector & 0xFFFF);
        match->y = (int16_t)(record.vector >> 16);
        match->distortion = record.distortion;
        match->reference_id = record.reference_id;
    }
}

GM_INLINE struct gm_stream __gm_read_stream(__local const StreamRecord* from) {
    struct gm_stream stream;
    for (int i = 0; i < 8; i++) {
        const int way = i / 4, shape = i % 4;
        __local const MajorMatch* match =
            &from->blocks[way][__gm_first_record(shape) + item() % __gm_record_count(shape)];
        stream.record[way][shape].vector = (uint)(ushort)match->x | (uint)(ushort)match->y << 16;
        stream.record[way][shape].distortion = match->distortion;
        stream.record[way][shape].reference_id = match->reference_id;
    }
    return stream;
}

GM_INLINE struct __gm_search_result __gm_search_with_streams(GM_CONTEXT struct __gm_payload payload,
                                                             struct __gm_references references, uint streams,
                                                             struct gm_stream stream) {
    struct __gm_search_result result;
    __local struct gm_unit_memory* memory = __gm_write_request(__gm_c, payload);
    if (streams & GM_STREAM_IN) __gm_write_stream(&memory->stream, stream);
    meet();
    const bool is_found = __gm_search(__gm_c, references, streams);
    if (is_found) {
        result.r = __gm_search_answer(memory);
    } else {
        result.r = __gm_nothing();
    }
    if (streams & GM_STREAM_OUT) {
        result.s = __gm_read_stream(&memory->extras.stream);
        if (!is_found)
            for (int i = 0; i < 8; i++) {
                const struct gm_record none = {0, 0, 0};
                result.s.record[i / 4][i % 4] = none;
            }
    }
    return result;
}
