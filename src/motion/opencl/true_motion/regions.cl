// SPDX-License-Identifier: MIT
// Regions of equal motion that take the vectors around them where that costs less: Choice::dissolve_regions().
//
// A region's name is the number of its first block. Regions change in the order of their names, and see what those
// before them became. Only regions beside each other see each other, so a work-group waits for those alone. What other
// work-groups write is read as volatile: caches may hold it as it was.

enum { REGION_ITEMS = 256, BLOCKS_OF_A_TICKET = 8, TERMS = 5 };
enum { MATCH_PARTS = 4, PART_LINES = MATCH_SIDE / MATCH_PARTS };  // work-items share a match
enum { SAME_RIGHT = 1, SAME_BELOW = 2 };
enum { REACHED = JUST_KNOWN + 1 };
#define NO_PART 0xFFFFFFFF

// Values of each block: of all blocks, by numbers in raster order, or of those of a region, by places in its list.
typedef struct {
    volatile global float2* filled;
    volatile global int* names;    // of the regions
    volatile global int* sizes;    // of regions, by names
    volatile global int* is_done;  // likewise
    volatile global uint* claims;  // of the block that reaches another first: 4 * its place + which neighbour + 1
    volatile global int* states;
    global int* same;               // which of the next blocks, to the right and below, are of the same motion
    global int* lists;              // the blocks of regions, in the order in which they were found
    global int* reached[2];         // blocks to be filled next, by turns
    global float* terms;            // of the sum of what changes
    volatile global int* counters;  // tickets, places taken
} Regions;

// The buffer of a direction.
enum { WORDS_OF_A_BLOCK = 2 + 9 + TERMS, COUNTERS = 2 };

inline Regions regions_of(const LevelRecord* l, int d, global int* memory) {
    const int blocks = l->columns * l->rows;
    global int* from = memory + d * (WORDS_OF_A_BLOCK * blocks + COUNTERS);
    const Regions r = {(volatile global float2*)from,
                       from + 2 * blocks,
                       from + 3 * blocks,
                       from + 4 * blocks,
                       (volatile global uint*)(from + 5 * blocks),
                       from + 6 * blocks,
                       from + 7 * blocks,
                       from + 8 * blocks,
                       {from + 9 * blocks, from + 10 * blocks},
                       (global float*)(from + 11 * blocks),
                       from + WORDS_OF_A_BLOCK * blocks};
    return r;
}

inline float2 vector_of(const LevelRecord* l, int d, volatile global const float2* vectors, int i) {
    return vectors[grid_index(l, d, i % l->columns, i / l->columns)];
}

inline bool is_same_motion(const LevelRecord* l, int d, volatile global const float2* vectors, int a, int b) {
    return distance_of(vector_of(l, d, vectors, a), vector_of(l, d, vectors, b)) < kSameMotion;
}

kernel void begin_regions(LevelRecord l, global int* memory) {
    const int i = get_global_id(0), d = direction_of(&l, get_global_id(1));
    const Regions r = regions_of(&l, d, memory);
    if (i < COUNTERS) r.counters[i] = 0;
    if (i >= l.columns * l.rows) return;
    r.names[i] = i;
    r.sizes[i] = r.is_done[i] = 0;
    r.claims[i] = 0xFFFFFFFF;
    r.states[i] = KNOWN;
}

// Ways there become shorter for those who come after.
inline int first_of_region(const Regions* r, int i) {
    for (int parent = r->names[i]; parent != i;) {
        const int next = r->names[parent];
        if (next != parent) r->names[i] = next;
        i = parent, parent = next;
    }
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
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const Regions r = regions_of(&l, d, memory);
    const int i = block_index(&l, bx, by);
    const bool right = bx + 1 < l.columns && is_same_motion(&l, d, vectors, i, i + 1);
    const bool below = by + 1 < l.rows && is_same_motion(&l, d, vectors, i, i + l.columns);
    r.same[i] = (right ? SAME_RIGHT : 0) | (below ? SAME_BELOW : 0);
    if (right) join_regions(&r, i, i + 1);
    if (below) join_regions(&r, i, i + l.columns);
}

