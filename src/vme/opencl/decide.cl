// SPDX-License-Identifier: MIT
// Which partitioning of a macroblock is cheapest: vme/decision.cpp, a work-item a macroblock.

#define NEVER (0xFFFFFFFFu / 8)

enum { FORWARD = 0, BACKWARD = 1, BIDIRECTIONAL = 2, SHAPE_8X8 = 3, MAJOR_BLOCKS = 9 };

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

enum { DECIDE_ITEMS = 32, DECIDED = 8 };  // macroblocks a work-group

// The best matches of the macroblocks of a work-group, of both directions and all blocks. The macroblock comes last:
// neighbours read neighbouring words.
typedef struct {
    uint costs[2][41][DECIDED];
    short2 vectors[2][41][DECIDED];
    uchar reference_ids[2][41][DECIDED];
} Matches;

typedef struct {
    global const SearchRecord* search;
    local const Matches* matches;
    int macroblock;   // of those in `matches`
    bool allowed[2];  // directions that a partition may take
} Decision;

// The best match of block b: in the window, at home, or streamed in. The other two have the nine largest blocks, and
// replace the first only if strictly smaller.
inline void merge_match(global const SearchRecord* search, global const PlaceRecord* place,
                        global const WindowRecord* windows, global const StreamRecord* streams, int direction, int b,
                        int macroblock, local Matches* to) {
    const MatchRecord match = windows[direction].blocks[b];
    uint cost = match.cost, reference_id = search->reference_id[direction];
    short2 vector = (short2)(match.x, match.y);
    if (b < MAJOR_BLOCKS && place->home) {
        const MatchRecord home = windows[2 + direction].blocks[b];
        if (saturate(home.cost) < cost) {
            cost = saturate(home.cost);
            vector = (short2)(home.x, home.y);
        }
    }
    if (b < MAJOR_BLOCKS && place->stream >= 0) {
        const MajorMatch streamed = streams[place->stream].blocks[direction][b];
        if (streamed.distortion < cost) {
            cost = streamed.distortion;
            vector = (short2)(streamed.x, streamed.y);
            reference_id = streamed.reference_id;
        }
    }
    to->costs[direction][b][macroblock] = cost;
    to->vectors[direction][b][macroblock] = vector;
    to->reference_ids[direction][b][macroblock] = reference_id;
}

inline uint block_cost(const Decision* d, int direction, int b) { return d->matches->costs[direction][b][d->macroblock]; }

inline MajorMatch block_match(const Decision* d, int direction, int b) {
    const short2 vector = d->matches->vectors[direction][b][d->macroblock];
    return (MajorMatch){vector.x, vector.y, saturate(block_cost(d, direction, b)),
                        d->matches->reference_ids[direction][b][d->macroblock], 0};
}

// Out of line, as what follows: put into each other they were 13,353 of 30,044 lines of the program's PTX.
OUT_OF_LINE uint partition_cost(const Decision* d, BlockRun run, int* direction) {
    uint best = NEVER;
    *direction = FORWARD;
    for (int way = 0; way < d->search->directions; way++) {
        if (!d->allowed[way]) continue;
        uint sum = way == BACKWARD ? d->search->costs.backward_direction : 0;
        for (int i = 0; i < run.count; i++) sum += block_cost(d, way, run.first + i);
        if (way == FORWARD || sum < best) {
            best = sum;
            *direction = way;
        }
    }
    return best;
}

typedef struct {
    int major, minors;  // two bits a quadrant, quadrant 0 the highest
    uint cost;
} Choice;

inline int minor_of(int minors, int q) { return minors >> (6 - 2 * q) & 3; }

OUT_OF_LINE Choice quadrants(const Decision* d, int most_vectors) {
    uint costs[4][4];
    Choice best = {SHAPE_8X8, 0, 0};
    int vectors = 0, direction;
    for (int q = 0; q < 4; q++) {
        int least = 0;
        for (int minor = 0; minor < 4; minor++) {
            const bool disabled = d->search->disabled_partitions >> (3 + minor) & 1;
            costs[q][minor] = partition_cost(d, minor_blocks(q, minor), &direction) +
                              (disabled ? NEVER : minor_penalty(&d->search->costs, minor));
            if (costs[q][minor] < costs[q][least]) least = minor;
        }
        best.minors |= least << (6 - 2 * q);
        best.cost += costs[q][least];
        vectors += minor_blocks(q, least).count;
    }
    if (vectors <= most_vectors) return best;
    best.cost = NEVER;
    best.minors = 0;
#pragma unroll 1
    for (int minors = 0; minors < 256; minors++) {
        uint cost = 0;
        vectors = 0;
        for (int q = 0; q < 4; q++) {
            cost += costs[q][minor_of(minors, q)];
            vectors += minor_blocks(q, minor_of(minors, q)).count;
        }
        if (vectors <= most_vectors && cost < best.cost) {
            best.cost = cost;
            best.minors = minors;
        }
    }
    return best;
}

