// SPDX-License-Identifier: MIT
// Who evaluates what a sub-group asks: itself, or with GENMEDIA_HELPERS, on NVIDIA's devices, others of its work-group.
// There a work-group is one sub-group as the program knows it, and behind it in dimension 2 helpers (device_launches), in
// warps of their own. They wait until the program asks, and it waits until they have answered.

// Where there is no answer, all that may be read of one is 0.
GM_INLINE void __gm_answer_nothing(__local struct gm_unit_memory* memory) {
#pragma unroll 1
    for (int i = item(); i < (int)__builtin_offsetof(struct gm_unit_memory, work) / 4; i += items())
        ((__local uint*)memory)[i] = 0;
}

#ifdef GENMEDIA_HELPERS
// All of the work-group that have not ended come here, those of a warp together.
GM_INLINE void __gm_meet_helpers(void) { asm volatile("bar.sync 1;" ::: "memory"); }

// Evaluates an operation, with a search's streams or a check's flags.
GM_INLINE void __gm_perform(GM_CONTEXT uint operation, struct __gm_references references, uint detail,
                            __local struct gm_unit_memory* memory) {
    if (asker() == 0) {
        memory->asked = operation;
        memory->references = references;
        memory->detail = detail;
    }
    __gm_meet(__gm_c);
    __gm_meet_helpers();
    __gm_meet_helpers();
}

// A launch begins with requests that are like none.
GM_INLINE void __gm_keep_nothing(GM_CONTEXT_ALONE) {
    __local struct gm_kept* kept = &__gm_memory(__gm_c)->kept;
    if (item() != 0) return;
    kept->planned = ~0u;
    kept->in_place = GM_NOTHING;
    kept->source_x = -1;
    kept->searched.references[0] = kept->refined.references[0] = kept->checked.references[0] = ~0u;  // no image
}

// First in a kernel. True, when the kernel is over: this work-item is none of the program's.
GM_INLINE bool __genmedia_help(GM_CONTEXT_ALONE) {
    if (get_local_id(2) == 0) return false;
    if (get_local_id(2) == 1) return true;  // of the program's warp
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __gm_keep_nothing(__gm_c);
    for (;;) {
        __gm_meet_helpers();
        const uint asked = memory->asked, detail = memory->detail;
        if (asked == GM_LEAVES) return true;
        const struct __gm_references references = memory->references;
        bool has_answer = false;
        // Only what the program asks is compiled.
#ifdef GENMEDIA_SEARCHES
        if (asked == GM_IME) has_answer = __gm_search(__gm_c, references);
#endif
#ifdef GENMEDIA_REFINES
        if (asked == GM_REF) has_answer = __gm_refine(__gm_c, references);
#endif
#ifdef GENMEDIA_CHECKS
        if (asked == GM_SIC) has_answer = __gm_check(__gm_c, references, detail & GENMEDIA_CHECKS, memory);
#endif
        if (!has_answer) {
            meet();  // all have written what they answer
            __gm_answer_nothing(memory);
        }
        __gm_meet_helpers();
    }
}

// Before the program's work-items end. All come here, if not together.
GM_INLINE void __genmedia_leave(GM_CONTEXT_ALONE) {
    if (asker() == 0) __gm_memory(__gm_c)->asked = GM_LEAVES;
    asm volatile("barrier.sync 1;" ::: "memory");
}
#else
GM_INLINE void __gm_perform(GM_CONTEXT uint operation, struct __gm_references references, uint detail,
                            __local struct gm_unit_memory* memory) {
    meet();
    const bool has_answer = operation == GM_IME   ? __gm_search(__gm_c, references)
                            : operation == GM_REF ? __gm_refine(__gm_c, references)
                                                  : __gm_check(__gm_c, references, detail, memory);
    meet();
    if (!has_answer) __gm_answer_nothing(memory);
    meet();
}
#define __genmedia_help(context) false
#define __genmedia_leave(context)
#endif
