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

// ---- Integer search

// An undefined window is the first.
GM_INLINE uint __gm_window(uint window) { return 0x63Fu >> (window & 15) & 1 ? window & 15 : 0; }

GM_INLINE void __gm_fill_search(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local SearchRecord* search = &memory->work.search.search;
    const bool dual = references.kind >= GM_DUAL;
    __gm_fill_costs(setup, &search->costs);
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
    search->max_vector_count = setup->max_vectors == 0 ? 32 : min(setup->max_vectors & 63, 32u);
    search->disable_direction_mix = (setup->flags & GM_NO_DIRECTION_MIX) != 0;
    search->early_termination = setup->flags & GM_EARLY_TERMINATION ? __gm_u4u4(setup->early_threshold, 14) : 0;
    search->sad_weights = setup->flags & GM_SAD_WEIGHTS ? setup->sad_weights : 0;
    // is_rectangle() of make_records.cpp, but for the centre of costs
    search->is_rectangle = __gm_c.launch->are_rectangles[search->path[0] / 2][dual] && search->distortion == SAD &&
                           search->sad_weights == 0 && search->early_termination == 0;
}

#ifdef GENMEDIA_PTX
GM_INLINE void __gm_plan(__global const PathRecord* paths, uint path, __local struct gm_kept* kept) {
#ifdef GENMEDIA_HELPERS
    if (kept->planned == path) return;
#endif
    make_plan(paths + path, &kept->plan);
#ifdef GENMEDIA_HELPERS
    if (item() == 0) kept->planned = path;
#endif
    meet();
}
#endif

// As search_rectangles() and search_windows(). Which of both is a condition around meetings, so where these are barriers
// there is no choice. Returns the path.
GM_INLINE __local const PathRecord* __gm_search_windows(GM_CONTEXT __global const PathRecord* paths,
                                                        bool is_same, __local struct gm_unit_memory* memory) {
    __local SearchMemory* search = &memory->work.search;
#ifdef GENMEDIA_PTX
    __local const uint* center = (__local const uint*)search->place.center;
    uint differ = 0;
#pragma unroll
    for (int i = 0; i < 6; i++) differ |= center[i] ^ center[i + 2];
    if (search->search.is_rectangle && (differ == 0 || !search->search.costs.has_vector_cost)) {
        __local RectangleMemory* rectangle = &memory->work.rectangle;
        __local struct gm_kept* kept = &memory->kept;
        const PlaneRecord source = rectangle->search.source;
        const int x = rectangle->place.x, y = rectangle->place.y;
        const bool has_source = __gm_has_source(kept, source, x, y);
        if (item() == 0) rectangle->matches.terminated_early = 0;
        for (uint w = 0; w < (MAY_SEARCH_TWO_PICTURES ? rectangle->search.directions : 1); w++) {  // none is at home
            if (w > 0) meet();
            __gm_plan(paths, rectangle->search.path[w], kept);
            const PlaneRecord reference = rectangle->search.reference[w];
            const int2 corner = first_position(&kept->plan.path, &rectangle->place, w) + (int2)(x, y);
            const bool has_window = __gm_has_window(kept, reference, rectangle->search.path[w], corner);
            // The last search found the same, whatever was streamed in.
            if (is_same && has_source && has_window && __gm_has_center(kept, center)) {
                merge_minima(w, &kept->plan, rectangle);
                continue;
            }
            prepare_window(__gm_c.pictures, &kept->plan, w, w > 0 || has_source, has_window, kept->source, rectangle);
            __gm_keep_window(reference, rectangle->search.path[w], corner, kept);
            __gm_keep_center(rectangle->search.directions, center, kept);
            search_prepared(w, &kept->plan, kept->source, rectangle);
        }
        __gm_keep_source(source, x, y, kept);
        return &kept->plan.path;
    }
    __gm_keep_window((PlaneRecord){0, 0, 0, 0}, ~0u, (int2)(0, 0), &memory->kept);
#endif
    for (uint w = 0; w < WINDOWS; w = find_window(&search->search, &search->place, w + 1))
        search_window(__gm_c.pictures, paths, w, search);
    return &search->path;
}

// False: it has no answer.
GM_EVALUATES bool __gm_search(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __local SearchMemory* work = &memory->work.search;
    bool has_all = true;
    const bool is_same = GM_IS_KEPT(memory, references, searched);
    if (is_same) {
        GM_RESTORE(memory, GM_IME, search, &work->search, WORDS(SearchRecord));
    } else {
        __gm_fill_search(__gm_c, references, memory);
        has_all = __gm_has_references(__gm_c, references, GM_IME, memory);
        if (has_all) GM_KEEP(memory, &work->search, search, searched);
    }
    __local const PathRecord* path = __gm_search_windows(__gm_c, __gm_c.launch->paths[0], is_same, memory);
    decide(&work->search, path, &work->place, &memory->stream, &work->matches, &memory->inter, &memory->extras);
    GM_LEAVE(memory, has_all ? GM_IME : GM_NOTHING);
    return has_all;
}

// ---- Refinement

GM_INLINE void __gm_fill_refinement(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local RefineRecord* refinement = &memory->work.refine.refinement;
    __gm_fill_costs(setup, &refinement->costs);
    __gm_fill_references(__gm_c, references, memory, setup->major_shape & 3, refinement->reference, refinement->penalty,
                         refinement->reference_id);
    if (in_part(0) != 0) return;
    refinement->source = __gm_source(__gm_c, references, setup);
    refinement->subpixel = (setup->subpixel & 3) == 2 ? SUBPIXEL_QUARTER : setup->subpixel & 3;
    refinement->bidirectional = setup->flags & GM_BIDIRECTIONAL ? __gm_weight(setup) : 0;
    refinement->disable_mix = (setup->flags & GM_NO_BIDIRECTIONAL_MIX) != 0;
    refinement->bilinear = (setup->flags & GM_BILINEAR) != 0;
    refinement->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
}

GM_EVALUATES bool __gm_refine(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __local RefineRecord* refinement = &memory->work.refine.refinement;
    bool has_all = true;
    if (GM_IS_KEPT(memory, references, refined)) {
        GM_RESTORE(memory, GM_REF, refinement, refinement, WORDS(RefineRecord));
    } else {
        __gm_fill_refinement(__gm_c, references, memory);
        has_all = __gm_has_references(__gm_c, references, GM_REF, memory);
        if (has_all) GM_KEEP(memory, refinement, refinement, refined);
    }
    const PlaneRecord source = refinement->source;
    const int x = memory->work.refine.place.x, y = memory->work.refine.place.y;
    __gm_fetch_source(__gm_c, source, x, y, &memory->kept);
    refine_macroblock(__gm_c.pictures, (__local const uint*)memory->kept.source, &memory->work.refine, &memory->inter);
    __gm_keep_source(source, x, y, &memory->kept);
    GM_LEAVE(memory, has_all ? GM_REF : GM_NOTHING);
    return has_all;
}