// A work-group counts the blocks of its first one's region together: most blocks are of one region.
kernel void measure_regions(LevelRecord l, global int* memory) {
    local int first_name, count;
    const int i = get_global_id(0), d = direction_of(&l, get_global_id(1)), lane = item();
    const Regions r = regions_of(&l, d, memory);
    int name = -1;
    if (i < l.columns * l.rows) {
        name = i;
        while (r.names[name] != name) name = r.names[name];  // names change to final ones alone
        r.names[i] = name;
    }
    if (lane == 0) {
        first_name = name;
        count = 0;
    }
    meet();
    if (name >= 0 && name == first_name)
        atomic_inc(&count);
    else if (name >= 0)
        atomic_inc(&r.sizes[name]);
    meet();
    if (lane == 0 && count > 0) atomic_add(&r.sizes[first_name], count);
}

// What a work-group knows of the region that it has.
typedef struct {
    int name, size, place;  // where its list begins
    int found, known, next;
    float change;  // of the cost of all where the region is filled
    int counts[REGION_ITEMS];
    uint sums[REGION_ITEMS];
    float terms[REGION_ITEMS * TERMS];
} RegionMemory;

inline bool may_dissolve(const LevelRecord* l, int size) { return size * kShareOfRegion <= l->columns * l->rows; }

// The neighbour of block i, or -1.
inline int neighbor_of(const LevelRecord* l, int i, int k) {
    const int2 n = neighbor_at(k, i % l->columns, i / l->columns);
    return is_in_grid(l, n) ? block_index(l, n.x, n.y) : -1;
}

// The same of a block of the same motion, which is of the same region.
inline int same_neighbor_of(const LevelRecord* l, const Regions* r, int i, int k) {
    const int n = neighbor_of(l, i, k);
    if (n < 0) return -1;
    return r->same[min(i, n)] & (k < 2 ? SAME_RIGHT : SAME_BELOW) ? n : -1;
}

// The list of the region's blocks, each found beside one before it: a queue, of which work-items look at many blocks at
// once. Of several that reach a block the first counts.
inline void list_region(const LevelRecord* l, const Regions* r, local RegionMemory* memory) {
    global int* list = r->lists + memory->place;
    const int lane = item(), name = memory->name, size = memory->size;
    if (lane == 0) {
        list[0] = name;
        r->claims[name] = 0;
        memory->found = 1;
    }
    meet_with_results();
    int begin = 0, end = 1;
    while (end < size) {
        for (int k = begin + lane; k < end; k += REGION_ITEMS)
            for (int side = 0; side < 4; side++) {
                const int n = same_neighbor_of(l, r, list[k], side);
                if (n >= 0) atomic_min(&r->claims[n], (uint)(4 * k + side + 1));
            }
        meet_with_results();
        for (int first = begin; first < end; first += REGION_ITEMS) {
            const int k = first + lane, active = min((int)REGION_ITEMS, end - first);
            int taken[4], count = 0;
            for (int side = 0; side < 4 && lane < active; side++) {
                const int n = same_neighbor_of(l, r, list[k], side);
                if (n >= 0 && r->claims[n] == (uint)(4 * k + side + 1)) taken[count++] = n;
            }
            memory->counts[lane] = count;
            meet();
            int to = memory->found;
            for (int i = 0; i < min(lane, active); i++) to += memory->counts[i];
            meet();
            if (lane == active - 1) memory->found = to + count;
            for (int i = 0; i < count; i++) list[to + i] = taken[i];
            meet_with_results();
        }
        begin = end;
        end = memory->found;
    }
    meet();
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
    return r->names[i] == name ? r->filled[i] : vector_of(l, d, vectors, i);
}

// A part of the SAD of block i and its match.
inline uint match_part(global const uint* pictures, const LevelRecord* l, int d, int i, float2 v, int part) {
    const int bx = i % l->columns, by = i / l->columns;
    return has_match(l, bx, by, v) ? match_lines(pictures, l, d, bx, by, v, PART_LINES * part, PART_LINES) : NO_PART;
}

