// SPDX-License-Identifier: MIT
// Regions of equal motion that take the vectors around them where that costs less: Choice::dissolve_regions().
//
// A region's name is the number of its first block. Regions change in the order of their names, and see what those
// before them became. Only regions beside each other see each other, so a work-group waits for those alone. What other
// work-groups write is read as volatile: caches may hold it as it was.

enum { REGION_ITEMS = 64, BLOCKS_OF_A_TICKET = 8, TERMS = 5 };

// Values of each block: of all blocks, by numbers in raster order, or of those of a region, by places in its list.
typedef struct {
    volatile global int* names;   // of the regions
    volatile global int* sizes;   // of regions, by names
    volatile global int* is_done; // likewise
    volatile global uint* claims; // of the block that reaches another first: 4 * its place + which neighbour + 1
    volatile global uchar* states;
    global int* lists;            // the blocks of regions, in the order in which they were found
    global float* terms;          // of the sum of what changes
    volatile global float2* filled;
    volatile global int* counters;  // tickets, places taken
} Regions;

// The buffer of a direction: `blocks` ints for each but the last.
enum { WORDS_OF_A_BLOCK = 5 + TERMS + 2 + 1, COUNTERS = 2 };

inline Regions regions_of(const LevelRecord* l, int d, global int* memory) {
    const int blocks = l->columns * l->rows;
    global int* from = memory + d * (WORDS_OF_A_BLOCK * blocks + blocks % 2 + COUNTERS);
    const Regions r = {from + 2 * blocks,
                       from + 3 * blocks,
                       from + 4 * blocks,
                       (volatile global uint*)(from + 5 * blocks),
                       (volatile global uchar*)(from + 6 * blocks),
                       from + 7 * blocks,
                       (global float*)(from + 8 * blocks),
                       (volatile global float2*)from,
                       from + WORDS_OF_A_BLOCK * blocks};
    return r;
}

inline bool is_same_motion(const LevelRecord* l, int d, volatile global const float2* vectors, int a, int b) {
    return distance_of(vectors[grid_index(l, d, a % l->columns, a / l->columns)],
                       vectors[grid_index(l, d, b % l->columns, b / l->columns)]) < kSameMotion;
}

kernel void begin_regions(LevelRecord l, global int* memory) {
    const int i = get_global_id(0), d = get_global_id(1);
    const Regions r = regions_of(&l, d, memory);
    if (i < COUNTERS) r.counters[i] = 0;
    if (i >= l.columns * l.rows) return;
    r.names[i] = i;
    r.sizes[i] = r.is_done[i] = 0;
    r.claims[i] = 0xFFFFFFFF;
    r.states[i] = KNOWN;
}

inline int first_of_region(const Regions* r, int i) {
    while (r->names[i] != i) i = r->names[i];
    return i;
}

inline void join_regions(const Regions* r, int a, int b) {
    for (;;) {
        a = first_of_region(r, a), b = first_of_region(r, b);
        if (a == b) return;
        const int former = atomic_min(&r->names[max(a, b)], min(a, b));
        if (former == max(a, b)) return;
        a = min(a, b), b = former;  // another work-item had joined it elsewhere
    }
}

kernel void find_regions(LevelRecord l, volatile global const float2* vectors, global int* memory) {
    const int bx = get_global_id(0), by = get_global_id(1), d = get_global_id(2);
    if (bx >= l.columns) return;
    const Regions r = regions_of(&l, d, memory);
    const int i = block_index(&l, bx, by);
    if (bx + 1 < l.columns && is_same_motion(&l, d, vectors, i, i + 1)) join_regions(&r, i, i + 1);
    if (by + 1 < l.rows && is_same_motion(&l, d, vectors, i, i + l.columns)) join_regions(&r, i, i + l.columns);
}

kernel void measure_regions(LevelRecord l, global int* memory) {
    const int i = get_global_id(0), d = get_global_id(1);
    const Regions r = regions_of(&l, d, memory);
    if (i >= l.columns * l.rows) return;
    const int name = first_of_region(&r, i);
    r.names[i] = name;
    atomic_inc(&r.sizes[name]);
}

// What a work-group knows of the region that it has.
typedef struct {
    int name, size, place;  // where its list begins
    int found, left;
    int counts[REGION_ITEMS];
    float terms[REGION_ITEMS * TERMS];
} RegionMemory;

inline bool may_dissolve(const LevelRecord* l, int size) { return size * kShareOfRegion <= l->columns * l->rows; }

