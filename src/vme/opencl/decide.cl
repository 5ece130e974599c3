// SPDX-License-Identifier: MIT
// Which partitioning of a macroblock is cheapest: vme/decision.cpp, a work-group a macroblock.
//
// No barrier here stands behind a condition: PoCL compiles what follows such a one twice.

#define NEVER (0xFFFFFFFFu / 8)
#define NO_LIMITED_KEY 0xFFFFFFFFu

enum { FORWARD = 0, BACKWARD = 1, BIDIRECTIONAL = 2, SHAPE_8X8 = 3, MAJOR_BLOCKS = 9,
       PARTITIONS = 5 + 4 * 4 };

// A run of blocks: first .. first + count - 1.
typedef struct {
    int first, count;
} BlockRun;

inline BlockRun minor_blocks(int q, int minor) {
    switch (minor) {
        case 0: return (BlockRun){5 + q, 1};
        case 1: return (BlockRun){9 + 2 * q, 2};
        case 2: return (BlockRun){17 + 2 * q, 2};
        default: return (BlockRun){25 + 4 * q, 4};
    }
}

inline BlockRun partition_blocks(int major, int minor, int n) {
    switch (major) {
        case 0: return (BlockRun){0, 1};
        case 1: return (BlockRun){1 + n, 1};
        case 2: return (BlockRun){3 + n, 1};
        default: return minor_blocks(n, minor);
    }
}

inline int partition_count(int major) { return major == 0 ? 1 : major == SHAPE_8X8 ? 4 : 2; }

// Which partition of a major shape holds quadrant q.
inline int partition_of(int major, int q) {
    return major == 0 ? 0 : major == 1 ? q / 2 : major == 2 ? q % 2 : q;
}

// The block that holds entry e (4 * quadrant + 4x4 block).
inline int block_of(int major, int minor, int e) {
    const int q = e / 4, n = e % 4;
    const BlockRun run = partition_blocks(major, minor, partition_of(major, q));
    if (major != SHAPE_8X8 || minor == 0) return run.first;
    return run.first + (minor == 1 ? n / 2 : minor == 2 ? n % 2 : n);
}

// The best matches of a macroblock, of both directions and all blocks.
typedef struct {
    uint costs[2][41];
    short2 vectors[2][41];
    uchar reference_ids[2][41];
    uchar terminated_early;     // the first search
    uint partitions[2][PARTITIONS];  // costs: of 16x16, 16x8, 8x16, then of each quadrant's minor shapes with penalty
    uint least[2];                   // LIMITED_KEY of each way
} Matches;

typedef struct {
    local const SearchRecord* search;
    local Matches* matches;
} Decision;

// The ways to decide: each partition takes its cheaper direction; or with disable_direction_mix all go forward, or all
// backward.
inline int ways_to_decide(const Decision* d) { return d->search->disable_direction_mix && d->search->directions == 2 ? 2 : 1; }

inline bool is_allowed(const Decision* d, int way, int direction) {
    return direction < (int)d->search->directions && (ways_to_decide(d) == 1 || direction == way);
}

// Block b was found at this cost: in the macroblock's window, or in one at home. That one has the nine largest blocks, and
// replaces the first only if strictly smaller.
inline void merge_window(const Decision* d, int direction, bool home, int b, uint cost, short2 vector) {
    local Matches* to = d->matches;
    if (home) cost = saturate(cost);
    if (home && (b >= MAJOR_BLOCKS || cost >= to->costs[direction][b])) return;
    to->costs[direction][b] = cost;
    to->vectors[direction][b] = vector;
    to->reference_ids[direction][b] = d->search->reference_id[direction];
}

// The same of what is streamed in. A barrier comes before and after it.
inline void merge_stream(const Decision* d, global const StreamRecord* stream) {
    local Matches* to = d->matches;
    for (int i = get_local_id(0); i < (int)d->search->directions * MAJOR_BLOCKS; i += get_local_size(0)) {
        const int direction = i / MAJOR_BLOCKS, b = i % MAJOR_BLOCKS;
        const MajorMatch streamed = stream->blocks[direction][b];
        if (streamed.distortion >= to->costs[direction][b]) continue;
        to->costs[direction][b] = streamed.distortion;
        to->vectors[direction][b] = (short2)(streamed.x, streamed.y);
        to->reference_ids[direction][b] = streamed.reference_id;
    }
}

inline MajorMatch block_match(const Decision* d, int direction, int b) {
    const short2 vector = d->matches->vectors[direction][b];
    return (MajorMatch){vector.x, vector.y, saturate(d->matches->costs[direction][b]),
                        d->matches->reference_ids[direction][b], 0};
}

