// SPDX-License-Identifier: MIT
// Fractional and bidirectional refinement of a macroblock: vme/inter/refine.cpp. Work-items e, 16 + e, 32 + e ... work for
// the block that holds entry e, and share its candidates: of 32 each tries half, of 16 all. At most 144 have a share.
//
// The bits of an entry are where it lies: 1 and 4 to the right, 2 and 8 below. A block's entries are those that differ
// in some of these bits alone, so that sums over it are exchanges along these.

enum { CANDIDATES = 8, TOGETHER = 4 };  // of which sums are made together, where few work-items share
#define SHARES (REFINE_ITEMS / 16)  // where they are one or two

// Arrays of 16 go by entries. All entries of a block hold the same.
typedef struct {
    RefineRecord refinement;
    PlaceRecord place;
    ushort given[sizeof(InterRecord) / 2];
    Surroundings surroundings[16];
    HalfGrid grids[2][16];  // of each direction
    int2 vectors[2][16];    // the best ones, quarter pixels
    uint costs[2][16];
#ifdef GENMEDIA_HELPERS
    uint keys[2][16 * (CANDIDATES + 1)];  // of each candidate, and of the middle; by turns
#endif
    uint4 scratch[WHOLE_PICTURES ? 32 : 16];
} RefineMemory;

typedef struct {
    local RefineMemory* memory;
    local const uint* source;  // the macroblock, which is being fetched
    int c, e;           // this work-item's
    int major, minor;   // of the macroblock, and of the entry's quadrant
    int bits;           // in which the entries of the block differ
    int first;          // entry of the block, whose vector counts
    int asked;          // direction
    uint cap;           // of vectors' costs
} Refinement;

inline local const InterRecord* given_of(const Refinement* r) { return (local const InterRecord*)r->memory->given; }

inline int bits_of_block(int major, int minor) {
    if (major != SHAPE_8X8) return major == SHAPE_16X16 ? 15 : major == SHAPE_16X8 ? 7 : 11;
    return minor == MINOR_8X8 ? 3 : minor == MINOR_8X4 ? 1 : minor == MINOR_4X8 ? 2 : 0;
}

// The sums over the entries that differ from this one in `bits`. All work-items come here.
inline uint4 sum_over(const Refinement* r, int bits, uint4 values) {
    for (int bit = 1; bit < 16; bit *= 2) {
        const uint4 others = exchange4(values, bit, r->memory->scratch);
        if (bits & bit) values += others;
    }
    return values;
}

inline uint sum_of(const Refinement* r, int bits, uint value) {
    for (int bit = 1; bit < 16; bit *= 2) {
        const uint other = exchange(value, bit, r->memory->scratch);
        if (bits & bit) value += other;
    }
    return value;
}

inline bool is_needed(const Refinement* r, int direction) {
    return r->memory->refinement.bidirectional || r->asked == BIDIRECTIONAL || r->asked == direction;
}

inline int2 given_vector(const Refinement* r, int direction) {
    local const int16_t* vector = given_of(r)->vectors[r->first][direction];
    return (int2)(vector[0], vector[1]);
}

inline uint near_cost(const Refinement* r, int distance) {
    local const CostRecord* costs = &r->memory->refinement.costs;
    const int units = (int)abs(distance) >> costs->precision;
    return costs->near[min(units, 64)] + max(units - 64, 0);
}

inline uint added_cost(const Refinement* r, int direction, int2 vector) {
    local const int16_t* center = r->memory->place.center[r->first / 4][direction];
    return min(near_cost(r, vector.x - center[0]) + near_cost(r, vector.y - center[1]), r->cap) +
           r->memory->refinement.penalty[direction][r->first / 4];
}

// Of this entry's 4x4 block.
inline void predict_entry(const Refinement* r, int direction, int2 vector, uint lines[4]) {
    const int2 at = vector - 4 * (given_vector(r, direction) >> 2);
    predict_4x4(&r->memory->grids[direction][r->e], at.x, at.y, lines);
}

inline uint entry_distortion(const Refinement* r, const uint prediction[4]) {
    local const uint* source = r->source + entry_y(r->e) * 4 + entry_x(r->e) / 4;
    const uint lines[4] = {source[0], source[4], source[8], source[12]};
    return distortion_4x4(r->memory->refinement.distortion, lines, prediction);
}