// The neighbour of block i, or -1.
inline int neighbor_of(const LevelRecord* l, int i, int k) {
    const int2 n = neighbor_at(k, i % l->columns, i / l->columns);
    return is_in_grid(l, n) ? block_index(l, n.x, n.y) : -1;
}

// The list of the region's blocks, each found beside one before it: a queue, of which work-items look at many blocks at
// once. Of several that reach a block the first counts.
inline void list_region(const LevelRecord* l, int d, const Regions* r, volatile global const float2* vectors,
                        local RegionMemory* memory) {
    global int* list = r->lists + memory->place;
    const int lane = item(), name = memory->name;
    if (lane == 0) {
        list[0] = name;
        r->claims[name] = 0;
        memory->found = 1;
    }
    meet_with_results();
    for (int begin = 0, end = 1; begin < end;) {
        for (int k = begin + lane; k < end; k += REGION_ITEMS)
            for (int side = 0; side < 4; side++) {
                const int n = neighbor_of(l, list[k], side);
                if (n >= 0 && r->names[n] == name && is_same_motion(l, d, vectors, list[k], n))
                    atomic_min(&r->claims[n], (uint)(4 * k + side + 1));
            }
        meet_with_results();
        for (int first = begin; first < end; first += REGION_ITEMS) {
            const int k = first + lane;
            int taken[4], count = 0;
            for (int side = 0; side < 4 && k < end; side++) {
                const int n = neighbor_of(l, list[k], side);
                if (n >= 0 && r->names[n] == name && r->claims[n] == (uint)(4 * k + side + 1)) taken[count++] = n;
            }
            memory->counts[lane] = count;
            meet();
            int to = memory->found;
            for (int i = 0; i < lane; i++) to += memory->counts[i];
            meet();
            if (lane == REGION_ITEMS - 1) memory->found = to + count;
            for (int i = 0; i < count; i++) list[to + i] = taken[i];
            meet_with_results();
        }
        begin = end;
        end = memory->found;
    }
}

// Regions beside this one that come before it.
inline void await_neighbors(const LevelRecord* l, const Regions* r, local const RegionMemory* memory) {
    for (int k = item(); k < memory->size; k += REGION_ITEMS)
        for (int side = 0; side < 4; side++) {
            const int n = neighbor_of(l, r->lists[memory->place + k], side);
            if (n < 0 || r->names[n] >= memory->name) continue;
            if (!may_dissolve(l, r->sizes[r->names[n]])) continue;
            while (!r->is_done[r->names[n]]) {
            }
        }
    meet_with_results();
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}

// A block's vector as the region is filled; that of other regions is what it is.
inline float2 filled_vector(const LevelRecord* l, int d, const Regions* r, volatile global const float2* vectors,
                            int name, int i) {
    return r->names[i] == name ? r->filled[i] : vectors[grid_index(l, d, i % l->columns, i / l->columns)];
}

inline float match_of(global const uint* pictures, const LevelRecord* l, int d, int i, float2 v) {
    return subpixel_match(pictures, l, d, i % l->columns, i / l->columns, v);
}

// Gives a block the best matching vector of those beside it. False where none matches within the padding.
inline bool fill_block(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                       volatile global const float2* vectors, int name, int i) {
    float least = NO_MATCH;
    for (int side = 0; side < 4; side++) {
        const int n = neighbor_of(l, i, side);
        if (n < 0 || (r->names[n] == name && r->states[n] != KNOWN)) continue;
        const float2 v = filled_vector(l, d, r, vectors, name, n);
        const float here = match_of(pictures, l, d, i, v);
        if (here >= least) continue;
        least = here;
        r->filled[i] = v;
    }
    return least < NO_MATCH;
}

// From the outside in. False where nothing beside a block ever matches.
inline bool fill_region(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                        volatile global const float2* vectors, local RegionMemory* memory) {
    global const int* list = r->lists + memory->place;
    const int lane = item(), size = memory->size;
    for (int k = lane; k < size; k += REGION_ITEMS) r->states[list[k]] = UNKNOWN;
    meet_with_results();
    int left = size, before = size + 1;
    while (left > 0 && left < before) {
        if (lane == 0) memory->left = 0;
        meet();
        for (int k = lane; k < size; k += REGION_ITEMS) {
            const int i = list[k];
            if (r->states[i] != UNKNOWN) continue;
            if (fill_block(pictures, l, d, r, vectors, memory->name, i))
                r->states[i] = JUST_KNOWN;
            else
                atomic_inc(&memory->left);
        }
        meet_with_results();
        before = left;
        left = memory->left;
        for (int k = lane; k < size; k += REGION_ITEMS)
            if (r->states[list[k]] == JUST_KNOWN) r->states[list[k]] = KNOWN;
        meet_with_results();
    }
    return left == 0;
}