OUT_OF_LINE Choice cheapest(const Decision* d, int most_vectors) {
    Choice best = {0, 0, NEVER};
    for (int major = 0; major < SHAPE_8X8; major++) {
        if (d->search->disabled_partitions >> major & 1 || partition_count(major) > most_vectors) continue;
        uint cost = d->search->costs.shape[major == 0 ? 0 : 1];
        int direction;
        for (int n = 0; n < partition_count(major); n++)
            cost += partition_cost(d, partition_blocks(major, 0, n), &direction);
        if (cost < best.cost) best = (Choice){major, 0, cost};
    }
    const Choice cut = quadrants(d, most_vectors);
    return cut.cost < best.cost ? cut : best;
}

// With disable_direction_mix the cheaper of all forward and all backward; leaves what was chosen in `d`.
OUT_OF_LINE Choice choose(Decision* d, int most_vectors) {
    d->allowed[0] = d->allowed[1] = true;
    if (!d->search->disable_direction_mix || d->search->directions == 1) return cheapest(d, most_vectors);
    d->allowed[BACKWARD] = false;
    const Choice forward = cheapest(d, most_vectors);
    d->allowed[FORWARD] = false;
    d->allowed[BACKWARD] = true;
    const Choice backward = cheapest(d, most_vectors);
    if (backward.cost < forward.cost) return backward;
    d->allowed[FORWARD] = true;
    d->allowed[BACKWARD] = false;
    return forward;
}

// What is chosen, of entry e.
inline void describe_entry(const Decision* d, const Choice* choice, int e, global InterRecord* result) {
    const int q = e / 4, minor = minor_of(choice->minors, q), b = block_of(choice->major, minor, e);
    int direction;
    partition_cost(d, partition_blocks(choice->major, minor, partition_of(choice->major, q)), &direction);
    for (int way = 0; way < 2; way++) {
        MajorMatch match = {0, 0, 0, 0, 0};
        if (way < d->search->directions) match = block_match(d, way, b);
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

inline void write_rest(const Decision* d, const Choice* choice, global const PathRecord* paths,
                       global const PlaceRecord* place, global const WindowRecord* windows,
                       global const InterRecord* result, global SearchRest* rest) {
    const int most = 16;  // vectors: a 4x4 block each
    Decision unlimited = *d;
    rest->truncated = d->search->max_vector_count < most && choose(&unlimited, most).cost < choice->cost;
    rest->terminated_early = windows->terminated_early != 0;
    for (int way = 0; way < 2; way++) {
        const bool searched = way < d->search->directions;
        rest->border[way] = searched ? borders(paths + d->search->path[way], place, way, result) : 0;
        for (int b = 0; b < MAJOR_BLOCKS; b++)
            rest->stream.blocks[way][b] = searched ? block_match(d, way, b) : (MajorMatch){0, 0, 0xFFFF, 0, 0};
    }
}

// Work-group i decides about DECIDED of the places first .. first + count - 1. `rests` may be null.
kernel __attribute__((reqd_work_group_size(DECIDE_ITEMS, 1, 1)))
void decide(global const SearchRecord* searches, global const PathRecord* paths, global const PlaceRecord* places,
            global const WindowRecord* windows, global const StreamRecord* streams, uint first, uint count,
            global InterRecord* results, global SearchRest* rests) {
    local Matches matches;
    local Choice choices[DECIDED];
    local bool allowed[DECIDED][2];
    const int item = get_local_id(0), group = get_group_id(0) * DECIDED, here = min(DECIDED, (int)count - group);
    for (int k = item; k < 2 * 41 * here; k += DECIDE_ITEMS) {
        const int m = k / (2 * 41), i = first + group + m, direction = k / 41 % 2;
        global const SearchRecord* search = searches + places[i].setup;
        if (direction < search->directions)
            merge_match(search, places + i, windows + 4 * i, streams, direction, k % 41, m, &matches);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < here) {
        global const SearchRecord* search = searches + places[first + group + item].setup;
        Decision d = {search, &matches, item, {true, true}};
        choices[item] = choose(&d, search->max_vector_count);
        for (int way = 0; way < 2; way++) allowed[item][way] = d.allowed[way];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = item; k < 16 * here; k += DECIDE_ITEMS) {
        const int m = k / 16, i = first + group + m;
        const Decision d = {searches + places[i].setup, &matches, m, {allowed[m][0], allowed[m][1]}};
        const Choice choice = choices[m];
        describe_entry(&d, &choice, k % 16, results + i);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (rests && item < here) {
        const int i = first + group + item;
        const Decision d = {searches + places[i].setup, &matches, item, {allowed[item][0], allowed[item][1]}};
        const Choice choice = choices[item];
        write_rest(&d, &choice, paths, places + i, windows + 4 * i, results + i, rests + i);
    }
}