// The mean absolute difference, of whose sum `parts` has the parts.
inline float match_of_parts(local const uint* parts) {
    if (parts[0] == NO_PART) return NO_MATCH;
    uint sum = 0;
    for (int part = 0; part < MATCH_PARTS; part++) sum += parts[part];
    return (float)(int)sum / MATCH_PIXELS;
}

// Whether a neighbour's vector may be taken: all but those of the region that are not filled.
inline bool is_known(const Regions* r, int name, int n) {
    return n >= 0 && (r->names[n] != name || r->states[n] == KNOWN);
}

// Puts a block that is to be filled next into a list, once.
inline void reach(const Regions* r, int n, global int* list, local RegionMemory* memory) {
    if (atomic_cmpxchg(&r->states[n], UNKNOWN, REACHED) == UNKNOWN) list[atomic_inc(&memory->next)] = n;
}

// Gives `count` blocks the best matching vector of those beside them. Blocks beside which none matches within the padding
// are left until another one beside them is known.
inline void fill_blocks(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                        volatile global const float2* vectors, global const int* blocks, int count,
                        local RegionMemory* memory) {
    enum { LANES = 4 * MATCH_PARTS };
    const int lane = item(), side = lane % LANES / MATCH_PARTS, name = memory->name;
    for (int first = 0; first < count; first += REGION_ITEMS / LANES) {
        const int k = first + lane / LANES;
        uint sum = NO_PART;
        if (k < count) {
            const int n = neighbor_of(l, blocks[k], side);
            if (is_known(r, name, n))
                sum = match_part(pictures, l, d, blocks[k], filled_vector(l, d, r, vectors, name, n), lane % MATCH_PARTS);
        }
        memory->sums[lane] = sum;
        meet();
        if (k < count && lane % LANES == 0) {
            float least = NO_MATCH;
            int best = -1;
            for (int i = 0; i < 4; i++) {
                const float here = match_of_parts(memory->sums + lane + MATCH_PARTS * i);
                if (here >= least) continue;
                least = here;
                best = i;
            }
            if (best >= 0) {
                r->filled[blocks[k]] = filled_vector(l, d, r, vectors, name, neighbor_of(l, blocks[k], best));
                atomic_inc(&memory->known);
            }
            r->states[blocks[k]] = best >= 0 ? JUST_KNOWN : UNKNOWN;
        }
        meet();
    }
}

// From the outside in: in each round those blocks beside which one more is known. Some may be left.
inline void fill_region(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                        volatile global const float2* vectors, local RegionMemory* memory) {
    global const int* list = r->lists + memory->place;
    global int *now = r->reached[0] + memory->place, *next = r->reached[1] + memory->place;
    const int lane = item(), size = memory->size, name = memory->name;
    for (int k = lane; k < size; k += REGION_ITEMS) r->states[list[k]] = UNKNOWN;
    if (lane == 0) memory->known = memory->next = 0;
    meet_with_results();
    for (int k = lane; k < 4 * size; k += REGION_ITEMS) {
        const int n = neighbor_of(l, list[k / 4], k % 4);
        if (n >= 0 && r->names[n] != name) reach(r, list[k / 4], now, memory);
    }
    meet_with_results();
    int count = memory->next;
    while (count > 0) {
        fill_blocks(pictures, l, d, r, vectors, now, count, memory);
        if (lane == 0) memory->next = 0;
        meet_with_results();
        for (int k = lane; k < count; k += REGION_ITEMS)
            if (r->states[now[k]] == JUST_KNOWN) r->states[now[k]] = KNOWN;
        meet_with_results();
        for (int k = lane; k < 4 * count; k += REGION_ITEMS) {
            const int i = now[k / 4], n = neighbor_of(l, i, k % 4);
            if (n >= 0 && r->names[n] == name && r->states[i] == KNOWN) reach(r, n, next, memory);
        }
        meet_with_results();
        count = memory->next;
        global int* other = now;
        now = next;
        next = other;
        meet();
    }
}