inline uint partition_cost(const Decision* d, int way, BlockRun run, int* chosen) {
    uint best = NEVER;
    *chosen = FORWARD;
    for (int direction = 0; direction < 2; direction++) {
        if (!is_allowed(d, way, direction)) continue;
        uint sum = direction == BACKWARD ? d->search->costs.backward_direction : 0;
        for (int i = 0; i < run.count; i++) sum += d->matches->costs[direction][run.first + i];
        if (direction == FORWARD || sum < best) {
            best = sum;
            *chosen = direction;
        }
    }
    return best;
}

// Cost, and minor shapes below it: 2 bits a quadrant, quadrant 0 the highest. Costs of enabled shapes have 21 bits.
#define LIMITED_KEY(cost, minors) (min(cost, 0xFFFFFFu) << 8 | (minors))

typedef struct {
    int way, major, minors;
    uint cost;
} Choice;

inline int minor_of(int minors, int q) { return minors >> (6 - 2 * q) & 3; }

inline uint quadrant_cost(const Decision* d, int way, int q, int minor) {
    return d->matches->partitions[way][5 + 4 * q + minor];
}

inline int quadrant_vectors(int minors) {
    int vectors = 0;
    for (int q = 0; q < 4; q++) vectors += minor_blocks(q, minor_of(minors, q)).count;
    return vectors;
}

// A barrier comes before and after it.
inline void cost_partitions(const Decision* d) {
    for (int i = get_local_id(0); i < ways_to_decide(d) * PARTITIONS; i += get_local_size(0)) {
        const int way = i / PARTITIONS, p = i % PARTITIONS, q = (p - 5) / 4, minor = (p - 5) % 4;
        int direction;
        uint cost = partition_cost(d, way, p < 5 ? (BlockRun){p, 1} : minor_blocks(q, minor), &direction);
        if (p >= 5)
            cost += d->search->disabled_partitions >> (3 + minor) & 1 ? NEVER : minor_penalty(&d->search->costs, minor);
        d->matches->partitions[way][p] = cost;
    }
    if (get_local_id(0) < 2) d->matches->least[get_local_id(0)] = NO_LIMITED_KEY;
}

// Each quadrant's cheapest minor shape.
inline Choice quadrants(const Decision* d, int way) {
    Choice best = {way, SHAPE_8X8, 0, 0};
    for (int q = 0; q < 4; q++) {
        int least = 0;
        for (int minor = 1; minor < 4; minor++)
            if (quadrant_cost(d, way, q, minor) < quadrant_cost(d, way, q, least)) least = minor;
        best.minors |= least << (6 - 2 * q);
        best.cost += quadrant_cost(d, way, q, least);
    }
    return best;
}

// Where these have too many vectors, the cheapest of all minor shapes that have not. A barrier comes before and after it.
inline void limit_quadrants(const Decision* d, int most_vectors) {
    for (int way = 0; way < ways_to_decide(d); way++) {
        if (quadrant_vectors(quadrants(d, way).minors) <= most_vectors) continue;
        uint best = NO_LIMITED_KEY;
        for (int minors = get_local_id(0); minors < 256; minors += get_local_size(0)) {
            uint cost = 0;
            for (int q = 0; q < 4; q++) cost += quadrant_cost(d, way, q, minor_of(minors, q));
            if (quadrant_vectors(minors) <= most_vectors) best = min(best, LIMITED_KEY(cost, minors));
        }
        atomic_min(&d->matches->least[way], best);
    }
}

inline Choice limited_quadrants(const Decision* d, int way, int most_vectors) {
    const Choice best = quadrants(d, way);
    const uint key = d->matches->least[way];
    if (quadrant_vectors(best.minors) <= most_vectors) return best;
    return key >> 8 == NO_LIMITED_KEY >> 8 ? (Choice){way, SHAPE_8X8, 0, NEVER}
                                           : (Choice){way, SHAPE_8X8, key & 0xFF, key >> 8};
}

inline Choice cheapest(const Decision* d, int way, int most_vectors, Choice quadrants) {
    Choice best = {way, 0, 0, NEVER};
    for (int major = 0; major < SHAPE_8X8; major++) {
        if (d->search->disabled_partitions >> major & 1 || partition_count(major) > most_vectors) continue;
        uint cost = d->search->costs.shape[major == 0 ? 0 : 1];
        for (int n = 0; n < partition_count(major); n++)
            cost += d->matches->partitions[way][partition_blocks(major, 0, n).first];
        if (cost < best.cost) best = (Choice){way, major, 0, cost};
    }
    return quadrants.cost < best.cost ? quadrants : best;
}

// Forward wins among equals.
inline Choice cheaper(Choice forward, Choice backward) { return backward.cost < forward.cost ? backward : forward; }

