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

struct gm_unit_memory {
    struct gm_setup setup;
    struct gm_lane_input lanes[GM_UNIT_LANES];
    PlaceRecord place;
    StreamRecord stream;  // what is streamed in
    InterRecord inter;
    SearchExtras extras;
    IntraRecord intra;
    NeighborRecord neighbors;
    SkipResult skip_result;
    IntraResult intra_result;
    // Of those that help: what they are asked, and whether there is an answer.
    uint asked, detail, has_answer;
    struct __gm_references references;
    uint failures[8], failed_images[8];  // of the references that a request names
    union __gm_work work;
};
typedef char __gm_exchange_fits[GM_UNIT_LANES * GM_EXCHANGE_BYTES <= 8 * GM_UNIT_WORDS ? 1 : -1];
#ifdef GENMEDIA_HELPERS
enum { __GM_WORDS = GM_HELPED_WORDS };
#else
enum { __GM_WORDS = GM_UNIT_WORDS };
#endif
typedef char __gm_unit_memory_fits[sizeof(struct gm_unit_memory) <= 8 * __GM_WORDS ? 1 : -1];
