// SPDX-License-Identifier: MIT
// Fractional and bidirectional refinement of a macroblock by one work-group of 128: vme/refine.cpp. Work-item
// 16 * c + e looks at candidate c of the block that holds entry e.

enum { CANDIDATES = 8, REFINE_ITEMS = 16 * CANDIDATES };

typedef struct {
    uchar source[256];
    Region regions[2][16];                // of each direction and entry
    int block[16];                        // that holds the entry
    uint distortions[CANDIDATES][16];     // of 4x4 blocks
    int2 vectors[2][16];                  // the best so far, quarter pixels
    uint costs[2][16];
    uint mixed[16];
    bool needed[2][16];                   // whether a direction is refined
    int start[2][16][2];                  // whole pixels where the regions lie
} RefineMemory;

typedef struct {
    global const RefineRecord* refinement;
    global const PlaceRecord* place;
    local RefineMemory* memory;
} Refinement;

inline uint added_cost(const Refinement* r, int direction, int quadrant, int2 vector) {
    global const int16_t* center = r->place->center[quadrant][direction];
    return vector_cost(&r->refinement->costs, vector.x - center[0], vector.y - center[1]) +
           r->refinement->penalty[direction][quadrant];
}

// Of entry e's 4x4 block, where a vector predicts it from.
inline void predict_entry(const Refinement* r, int direction, int e, int2 vector, int to[16]) {
    local const int* start = r->memory->start[direction][e];
    predict_4x4(&r->memory->regions[direction][e], r->refinement->bilinear != 0, vector.x - 4 * start[0],
                vector.y - 4 * start[1], to);
}

inline uint entry_distortion(const Refinement* r, int e, const int prediction[16]) {
    local const uchar* source = r->memory->source + entry_y(e) * 16 + entry_x(e);
    int difference[16];
    for (int i = 0; i < 16; i++) difference[i] = source[i / 4 * 16 + i % 4] - prediction[i];
    return distortion_4x4(r->refinement->distortion, difference);
}

// The sum over the entries of entry e's block.
inline uint block_sum(local const RefineMemory* memory, int candidate, int e) {
    uint sum = 0;
    for (int other = 0; other < 16; other++)
        if (memory->block[other] == memory->block[e]) sum += memory->distortions[candidate][other];
    return sum;
}

// Of a ring's neighbour c, in raster order.
inline int2 ring(int c) {
    const int i = c < 4 ? c : c + 1;
    return (int2)(i % 3 - 1, i / 3 - 1);
}