// All work-items find the same.
inline Choice choose(const Decision* d, int most_vectors) {
    const Choice first = cheapest(d, 0, most_vectors, limited_quadrants(d, 0, most_vectors));
    if (ways_to_decide(d) == 1) return first;
    return cheaper(first, cheapest(d, 1, most_vectors, limited_quadrants(d, 1, most_vectors)));
}

// What the choice without a limit of vectors costs.
inline uint cost_without_limit(const Decision* d) {
    const int all = 16;  // a 4x4 block each
    const uint first = cheapest(d, 0, all, quadrants(d, 0)).cost;
    return ways_to_decide(d) == 1 ? first : min(first, cheapest(d, 1, all, quadrants(d, 1)).cost);
}

// What is chosen, of entry e.
inline void describe_entry(const Decision* d, const Choice* choice, int e, global InterRecord* result) {
    const int q = e / 4, minor = minor_of(choice->minors, q), b = block_of(choice->major, minor, e);
    int direction;
    partition_cost(d, choice->way, partition_blocks(choice->major, minor, partition_of(choice->major, q)), &direction);
    for (int way = 0; way < 2; way++) {
        MajorMatch match = {0, 0, 0, 0, 0};
        if (way < (int)d->search->directions) match = block_match(d, way, b);
        result->vectors[e][way][0] = match.x;
        result->vectors[e][way][1] = match.y;
        if (way == direction) result->distortions[e] = match.distortion;
        if (e % 4 == 0) result->reference_ids[q][way] = match.reference_id;
    }
    if (e % 4 != 0) return;
    result->minor_shapes[q] = minor;
    result->directions[q] = direction;
    if (e != 0) return;
    int vectors = 0;
    for (int n = 0; n < partition_count(choice->major); n++)
        vectors += partition_blocks(choice->major, minor_of(choice->minors, n), n).count;
    result->vector_count = vectors;
    result->major_shape = choice->major;
    result->best_distortion = saturate(choice->cost);
}

// The edges of the window that winning vectors lie on.
inline uint borders(global const PathRecord* path, global const PlaceRecord* place, int direction,
                    global const InterRecord* result) {
    const int last_x = 4 * path->columns - 1, last_y = 4 * path->rows - 1;
    uint bits = 0;
    for (int e = 0; e < 16; e++) {
        if (result->directions[e / 4] != direction) continue;
        const int x = result->vectors[e][direction][0] / 4 - path->first_x - place->offset[direction][0];
        const int y = result->vectors[e][direction][1] / 4 - path->first_y - place->offset[direction][1];
        bits |= (x == 0 ? 1 : 0) | (x == last_x ? 2 : 0) | (y == 0 ? 4 : 0) | (y == last_y ? 8 : 0);
    }
    return bits;
}

inline void write_rest(const Decision* d, uint cost, global const PathRecord* paths,
                       global const PlaceRecord* place, global const InterRecord* result, global SearchRest* rest) {
    rest->truncated = cost_without_limit(d) < cost;
    rest->terminated_early = d->matches->terminated_early != 0;
    for (int way = 0; way < 2; way++) {
        const bool searched = way < (int)d->search->directions;
        rest->border[way] = searched ? borders(paths + d->search->path[way], place, way, result) : 0;
        for (int b = 0; b < MAJOR_BLOCKS; b++)
            rest->stream.blocks[way][b] = searched ? block_match(d, way, b) : (MajorMatch){0, 0, 0xFFFF, 0, 0};
    }
}

// Decides about the macroblock whose windows are all merged. All work-items come here, and leave when all have what they
// need of `matches`. `streams` and `rest` may be null.
inline void decide(local const SearchRecord* search, global const PathRecord* paths, global const PlaceRecord* place,
                   global const StreamRecord* streams, local Matches* matches, global InterRecord* result,
                   global SearchRest* rest) {
    const Decision d = {search, matches};
    const int most_vectors = search->max_vector_count;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (streams && place->stream >= 0) merge_stream(&d, streams + place->stream);
    barrier(CLK_LOCAL_MEM_FENCE);
    cost_partitions(&d);
    barrier(CLK_LOCAL_MEM_FENCE);
    limit_quadrants(&d, most_vectors);
    barrier(CLK_LOCAL_MEM_FENCE);
    const Choice choice = choose(&d, most_vectors);
    for (int e = get_local_id(0); e < 16; e += get_local_size(0)) describe_entry(&d, &choice, e, result);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (rest && get_local_id(0) == 0) write_rest(&d, choice.cost, paths, place, result, rest);
    barrier(CLK_LOCAL_MEM_FENCE);
}