inline uint vector_distortion(const Refinement* r, int direction, int2 vector) {
    uint prediction[4];
    predict_entry(r, direction, vector, prediction);
    return entry_distortion(r, prediction);
}

inline void make_grids(global const uchar* pictures, const Refinement* r, int direction) {
    local Surroundings* surroundings = &r->memory->surroundings[r->e];
    const bool needed = is_needed(r, direction);
    if (needed) {
        const PlaneRecord plane = r->memory->refinement.reference[direction][r->first / 4];
        const int2 start = given_vector(r, direction) >> 2;
        fetch_around(pictures, &plane, r->memory->place.x + entry_x(r->e) + start.x,
                     r->memory->place.y + entry_y(r->e) + start.y, r->c, REFINE_ITEMS / 16, surroundings);
    }
    meet();
#pragma unroll 1
    for (int i = r->c; needed && i < 2 * GRID; i += REFINE_ITEMS / 16)
        make_grid_line(surroundings, r->memory->refinement.bilinear != 0, i >= GRID, i % GRID, &r->memory->grids[direction][r->e]);
    meet();
}

// Of a ring's neighbour k, in raster order.
inline int2 ring(int k) {
    const int i = k < 4 ? k : k + 1;
    return (int2)(i % 3 - 1, i / 3 - 1);
}

// A vector and what it costs.
typedef struct {
    int2 vector;
    uint cost;
} Candidate;

// What the block costs along its given vector.
inline uint middle_cost(const Refinement* r, int direction) {
    const int2 vector = given_vector(r, direction);
    const uint found = is_needed(r, direction) ? vector_distortion(r, direction, vector) : 0;
    return sum_of(r, r->bits, found) + added_cost(r, direction, vector);
}

// What this entry's block differs by at candidate k around a vector.
inline uint candidate_distortion(const Refinement* r, int direction, int step, int2 around, int k) {
    return is_needed(r, direction) ? vector_distortion(r, direction, around + step * ring(k)) : 0;
}

// Of keys the least is the first of the cheapest.
inline uint candidate_key(const Refinement* r, int direction, int step, int2 around, int k, uint distortion) {
    return (distortion + added_cost(r, direction, around + step * ring(k))) * CANDIDATES + k;
}

inline Candidate better(uint key, int step, Candidate best) {
    if (key / CANDIDATES >= best.cost) return best;
    return (Candidate){best.vector + step * ring(key % CANDIDATES), key / CANDIDATES};
}

// The best of a vector and its eight neighbours at `step` quarter pixels; the first of equals.
inline Candidate search_ring(const Refinement* r, int direction, int step, Candidate best) {
    uint key = 0xFFFFFFFFu;  // cost, then candidate
    for (int part = 0; part < CANDIDATES / TOGETHER / SHARES; part++) {
        const int first = TOGETHER * (r->c + SHARES * part);
        uint found[TOGETHER];
        for (int k = 0; k < TOGETHER; k++) found[k] = candidate_distortion(r, direction, step, best.vector, first + k);
        const uint4 sums = sum_over(r, r->bits, (uint4)(found[0], found[1], found[2], found[3]));
        const uint costs[TOGETHER] = {sums.x, sums.y, sums.z, sums.w};
        for (int k = 0; k < TOGETHER; k++) key = min(key, candidate_key(r, direction, step, best.vector, first + k, costs[k]));
    }
    if (SHARES == 2) key = min(key, exchange(key, 16, r->memory->scratch));
    return better(key, step, best);
}

#ifdef GENMEDIA_HELPERS
// The same where more work-items share a block's candidates, a warp two of them at a time. The middle is the last candidate,
// if it is not known.
inline Candidate search_shared_ring(const Refinement* r, int direction, int step, Candidate best, bool is_known) {
    local uint* keys = r->memory->keys[step & 1];
    const int last = is_known ? CANDIDATES - 1 : CANDIDATES;
#pragma unroll 1  // what runs seldom waits for its instructions
    for (int first = r->c & ~1; first <= last; first += REFINE_ITEMS / 16) {
        const int k = first + (r->c & 1);
        const int2 vector = best.vector + (k < CANDIDATES ? step * ring(k) : (int2)(0, 0));
        const uint found = is_needed(r, direction) && k <= last ? vector_distortion(r, direction, vector) : 0;
        const uint cost = sum_of(r, r->bits, found) + added_cost(r, direction, vector);
        if (k <= last) keys[16 * k + r->e] = cost * CANDIDATES + k % CANDIDATES;
    }
    meet();
    uint key = keys[r->e];
#pragma unroll
    for (int k = 1; k < CANDIDATES; k++) key = min(key, keys[16 * k + r->e]);
    if (!is_known) best.cost = keys[16 * CANDIDATES + r->e] / CANDIDATES;
    return better(key, step, best);
}
#endif

