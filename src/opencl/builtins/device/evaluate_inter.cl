// SPDX-License-Identifier: MIT
// Integer search and refinement by who evaluates (unit_items.cl), from the same OpenCL C that evaluates whole pictures. What a
// sub-group evaluates itself is a function on NVIDIA's devices, not copied to each call: a program may have many.

#define GM_IMAGE const uint
#define GM_HANDLE(image) (image)
#define GM_SAMPLER
#if defined GENMEDIA_PTX && !defined GENMEDIA_HELPERS  // which are asked in one place
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

GM_INLINE void __gm_fill_search(GM_CONTEXT struct __gm_references references, uint streams,
                                __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local SearchRecord* search = &memory->work.search.search;
    const bool dual = references.kind >= GM_DUAL;
    __gm_fill_costs(setup, &search->costs);
    __gm_fill_place(memory, streams, &memory->work.search.place);
    const int way = in_part(1);
    if (way < 2) {
        const __gm_reference asked = __gm_reference_of(__gm_c, references, setup, 0, way == 1);
        search->reference[way] = asked.plane;
        search->penalty[way] = __gm_reference_penalty(setup, asked.id);
        search->reference_id[way] = asked.id;
        memory->failures[way] = way == 0 || dual ? asked.failure : GM_NO_FAILURE;
        memory->failed_images[way] = asked.image;
    } else if (way < 8) {
        memory->failures[way] = GM_NO_FAILURE;
    }
    if (in_part(0) != 0) return;
    search->source = __gm_source(__gm_c, references, setup);
    search->directions = dual ? 2 : 1;
    search->path[0] = search->path[1] = 2 * __gm_window(setup->window) + dual;
    search->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
    search->disabled_partitions = setup->disabled_partitions & 127;
    search->max_vector_count = setup->max_vectors == 0 ? 32 : min(setup->max_vectors & 63, 32);
    search->disable_direction_mix = (setup->flags & GM_NO_DIRECTION_MIX) != 0;
    search->early_termination = setup->flags & GM_EARLY_TERMINATION ? __gm_u4u4(setup->early_threshold, 14) : 0;
    search->sad_weights = setup->flags & GM_SAD_WEIGHTS ? setup->sad_weights : 0;
    bool one_center = true;
    for (int i = 0; i < 3; i++)
        one_center = one_center && memory->lanes[i].cost_center == memory->lanes[i + 1].cost_center;
    // is_rectangle() of make_records.cpp
    search->is_rectangle = __gm_c.launch->are_rectangles[search->path[0] / 2][dual] && search->distortion == SAD &&
                           search->sad_weights == 0 && search->early_termination == 0 &&
                           (one_center || !(setup->flags & GM_COST));
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
    __gm_fill_search(__gm_c, references, streams, memory);
    meet();
    const bool has_all = __gm_has_references(__gm_c, references, GM_IME, memory);
    __gm_search_windows(__gm_c, paths, &memory->work);
    decide(&work->search, paths, &work->place, &memory->stream, &work->matches, &memory->inter, &memory->extras);
    meet();
    return has_all;
}

// ---- Refinement

GM_INLINE void __gm_fill_refinement(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local RefineRecord* refinement = &memory->work.refine.refinement;
    __local InterRecord* given = (__local InterRecord*)memory->work.refine.given;
    const int major = setup->major_shape & 3, e = in_part(5);
    __gm_fill_costs(setup, &refinement->costs);
    __gm_fill_place(memory, 0, &memory->work.refine.place);
    for (int way = 0; way < 2 && e < 16; way++) {
        const int2 vector = __gm_vector(memory->lanes[e].vectors, way, 14);
        given->vectors[e][way][0] = (int16_t)vector.x;
        given->vectors[e][way][1] = (int16_t)vector.y;
    }
    if (e < 4) {
        given->minor_shapes[e] = setup->minor_shapes >> (2 * e) & 3;
        given->directions[e] = min(setup->directions >> (2 * e) & 3, BIDIRECTIONAL);
    }
    __gm_fill_references(__gm_c, references, memory, major, refinement->reference, refinement->penalty,
                         refinement->reference_id);
    if (in_part(0) != 0) return;
    given->major_shape = major;
    refinement->source = __gm_source(__gm_c, references, setup);
    refinement->subpixel = (setup->subpixel & 3) == 2 ? SUBPIXEL_QUARTER : setup->subpixel & 3;
    refinement->bidirectional = setup->flags & GM_BIDIRECTIONAL ? __gm_weight(setup) : 0;
    refinement->disable_mix = (setup->flags & GM_NO_BIDIRECTIONAL_MIX) != 0;
    refinement->bilinear = (setup->flags & GM_BILINEAR) != 0;
    refinement->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
}

GM_EVALUATES bool __gm_refine(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __gm_fill_refinement(__gm_c, references, memory);
    meet();
    const bool has_all = __gm_has_references(__gm_c, references, GM_REF, memory);
    refine_macroblock(__gm_c.pictures, &memory->work.refine, &memory->inter);
    meet();
    return has_all;
}