// What the joint of block i with a neighbour adds to the cost of all where its region is filled.
inline float joint_term(const LevelRecord* l, int d, const Regions* r, volatile global const float2* vectors,
                        global const float* means, global const float* weights, int name, int i, int side) {
    const int n = neighbor_of(l, i, side);
    if (n < 0 || (r->names[n] == name && n < i)) return 0;  // once a pair
    const float apart = distance_that_counts(r->filled[i], filled_vector(l, d, r, vectors, name, n)) -
                        distance_that_counts(vector_of(l, d, vectors, i), vector_of(l, d, vectors, n));
    if (apart == 0) return 0;
    means += direction_base(l, d), weights += direction_base(l, d);
    return (kFineSmoothness * weights[i] + kFineSmoothness * weights[n]) * neighbor_share(means[i], means[n]) * apart;
}

// What all blocks add: each the change of its match, and those of its joints. Adding 0 changes nothing.
inline void find_terms(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                       volatile global const float2* vectors, global const float* means, global const float* weights,
                       local RegionMemory* memory) {
    enum { LANES = 2 * MATCH_PARTS };
    global const int* list = r->lists + memory->place;
    global float* terms = r->terms + TERMS * memory->place;
    const int lane = item(), own = lane % LANES, name = memory->name, size = memory->size;
    for (int first = 0; first < size; first += REGION_ITEMS / LANES) {
        const int k = first + lane / LANES, i = k < size ? list[k] : 0;
        if (k < size)
            memory->sums[lane] = match_part(pictures, l, d, i, own < MATCH_PARTS ? r->filled[i] : vector_of(l, d, vectors, i),
                                            own % MATCH_PARTS);
        meet();
        if (k < size && own == 0)
            terms[TERMS * k] = match_of_parts(memory->sums + lane) - match_of_parts(memory->sums + lane + MATCH_PARTS);
        else if (k < size && own < TERMS)
            terms[TERMS * k + own] = joint_term(l, d, r, vectors, means, weights, name, i, own - 1);
        meet();
    }
    meet_with_results();
}

// The sum, in the list's order, of what changes where the region is filled.
inline void sum_changes(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                               volatile global const float2* vectors, global const float* means,
                               global const float* weights, local RegionMemory* memory) {
    global const float* terms = r->terms + TERMS * memory->place;
    const int lane = item(), all = TERMS * memory->size;
    find_terms(pictures, l, d, r, vectors, means, weights, memory);
    if (lane == 0) memory->change = 0;
    for (int first = 0; first < all; first += REGION_ITEMS * TERMS) {
        const int count = min(REGION_ITEMS * TERMS, all - first);
        for (int k = lane; k < count; k += REGION_ITEMS) memory->terms[k] = terms[first + k];
        meet();
        if (lane == 0) {
            float change = memory->change;
#pragma unroll 8
            for (int k = 0; k < count; k++) change += memory->terms[k];
            memory->change = change;
        }
        meet();
    }
}

inline void dissolve_region(global const uint* pictures, const LevelRecord* l, int d, const Regions* r,
                            volatile global float2* vectors, global const float* means, global const float* weights,
                            local RegionMemory* memory) {
    global const int* list = r->lists + memory->place;
    const int lane = item();
    list_region(l, r, memory);
    await_neighbors(l, r, memory);
    fill_region(pictures, l, d, r, vectors, memory);
    sum_changes(pictures, l, d, r, vectors, means, weights, memory);
    for (int k = lane; k < memory->size; k += REGION_ITEMS) {
        const int i = list[k];
        r->states[i] = KNOWN;
        if (memory->known == memory->size && memory->change < 0)
            vectors[grid_index(l, d, i % l->columns, i / l->columns)] = r->filled[i];
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    meet_with_results();
    if (lane == 0) atomic_xchg(&r->is_done[memory->name], 1);
}

// Work-groups, however many, take blocks in turns: the region with the least name of those that are not done is always in
// one's hands, and waits for none.
kernel __attribute__((reqd_work_group_size(REGION_ITEMS, 1, 1)))
void dissolve_regions(global const uint* pictures, LevelRecord l, global const float* means, global const float* weights,
                      volatile global float2* vectors, global int* buffer) {
    local RegionMemory memory;
    local int ticket;
    const int lane = item(), d = direction_of(&l, get_group_id(1)), blocks = l.columns * l.rows;
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
