// SPDX-License-Identifier: MIT
// Local memory of a sub-group that asks the unit, and of its helpers.

// What an operation works with. One at a time is evaluated.
union __gm_work {
    SearchMemory search;
    RectangleMemory rectangle;
    RefineMemory refine;
    SkipMemory skip;
    IntraMemory intra;
};

#ifdef GENMEDIA_HELPERS
// What was asked, but for its place.
enum { GM_SAME_WORDS = __builtin_offsetof(struct gm_setup, source_x) / 4, GM_REFERENCES_WORDS = 9 };
struct gm_question {
    uint setup[GM_SAME_WORDS], references[GM_REFERENCES_WORDS];
};
#endif

// What a request leaves to the next ones, where it has helpers.
struct gm_kept {
    uint4 source[16];  // the macroblock
    PlaneRecord source_of;
    int source_x, source_y;
#ifdef GENMEDIA_PTX
    RectanglePlan plan;
#endif
#ifdef GENMEDIA_HELPERS
    PlaneRecord window_of;
    uint window_path;
    int window_x, window_y;
    uint center, has_minima;  // of that search
    uint planned;   // whose plan it is
    uint in_place;  // the operation whose record lies where it is read
    struct gm_question searched, refined, checked;
    SearchRecord search;
    RefineRecord refinement;
    SkipRecord skip;
#endif
};

struct gm_unit_memory {
    struct gm_setup setup;
    struct gm_lane_input lanes[GM_UNIT_LANES];
    PlaceRecord place;
    StreamRecord stream __attribute__((aligned(4)));  // what is streamed in
    InterRecord inter;
    SearchExtras extras __attribute__((aligned(4)));
    IntraRecord intra;
    NeighborRecord neighbors;
    SkipResult skip_result;
    IntraResult intra_result;
    // Of those that help: what they are asked.
    uint asked, detail;
    struct __gm_references references;
    uint failures[8], failed_images[8];  // of the references that a request names
#ifdef GENMEDIA_HELPERS
    uint unused[84];
#endif
    union __gm_work work;
    struct gm_kept kept;
};
typedef char __gm_exchange_fits[GM_UNIT_LANES * GM_EXCHANGE_BYTES <= 8 * GM_UNIT_WORDS ? 1 : -1];
#ifdef GENMEDIA_HELPERS
enum { __GM_WORDS = GM_HELPED_WORDS };
// What is kept is not where values are exchanged.
typedef char __gm_work_stays[__builtin_offsetof(struct gm_unit_memory, work) >= GM_UNIT_LANES * GM_EXCHANGE_BYTES ? 1 : -1];
#else
enum { __GM_WORDS = GM_UNIT_WORDS };
#endif
typedef char __gm_unit_memory_fits[sizeof(struct gm_unit_memory) <= 8 * __GM_WORDS ? 1 : -1];

GM_INLINE __local struct gm_unit_memory* __gm_memory(GM_CONTEXT_ALONE) {
    return (__local struct gm_unit_memory*)__gm_c.memory;
}