inline void search_direction(const Refinement* r, int direction) {
    const int steps = r->memory->refinement.subpixel == SUBPIXEL_QUARTER ? 2 : r->memory->refinement.subpixel == SUBPIXEL_HALF ? 1 : 0;
    Candidate best = {given_vector(r, direction), 0};
#ifdef GENMEDIA_HELPERS
#pragma unroll 1
    for (int i = 0; i < max(steps, 1); i++)  // by no step all are the middle
        best = search_shared_ring(r, direction, steps == 0 ? 0 : 2 - i, best, i > 0);
#else
    best.cost = middle_cost(r, direction);
    for (int i = 0; i < steps; i++) best = search_ring(r, direction, 2 - i, best);
#endif
    if (!is_needed(r, direction)) best = (Candidate){given_vector(r, direction), 0};
    if (r->c != 0) return;
    r->memory->vectors[direction][r->e] = best.vector;
    r->memory->costs[direction][r->e] = best.cost;
}

// What the block costs bidirectionally; 0 where it is not asked.
inline uint mixed_cost(const Refinement* r) {
    const bool both = is_needed(r, FORWARD) && is_needed(r, BACKWARD);
    const int2 to_forward = r->memory->vectors[FORWARD][r->e], to_backward = r->memory->vectors[BACKWARD][r->e];
    uint found = 0;
    if (both) {
        uint forward[4], backward[4];
        predict_entry(r, FORWARD, to_forward, forward);
        predict_entry(r, BACKWARD, to_backward, backward);
        const uint given = r->memory->refinement.bidirectional, weight = given ? given : 32;
        for (int i = 0; i < 4; i++) forward[i] = mix4(forward[i], backward[i], weight);
        found = entry_distortion(r, forward);
    }
    const uint sum = sum_over(r, r->bits, (uint4)(found)).x;
    return both ? sum + added_cost(r, FORWARD, to_forward) + added_cost(r, BACKWARD, to_backward) : 0;
}

// How a partition goes.
typedef struct {
    int single;         // the direction that it has when not bidirectional
    bool bidirectional;
    uint cost;
} Partition;

// Of this entry's partition. Without mix all partitions are bidirectional, or none. All work-items come here.
inline Partition decide_partition(const Refinement* r, uint mixed) {
    local const RefineRecord* refinement = &r->memory->refinement;
    const int bits = r->major == SHAPE_8X8 ? 3 : r->bits;  // in which the entries of the partition differ
    const bool counts = (r->e & r->bits) == 0;             // the block, once
    const uint4 own = (uint4)(r->memory->costs[FORWARD][r->e], r->memory->costs[BACKWARD][r->e], mixed, 0);
    const uint4 sums = sum_over(r, bits, counts ? own : (uint4)(0));
    const uint forward = sums.x, backward = sums.y + refinement->costs.backward_direction;
    const int single = r->asked != BIDIRECTIONAL ? r->asked : backward < forward ? BACKWARD : FORWARD;
    const uint cost = single == FORWARD ? forward : backward;
    const bool once = (r->e & bits) == 0;
    uint4 all = (uint4)(0);
    UNLESS_NEEDLESS(refinement->disable_mix) all = sum_over(r, 15, once ? (uint4)(cost, sums.z, 0, 0) : (uint4)(0));
    const bool is_better = refinement->disable_mix ? all.y < all.x : sums.z < cost;
    const bool bidirectional = refinement->bidirectional ? is_better : r->asked == BIDIRECTIONAL;
    return (Partition){single, bidirectional, bidirectional ? sums.z : cost};
}