// Tries the eight neighbours at `step` quarter pixels; step 0 is the vector itself, whose cost becomes the best.
inline void search_ring(const Refinement* r, int direction, int step) {
    local RefineMemory* memory = r->memory;
    const int c = get_local_id(0) / 16, e = get_local_id(0) % 16;
    const int first = memory->block[e], quadrant = quadrant_of(first);
    const int2 center = memory->vectors[direction][e];
    const bool needed = memory->needed[direction][e];
    if (needed && (step != 0 || c == 0)) {
        int prediction[16];
        predict_entry(r, direction, e, center + step * ring(c), prediction);
        memory->distortions[c][e] = entry_distortion(r, e, prediction);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (needed && c == 0) {
        uint best = step == 0 ? NO_KEY : memory->costs[direction][e];
        int2 at = center;
        for (int i = 0; i < (step == 0 ? 1 : CANDIDATES); i++) {
            const int2 vector = center + step * ring(i);
            const uint cost = block_sum(memory, i, e) + added_cost(r, direction, quadrant, vector);
            if (cost >= best) continue;
            best = cost;
            at = vector;
        }
        memory->vectors[direction][e] = at;
        memory->costs[direction][e] = best;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void fetch_regions(global const uchar* pictures, const Refinement* r, int direction) {
    for (int i = get_local_id(0); i < 16 * REGION * REGION; i += get_local_size(0)) {
        const int e = i / (REGION * REGION), y = i / REGION % REGION, x = i % REGION;
        if (!r->memory->needed[direction][e]) continue;
        const PlaneRecord plane = r->refinement->reference[direction][quadrant_of(r->memory->block[e])];
        local const int* start = r->memory->start[direction][e];
        r->memory->regions[direction][e].pixels[y * REGION_STRIDE + x] =
            sample_at(pictures, &plane, r->place->x + entry_x(e) + start[0] + x - REGION_MARGIN,
                      r->place->y + entry_y(e) + start[1] + y - REGION_MARGIN);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void find_mixed_costs(const Refinement* r) {
    local RefineMemory* memory = r->memory;
    const int e = get_local_id(0);
    const bool both = e < 16 && memory->needed[FORWARD][e % 16] && memory->needed[BACKWARD][e % 16];
    if (both) {
        int forward[16], backward[16];
        predict_entry(r, FORWARD, e, memory->vectors[FORWARD][e], forward);
        predict_entry(r, BACKWARD, e, memory->vectors[BACKWARD][e], backward);
        const uint weight = r->refinement->bidirectional ? r->refinement->bidirectional : 32;
        for (int i = 0; i < 16; i++) forward[i] = mix(forward[i], backward[i], weight);
        memory->distortions[0][e] = entry_distortion(r, e, forward);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (both) {
        const int quadrant = quadrant_of(memory->block[e]);
        memory->mixed[e] = block_sum(memory, 0, e) + added_cost(r, FORWARD, quadrant, memory->vectors[FORWARD][e]) +
                           added_cost(r, BACKWARD, quadrant, memory->vectors[BACKWARD][e]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The first entry of a block: where its result is taken from.
inline bool is_first_entry(local const RefineMemory* memory, int e) {
    for (int other = 0; other < e; other++)
        if (memory->block[other] == memory->block[e]) return false;
    return true;
}

// What becomes of each partition, by one work-item. `asked`: the directions that were given.
inline void conclude(const Refinement* r, global const InterRecord* given, global InterRecord* result) {
    local const RefineMemory* memory = r->memory;
    global const RefineRecord* refinement = r->refinement;
    const int major = given->major_shape, count = partition_count(major);
    uint single_costs[4], mixed_costs[4], all_single = 0, all_mixed = 0;
    int single[4];
    bool bidirectional[4];
    for (int n = 0; n < count; n++) {
        const int q0 = major == 1 ? 2 * n : n;
        const int asked = given->directions[q0];
        uint forward = 0, backward = refinement->costs.backward_direction, mixed = 0;
        for (int e = 0; e < 16; e++) {
            if (partition_of(major, e / 4) != n || !is_first_entry(memory, e)) continue;
            forward += memory->costs[FORWARD][e];
            backward += memory->costs[BACKWARD][e];
            mixed += memory->mixed[e];
        }
        single[n] = asked != BIDIRECTIONAL ? asked : backward < forward ? BACKWARD : FORWARD;
        single_costs[n] = single[n] == FORWARD ? forward : backward;
        mixed_costs[n] = mixed;
        bidirectional[n] = refinement->bidirectional ? mixed < single_costs[n] : asked == BIDIRECTIONAL;
        all_single += single_costs[n];
        all_mixed += mixed;
    }
    if (refinement->bidirectional && refinement->disable_mix)
        for (int n = 0; n < count; n++) bidirectional[n] = all_mixed < all_single;

    uint best = major == 0 ? refinement->costs.shape[0] : refinement->costs.shape[1];
    if (major == SHAPE_8X8) {
        best = 0;
        for (int q = 0; q < 4; q++) best += minor_penalty(&refinement->costs, given->minor_shapes[q]);
    }
    for (int n = 0; n < count; n++) best += bidirectional[n] ? mixed_costs[n] : single_costs[n];
    int vectors = 0;
    for (int e = 0; e < 16; e++) {
        const int q = e / 4, n = partition_of(major, q);
        result->directions[q] = bidirectional[n] ? BIDIRECTIONAL : single[n];
        for (int way = 0; way < 2; way++) {
            result->vectors[e][way][0] = memory->vectors[way][e].x;
            result->vectors[e][way][1] = memory->vectors[way][e].y;
        }
        result->distortions[e] = saturate(bidirectional[n] ? memory->mixed[e] : memory->costs[single[n]][e]);
        if (is_first_entry(memory, e)) vectors += bidirectional[n] ? 2 : 1;
    }
    for (int q = 0; q < 4; q++) {
        result->minor_shapes[q] = given->minor_shapes[q];
        for (int way = 0; way < 2; way++) result->reference_ids[q][way] = refinement->reference_id[way][q];
    }
    result->major_shape = major;
    result->best_distortion = saturate(best);
    result->vector_count = vectors;
}

// Work-group i refines place first + i: `given` becomes `results`, which may be the same.
kernel __attribute__((reqd_work_group_size(REFINE_ITEMS, 1, 1)))
void refine(global const uchar* pictures, global const RefineRecord* refinements, global const PlaceRecord* places,
            uint first, global const InterRecord* all_given, global InterRecord* results) {
    local RefineMemory memory;
    const uint i = first + get_group_id(0);
    global const InterRecord* given = all_given + i;
    const Refinement r = {refinements + places[i].setup, places + i, &memory};
    const PlaneRecord source = r.refinement->source;
    const int item = get_local_id(0), major = given->major_shape;
    fetch(pictures, &source, r.place->x, r.place->y, 16, 16, memory.source, 16);
    if (item < 16) memory.block[item] = block_of(major, given->minor_shapes[item / 4], item);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16) {
        int first = 0;  // entry of the block, which counts
        while (memory.block[first] != memory.block[item]) first++;
        const int asked = given->directions[quadrant_of(memory.block[item])];
        for (int way = 0; way < 2; way++) {
            memory.needed[way][item] = r.refinement->bidirectional || asked == BIDIRECTIONAL || asked == way;
            const int2 vector = (int2)(given->vectors[first][way][0], given->vectors[first][way][1]);
            memory.vectors[way][item] = vector;
            memory.costs[way][item] = 0;
            memory.start[way][item][0] = vector.x >> 2;
            memory.start[way][item][1] = vector.y >> 2;
        }
        memory.mixed[item] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int way = 0; way < 2; way++) {
        fetch_regions(pictures, &r, way);
        search_ring(&r, way, 0);
        if (r.refinement->subpixel >= 1) search_ring(&r, way, 2);
        if (r.refinement->subpixel == 3) search_ring(&r, way, 1);
    }
    find_mixed_costs(&r);
    if (item == 0) conclude(&r, given, results + i);
}
