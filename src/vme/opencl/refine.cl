// SPDX-License-Identifier: MIT
// Fractional and bidirectional refinement of a macroblock by one work-group of 32: vme/refine.cpp. Work-items 16 * c + e
// work for the block that holds entry e: c is 0 or 1.

enum { CANDIDATES = 8, REFINE_ITEMS = 32, SHARES = REFINE_ITEMS / 16, SHARE = CANDIDATES / SHARES };

// A partition's costs over its blocks.
typedef struct {
    uint single_cost, mixed_cost;
    int single;         // the direction that it has when not bidirectional
    int bidirectional;  // not 0: it is better so
} Partition;

// Arrays of 16 go by entries. All entries of a block hold the same.
typedef struct {
    uint source[16 * 4];
    HalfGrid grids[2][16];             // of each direction
    Surroundings surroundings[16];
    int2 starts[2][16];                // whole pixels where the grids lie
    ushort members[16];                // the entries of the block, a bit each
    uint4 distortions[16][SHARES];     // of 4x4 blocks, a candidate each: SHARE of them in one
    uint candidates[CANDIDATES][16];   // costs
    RefineRecord refinement;
    PlaceRecord place;
    uchar blocks[16];
    int2 vectors[2][16];               // the best so far, quarter pixels
    int2 centers[2][16];               // of the block's quadrant
    uint penalties[2][16];
    uint costs[2][16], mixed[16];
    uchar quadrants[16];               // of the block
    bool needed[2][16];                // whether a direction is refined
    Partition partitions[4];
} RefineMemory;

typedef struct {
    global const uchar* pictures;
    local const RefineRecord* refinement;
    local const PlaceRecord* place;
    local RefineMemory* memory;
    int c, e;                 // this work-item's
    uint cap, precision;      // of vectors' costs
} Refinement;

inline uint near_cost(const Refinement* r, int distance) {
    const int units = (int)abs(distance) >> r->precision;
    return r->refinement->costs.near[min(units, 64)] + max(units - 64, 0);
}

inline uint added_cost(const Refinement* r, int direction, int2 vector) {
    const int2 d = vector - r->memory->centers[direction][r->e];
    return min(near_cost(r, d.x) + near_cost(r, d.y), r->cap) + r->memory->penalties[direction][r->e];
}

// Of this entry's 4x4 block.
inline void predict_entry(const Refinement* r, int direction, int2 vector, uint lines[4]) {
    const int2 at = vector - 4 * r->memory->starts[direction][r->e];
    predict_4x4(&r->memory->grids[direction][r->e], at.x, at.y, lines);
}

inline uint entry_distortion(const Refinement* r, const uint prediction[4]) {
    local const uint* source = r->memory->source + entry_y(r->e) * 4 + entry_x(r->e) / 4;
    const uint lines[4] = {source[0], source[4], source[8], source[12]};
    return distortion_4x4(r->refinement->distortion, lines, prediction);
}

// The sums over the block of this entry, of the candidates of one share.
inline uint4 block_sums(const Refinement* r, int share) {
    uint4 sums = (uint4)(0);
    for (uint left = r->memory->members[r->e]; left; left &= left - 1)
        sums += r->memory->distortions[31 - clz(left & -left)][share];
    return sums;
}

// Of a ring's neighbour c, in raster order.
inline int2 ring(int c) {
    const int i = c < 4 ? c : c + 1;
    return (int2)(i % 3 - 1, i / 3 - 1);
}