inline void write_entry(const Refinement* r, const Partition* partition, uint mixed, RESULT InterRecord* result) {
    local const RefineMemory* memory = r->memory;
    for (int way = 0; way < 2; way++) {
        result->vectors[r->e][way][0] = memory->vectors[way][r->e].x;
        result->vectors[r->e][way][1] = memory->vectors[way][r->e].y;
    }
    result->distortions[r->e] = saturate(partition->bidirectional ? mixed : memory->costs[partition->single][r->e]);
    if (r->e % 4 != 0) return;
    const int q = r->e / 4;
    result->minor_shapes[q] = r->minor;
    result->directions[q] = partition->bidirectional ? BIDIRECTIONAL : partition->single;
    for (int way = 0; way < 2; way++) result->reference_ids[q][way] = memory->refinement.reference_id[way][q];
}

// All work-items come here.
inline void write_totals(const Refinement* r, const Partition* partition, RESULT InterRecord* result) {
    local const CostRecord* costs = &r->memory->refinement.costs;
    const int bits = r->major == SHAPE_8X8 ? 3 : r->bits;
    const uint penalty = r->major == SHAPE_8X8 ? minor_penalty(costs, r->minor) : 0;
    const uint4 all = sum_over(r, 15, (uint4)((r->e & bits) == 0 ? partition->cost : 0,
                                              (r->e & r->bits) == 0 ? 1 + partition->bidirectional : 0,
                                              r->e % 4 == 0 ? penalty : 0, 0));
    if (item() != 0) return;
    result->major_shape = r->major;
    result->best_distortion =
        saturate(all.x + all.z + (r->major == SHAPE_8X8 ? 0 : costs->shape[r->major == 0 ? 0 : 1]));
    result->vector_count = all.y;
}

// Refines what memory->given and its records ask. All work-items come here.
inline void refine_macroblock(global const uchar* pictures, local const uint pixels[64], local RefineMemory* memory,
                              RESULT InterRecord* result) {
    Refinement r = {.memory = memory, .source = pixels, .c = item() / 16, .e = item() % 16};
    r.major = given_of(&r)->major_shape;
    r.minor = given_of(&r)->minor_shapes[r.e / 4];
    r.bits = bits_of_block(r.major, r.minor);
    r.first = r.e & ~r.bits;
    r.asked = given_of(&r)->directions[r.first / 4];
    r.cap = memory->refinement.costs.has_vector_cost ? GENMEDIA_VECTOR_COST_CAP : 0;
    local const uint8_t* asked = given_of(&r)->directions;
    const int ways = memory->refinement.bidirectional || (asked[0] | asked[1] | asked[2] | asked[3]) != FORWARD ? 2 : 1;
    if (ways == 1 && r.c == 0) {
        memory->vectors[BACKWARD][r.e] = given_vector(&r, BACKWARD);
        memory->costs[BACKWARD][r.e] = 0;
    }
    for (int way = 0; way < ways; way++) {
        make_grids(pictures, &r, way);
        search_direction(&r, way);
    }
    meet();
    uint mixed = 0;
    UNLESS_NEEDLESS(ways > 1) mixed = mixed_cost(&r);
    const Partition partition = decide_partition(&r, mixed);
    if (r.c == 0) write_entry(&r, &partition, mixed, result);
    write_totals(&r, &partition, result);
}

#if WHOLE_PICTURES
// Work-group i refines place first + i: `given` becomes `results`, which may be the same.
kernel __attribute__((reqd_work_group_size(REFINE_ITEMS, 1, 1)))
void refine(global const uchar* pictures, global const RefineRecord* refinements, global const PlaceRecord* places,
            uint first, global const InterRecord* given, global InterRecord* results) {
    local RefineMemory memory;
    local uint pixels[64];
    const uint i = first + get_group_id(0);
    for (int k = item(); k < (int)sizeof(InterRecord) / 2; k += REFINE_ITEMS)
        memory.given[k] = ((global const ushort*)(given + i))[k];
    copy_words(refinements + places[i].setup, &memory.refinement, WORDS(RefineRecord));
    copy_words(places + i, &memory.place, WORDS(PlaceRecord));
    meet();
    const PlaneRecord source = memory.refinement.source;
    fetch(pictures, &source, memory.place.x, memory.place.y, 16, 16, pixels, 4);
    refine_macroblock(pictures, pixels, &memory, results + i);
}
#endif