// What block i adds to the cost of all where its region is filled.
inline void find_terms(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                       volatile global const float2* vectors, global const float* means, global const float* weights,
                       int name, int i, global float* terms) {
    const float2 own = vectors[grid_index(l, d, i % l->columns, i / l->columns)], filled = r->filled[i];
    terms[0] = match_of(pictures, l, d, i, filled) - match_of(pictures, l, d, i, own);
    means += direction_base(l, d), weights += direction_base(l, d);
    for (int side = 0; side < 4; side++) {
        const int n = neighbor_of(l, i, side);
        terms[1 + side] = 0;
        if (n < 0 || (r->names[n] == name && n < i)) continue;  // once a pair
        const float apart =
            distance_that_counts(filled, filled_vector(l, d, r, vectors, name, n)) -
            distance_that_counts(own, vectors[grid_index(l, d, n % l->columns, n / l->columns)]);
        if (apart != 0)
            terms[1 + side] = (kFineSmoothness * weights[i] + kFineSmoothness * weights[n]) *
                              neighbor_share(means[i], means[n]) * apart;
    }
}

// The sum, in the list's order, of what changes where the region is filled. Only work-item 0 has it.
inline float change_by_filling(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                               volatile global const float2* vectors, global const float* means,
                               global const float* weights, local RegionMemory* memory) {
    global const int* list = r->lists + memory->place;
    global float* terms = r->terms + TERMS * memory->place;
    const int lane = item(), size = memory->size;
    for (int k = lane; k < size; k += REGION_ITEMS)
        find_terms(pictures, l, d, r, vectors, means, weights, memory->name, list[k], terms + TERMS * k);
    meet_with_results();
    float change = 0;
    for (int first = 0; first < TERMS * size; first += REGION_ITEMS * TERMS) {
        const int count = min(REGION_ITEMS * TERMS, TERMS * size - first);
        for (int k = lane; k < count; k += REGION_ITEMS) memory->terms[k] = terms[first + k];
        meet();
        for (int k = 0; lane == 0 && k < count; k++) change += memory->terms[k];
        meet();
    }
    return change;
}

inline void dissolve_region(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                            volatile global float2* vectors, global const float* means, global const float* weights,
                            local RegionMemory* memory) {
    global const int* list = r->lists + memory->place;
    const int lane = item();
    list_region(l, d, r, vectors, memory);
    await_neighbors(l, r, memory);
    bool is_better = fill_region(pictures, l, d, r, vectors, memory);
    const float change =
        is_better ? change_by_filling(pictures, l, d, r, vectors, means, weights, memory) : 0;
    if (lane == 0) memory->left = is_better && change < 0;
    meet();
    for (int k = lane; k < memory->size; k += REGION_ITEMS) {
        const int i = list[k];
        r->states[i] = KNOWN;
        if (memory->left) vectors[grid_index(l, d, i % l->columns, i / l->columns)] = r->filled[i];
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    meet_with_results();
    if (lane == 0) atomic_xchg(&r->is_done[memory->name], 1);
}

// As many work-groups as the device runs at once, in any order. They take blocks in turns: the region with the least name
// of those that are not done is always in one's hands, and waits for none.
kernel __attribute__((reqd_work_group_size(REGION_ITEMS, 1, 1)))
void dissolve_regions(global const uint* pictures, LevelRecord l, global const float* means, global const float* weights,
                      volatile global float2* vectors, global int* buffer) {
    local RegionMemory memory;
    local int ticket;
    const int lane = item(), d = get_group_id(1), blocks = l.columns * l.rows;
    const Regions r = regions_of(&l, d, buffer);
    for (;;) {
        if (lane == 0) ticket = atomic_inc(&r.counters[0]);
        meet();
        const int first = ticket * BLOCKS_OF_A_TICKET;
        if (first >= blocks) return;
        for (int i = first; i < min(first + BLOCKS_OF_A_TICKET, blocks); i++) {
            const int size = r.sizes[i];
            if (size == 0 || !may_dissolve(&l, size)) continue;
            meet();
            if (lane == 0) {
                memory.name = i;
                memory.size = size;
                memory.place = atomic_add(&r.counters[1], size);
            }
            meet();
            dissolve_region(pictures, &l, d, &r, vectors, means, weights, &memory);
            meet();
        }
        meet();
    }
}