// What the vector itself costs: the best at first.
inline void begin_search(const Refinement* r, int direction) {
    local RefineMemory* memory = r->memory;
    const bool mine = r->c == 0 && memory->needed[direction][r->e];
    const int2 vector = memory->vectors[direction][r->e];
    if (mine) {
        uint prediction[4];
        predict_entry(r, direction, vector, prediction);
        memory->distortions[r->e][0] = (uint4)(entry_distortion(r, prediction));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine) memory->costs[direction][r->e] = block_sums(r, 0).x + added_cost(r, direction, vector);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Tries the eight neighbours at `step` quarter pixels.
inline void search_ring(const Refinement* r, int direction, int step) {
    local RefineMemory* memory = r->memory;
    const bool needed = memory->needed[direction][r->e];
    const int2 center = memory->vectors[direction][r->e];
    const int first = SHARE * r->c;
    if (needed) {
        uint found[SHARE];
        for (int k = 0; k < SHARE; k++) {
            uint prediction[4];
            predict_entry(r, direction, center + step * ring(first + k), prediction);
            found[k] = entry_distortion(r, prediction);
        }
        memory->distortions[r->e][r->c] = (uint4)(found[0], found[1], found[2], found[3]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (needed) {
        const uint4 sums = block_sums(r, r->c);
        const uint found[SHARE] = {sums.x, sums.y, sums.z, sums.w};
        for (int k = 0; k < SHARE; k++)
            memory->candidates[first + k][r->e] =
                found[k] + added_cost(r, direction, center + step * ring(first + k));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r->c == 0 && needed) {
        uint best = memory->costs[direction][r->e];
        int2 at = center;
        for (int c = 0; c < CANDIDATES; c++) {
            const uint cost = memory->candidates[c][r->e];
            if (cost >= best) continue;
            best = cost;
            at = center + step * ring(c);
        }
        memory->vectors[direction][r->e] = at;
        memory->costs[direction][r->e] = best;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void make_grids(const Refinement* r, int direction) {
    local Surroundings* surroundings = &r->memory->surroundings[r->e];
    const bool needed = r->memory->needed[direction][r->e];
    if (needed) {
        const PlaneRecord plane = r->refinement->reference[direction][r->memory->quadrants[r->e]];
        const int2 start = r->memory->starts[direction][r->e];
        fetch_around(r->pictures, &plane, r->place->x + entry_x(r->e) + start.x, r->place->y + entry_y(r->e) + start.y,
                     r->c, SHARES, surroundings);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = r->c; needed && row < GRID; row += SHARES)
        make_grid_line(surroundings, r->refinement->bilinear != 0, row, &r->memory->grids[direction][r->e]);
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void find_mixed_costs(const Refinement* r) {
    local RefineMemory* memory = r->memory;
    const bool both = r->c == 0 && memory->needed[FORWARD][r->e] && memory->needed[BACKWARD][r->e];
    const int2 to_forward = memory->vectors[FORWARD][r->e], to_backward = memory->vectors[BACKWARD][r->e];
    if (both) {
        uint forward[4], backward[4];
        predict_entry(r, FORWARD, to_forward, forward);
        predict_entry(r, BACKWARD, to_backward, backward);
        const uint weight = r->refinement->bidirectional ? r->refinement->bidirectional : 32;
        for (int i = 0; i < 4; i++) forward[i] = mix4(forward[i], backward[i], weight);
        memory->distortions[r->e][0] = (uint4)(entry_distortion(r, forward));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (both)
        memory->mixed[r->e] = block_sums(r, 0).x + added_cost(r, FORWARD, to_forward) + added_cost(r, BACKWARD, to_backward);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Whether a block's result is counted at this entry.
inline bool is_first_entry(local const RefineMemory* memory, int e) { return (memory->members[e] & ((1 << e) - 1)) == 0; }

inline int first_quadrant(int major, int n) { return major == 1 ? 2 * n : n; }

// What partition n costs in each way. Work-items 0..3 do one each.
inline void find_partition_costs(const Refinement* r, int major, int n, int asked) {
    local RefineMemory* memory = r->memory;
    uint forward = 0, backward = r->refinement->costs.backward_direction, mixed = 0;
    for (int e = 0; e < 16; e++) {
        if (partition_of(major, e / 4) != n || !is_first_entry(memory, e)) continue;
        forward += memory->costs[FORWARD][e];
        backward += memory->costs[BACKWARD][e];
        mixed += memory->mixed[e];
    }
    const int single = asked != BIDIRECTIONAL ? asked : backward < forward ? BACKWARD : FORWARD;
    const uint single_cost = single == FORWARD ? forward : backward;
    const int bidirectional = r->refinement->bidirectional ? mixed < single_cost : asked == BIDIRECTIONAL;
    memory->partitions[n] = (Partition){single_cost, mixed, single, bidirectional};
}

// Without mix all partitions are bidirectional, or none.
inline void forbid_mix(local RefineMemory* memory, int count) {
    uint all_single = 0, all_mixed = 0;
    for (int n = 0; n < count; n++) {
        all_single += memory->partitions[n].single_cost;
        all_mixed += memory->partitions[n].mixed_cost;
    }
    for (int n = 0; n < count; n++) memory->partitions[n].bidirectional = all_mixed < all_single;
}

inline void write_entry(const Refinement* r, int major, global InterRecord* result) {
    local const RefineMemory* memory = r->memory;
    const int e = r->e;
    local const Partition* partition = &memory->partitions[partition_of(major, e / 4)];
    for (int way = 0; way < 2; way++) {
        result->vectors[e][way][0] = memory->vectors[way][e].x;
        result->vectors[e][way][1] = memory->vectors[way][e].y;
    }
    result->distortions[e] =
        saturate(partition->bidirectional ? memory->mixed[e] : memory->costs[partition->single][e]);
}

inline void write_totals(const Refinement* r, int major, const uchar minors[4], global InterRecord* result) {
    local const RefineMemory* memory = r->memory;
    local const CostRecord* costs = &r->refinement->costs;
    uint best = major == SHAPE_8X8 ? 0 : costs->shape[major == 0 ? 0 : 1], vectors = 0;
    for (int n = 0; n < partition_count(major); n++) {
        local const Partition* partition = &memory->partitions[n];
        best += partition->bidirectional ? partition->mixed_cost : partition->single_cost;
        vectors += partition_blocks(major, minors[n], n).count * (partition->bidirectional ? 2 : 1);
    }
    for (int q = 0; q < 4; q++) {
        local const Partition* partition = &memory->partitions[partition_of(major, q)];
        if (major == SHAPE_8X8) best += minor_penalty(costs, minors[q]);
        result->minor_shapes[q] = minors[q];
        result->directions[q] = partition->bidirectional ? BIDIRECTIONAL : partition->single;
        for (int way = 0; way < 2; way++) result->reference_ids[q][way] = r->refinement->reference_id[way][q];
    }
    result->major_shape = major;
    result->best_distortion = saturate(best);
    result->vector_count = vectors;
}

// What was given, as every entry's own. memory->blocks is there already.
inline void begin_entry(const Refinement* r, global const InterRecord* given) {
    local RefineMemory* memory = r->memory;
    const int e = r->e, block = memory->blocks[e], quadrant = quadrant_of(block);
    uint members = 0;
    for (int other = 0; other < 16; other++) members |= (memory->blocks[other] == block) << other;
    const int first = 31 - clz(members & -members);  // its entry counts
    const int asked = given->directions[quadrant];
    memory->members[e] = members;
    memory->quadrants[e] = quadrant;
    memory->mixed[e] = 0;
    for (int way = 0; way < 2; way++) {
        const int2 vector = (int2)(given->vectors[first][way][0], given->vectors[first][way][1]);
        memory->needed[way][e] = r->refinement->bidirectional || asked == BIDIRECTIONAL || asked == way;
        memory->vectors[way][e] = vector;
        memory->starts[way][e] = vector >> 2;
        memory->costs[way][e] = 0;
        memory->centers[way][e] =
            (int2)(r->place->center[quadrant][way][0], r->place->center[quadrant][way][1]);
        memory->penalties[way][e] = r->refinement->penalty[way][quadrant];
    }
}

// Work-group i refines place first + i: `given` becomes `results`, which may be the same.
kernel __attribute__((reqd_work_group_size(REFINE_ITEMS, 1, 1)))
void refine(global const uchar* pictures, global const RefineRecord* refinements, global const PlaceRecord* places,
            uint first, global const InterRecord* all_given, global InterRecord* results) {
    local RefineMemory memory;
    const uint i = first + get_group_id(0);
    const int item = get_local_id(0);
    global const InterRecord* given = all_given + i;
    copy_words(refinements + places[i].setup, &memory.refinement, WORDS(RefineRecord));
    copy_words(places + i, &memory.place, WORDS(PlaceRecord));
    barrier(CLK_LOCAL_MEM_FENCE);
    local const CostRecord* costs = &memory.refinement.costs;
    const Refinement r = {pictures, &memory.refinement, &memory.place, &memory, item / 16, item % 16,
                          costs->has_vector_cost ? GENMEDIA_VECTOR_COST_CAP : 0, costs->precision};
    const PlaneRecord source = memory.refinement.source;
    fetch(pictures, &source, memory.place.x, memory.place.y, 16, 16, memory.source, 4);
    const int major = given->major_shape;
    const uchar minors[4] = {given->minor_shapes[0], given->minor_shapes[1], given->minor_shapes[2],
                             given->minor_shapes[3]};
    if (r.c == 0) memory.blocks[r.e] = block_of(major, minors[r.e / 4], r.e);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r.c == 0) begin_entry(&r, given);
    barrier(CLK_LOCAL_MEM_FENCE);
    local const PlaneRecord* backward = r.refinement->reference[BACKWARD];
    const int ways = backward[0].width + backward[1].width + backward[2].width + backward[3].width == 0 ? 1 : 2;
    for (int way = 0; way < ways; way++) {
        make_grids(&r, way);
        begin_search(&r, way);
        if (r.refinement->subpixel >= 1) search_ring(&r, way, 2);
        if (r.refinement->subpixel == 3) search_ring(&r, way, 1);
    }
    find_mixed_costs(&r);
    const int count = partition_count(major);
    if (item < count) find_partition_costs(&r, major, item, given->directions[first_quadrant(major, item)]);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0 && r.refinement->bidirectional && r.refinement->disable_mix) forbid_mix(&memory, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r.c == 0) write_entry(&r, major, results + i);
    if (item == 16) write_totals(&r, major, minors, results + i);
}
