// SPDX-License-Identifier: MIT
// Which partitioning of a macroblock is cheapest: vme/inter/decision.cpp, a work-group a macroblock.
//
// No barrier here stands behind a condition: PoCL compiles what follows such a one twice.

#define NEVER (0xFFFFFFFFu / 8)

enum { PARTITIONS = FIRST_8X8 + 4 * 4 };

// A run of blocks: first .. first + count - 1.
typedef struct {
    int first, count;
} BlockRun;

inline BlockRun minor_blocks(int q, int minor) {
    const int count = minor == MINOR_8X8 ? 1 : minor == MINOR_4X4 ? 4 : 2;
    const int first = minor == MINOR_8X8 ? FIRST_8X8 : minor == MINOR_8X4 ? FIRST_8X4 : minor == MINOR_4X8 ? FIRST_4X8 : FIRST_4X4;
    return (BlockRun){first + count * q, count};
}

inline int partition_count(int major) { return major == SHAPE_16X16 ? 1 : major == SHAPE_8X8 ? 4 : 2; }

// Which partition of a major shape holds quadrant q.
inline int partition_of(int major, int q) {
    return major == SHAPE_16X16 ? 0 : major == SHAPE_16X8 ? q / 2 : major == SHAPE_8X16 ? q % 2 : q;
}

// The block that holds entry e (4 * quadrant + 4x4 block).
inline int block_of(int major, int minor, int e) {
    const int q = e / 4, minor_block = minor == MINOR_8X8   ? FIRST_8X8 + q
                                       : minor == MINOR_8X4 ? FIRST_8X4 + e / 2
                                       : minor == MINOR_4X8 ? FIRST_4X8 + 2 * q + e % 2
                                                            : FIRST_4X4 + e;
    return major == SHAPE_8X8     ? minor_block
           : major == SHAPE_16X16 ? FIRST_16X16
           : major == SHAPE_16X8  ? FIRST_16X8 + q / 2
                                  : FIRST_8X16 + q % 2;
}

// The best matches of a macroblock, of both directions and all blocks.
typedef struct {
    uint costs[2][BLOCKS];
    short2 vectors[2][BLOCKS];
    uchar reference_ids[2][BLOCKS];
    uchar terminated_early;  // the first search
} Matches;

typedef struct {
    local const SearchRecord* search;
    local Matches* matches;
    int directions, ways;
} Decision;

// The ways to decide: each partition takes its cheaper direction; or with disable_direction_mix all go forward, or all
// backward.
inline Decision decision_of(local const SearchRecord* search, local Matches* matches) {
    const int directions = MAY_SEARCH_TWO_PICTURES ? search->directions : 1, disable_mix = search->disable_direction_mix != 0;
    return (Decision){search, matches, directions, disable_mix & (directions == 2) ? 2 : 1};
}

inline bool is_allowed(const Decision* d, int way, int direction) {
    return direction < d->directions && (d->ways == 1 || direction == way);
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

// The same of what is streamed in, by who merged a block's windows.
inline void merge_stream(const Decision* d, SETUP StreamRecord* stream) {
    local Matches* to = d->matches;
    FOR_ITEMS(b, MAJOR_BLOCKS)
#pragma unroll
        for (int direction = 0; direction < 2; direction++) {
            const MajorMatch streamed = stream->blocks[direction][b];
            if (direction >= d->directions || streamed.distortion >= to->costs[direction][b]) continue;
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

typedef struct {
    int major, minors;  // two bits a quadrant, quadrant 0 the highest
    int vectors;
    uint cost;
    uint backward;  // of all partitions
} Choice;

inline int minor_of(int minors, int q) { return minors >> (6 - 2 * q) & 3; }

// The one of all partitions that holds quadrant q.
inline int partition_at(int major, int minor, int q) {
    return major == SHAPE_8X8 ? FIRST_8X8 + 4 * q + minor : block_of(major, minor, 4 * q);
}

// What the partitions cost: 16x16, 16x8, 8x16, then each quadrant's minor shapes, these with their penalty.
typedef struct {
    uint costs[PARTITIONS];
    uint backward;  // a bit each, of those that go backward
} Partitions;

// Partition p's blocks.
inline BlockRun run_of(int p) {
    return p < FIRST_8X8 ? (BlockRun){p, 1} : minor_blocks((p - FIRST_8X8) / 4, (p - FIRST_8X8) % 4);
}

inline uint run_cost(local const uint costs[BLOCKS], BlockRun run) {
    uint sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) sum += i < run.count ? costs[run.first + min(i, run.count - 1)] : 0;
    return sum;
}

// Each takes the cheaper of the directions that it may take. Without variable indices all of it is registers, and what is
// read behind no condition is read at once.
inline Partitions cost_partitions(const Decision* d, int way) {
    const bool forth = is_allowed(d, way, FORWARD), back = is_allowed(d, way, BACKWARD);
    local const SearchRecord* search = d->search;
    Partitions all;
    all.backward = 0;
#pragma unroll
    for (int p = 0; p < PARTITIONS; p++) all.costs[p] = run_cost(d->matches->costs[FORWARD], run_of(p));
#pragma unroll
    for (int p = 0; p < PARTITIONS; p++) all.costs[p] = forth ? all.costs[p] : NEVER;
    if (back) {
        const uint penalty = search->costs.backward_direction;
#pragma unroll
        for (int p = 0; p < PARTITIONS; p++) {
            const uint backward = run_cost(d->matches->costs[BACKWARD], run_of(p)) + penalty;
            if (backward < all.costs[p]) all.backward |= 1u << p;
            all.costs[p] = min(all.costs[p], backward);
        }
    }
#pragma unroll
    for (int minor = 0; minor < 4; minor++) {
        const uint penalty = search->disabled_partitions >> (3 + minor) & 1 ? NEVER : minor_penalty(&search->costs, minor);
#pragma unroll
        for (int q = 0; q < 4; q++) all.costs[FIRST_8X8 + 4 * q + minor] += penalty;
    }
    return all;
}

// Two quadrants with 2 to 8 vectors in all: [n] is the cheapest of those with n, and how they are cut.
typedef struct {
    uint costs[9];
    uchar minors[9][2];
} QuadrantPair;

inline QuadrantPair pair_quadrants(const uint first[4], const uint second[4]) {
    const uchar a[3] = {0, first[2] < first[1] ? 2 : 1, 3}, b[3] = {0, second[2] < second[1] ? 2 : 1, 3};
    const uchar cuts[9][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {0, 2}, {2, 1}, {1, 2}, {2, 2}};
    QuadrantPair pair;
    for (int n = 0; n < 9; n++) pair.costs[n] = NEVER;
    for (int i = 0; i < 9; i++) {
        const int of_a = cuts[i][0], of_b = cuts[i][1], vectors = (1 << of_a) + (1 << of_b);
        const uint cost = first[a[of_a]] + second[b[of_b]];
        if (cost >= pair.costs[vectors]) continue;
        pair.costs[vectors] = cost;
        pair.minors[vectors][0] = a[of_a];
        pair.minors[vectors][1] = b[of_b];
    }
    return pair;
}

inline Choice combine_quadrants(const Partitions* partitions, int most_vectors) {
    uint of[16];  // a copy, which is read by variable indices
    for (int i = 0; i < 16; i++) of[i] = partitions->costs[FIRST_8X8 + i];
    const QuadrantPair left = pair_quadrants(of, of + 8), right = pair_quadrants(of + 4, of + 12);
    Choice best = {SHAPE_8X8, 0, 0, NEVER, partitions->backward};
    for (int r = 2; r <= 8; r++)
        for (int l = 2; l <= 8 && l + r <= most_vectors; l++) {
            const uint cost = left.costs[l] + right.costs[r];
            if (cost >= best.cost) continue;
            best.cost = cost;
            best.vectors = l + r;
            best.minors = left.minors[l][0] << 6 | right.minors[r][0] << 4 | left.minors[l][1] << 2 | right.minors[r][1];
        }
    return best;
}

// The first wins among equals.
inline Choice cheaper(Choice a, Choice b) { return b.cost < a.cost ? b : a; }

// What a major shape other than quadrants costs.
inline uint major_cost(const Decision* d, const uint costs[PARTITIONS], int major) {
    const uint cost = d->search->disabled_partitions >> major & 1 ? NEVER : d->search->costs.shape[major == 0 ? 0 : 1];
    return cost + (major == 0 ? costs[0] : costs[2 * major - 1] + costs[2 * major]);
}

// All who come find the same. `without_limit` is lowered to what the choice without a limit of vectors costs.
inline Choice choose_way(const Decision* d, int way, int most_vectors, uint* without_limit) {
    const Partitions partitions = cost_partitions(d, way);
    Choice quadrants = {SHAPE_8X8, 0, 0, 0, partitions.backward}, best = {0, 0, 0, NEVER, partitions.backward};
#pragma unroll
    for (int q = 0; q < 4; q++) {
        const uint* of = partitions.costs + FIRST_8X8 + 4 * q;
        // The least cost, then the first shape. Costs are at most twice NEVER, so that two bits are left.
        const uint key = min(min(4 * of[0], 4 * of[1] + 1), min(4 * of[2] + 2, 4 * of[3] + 3));
        const int minor = key % 4;
        quadrants.minors = quadrants.minors << 2 | minor;
        quadrants.cost += key / 4;
        quadrants.vectors += minor == MINOR_8X8 ? 1 : minor == MINOR_4X4 ? 4 : 2;
    }
    *without_limit = min(*without_limit, quadrants.cost);
    if (quadrants.vectors > most_vectors) quadrants = combine_quadrants(&partitions, most_vectors);
#pragma unroll
    for (int major = 0; major < SHAPE_8X8; major++) {
        const uint cost = major_cost(d, partitions.costs, major);
        *without_limit = min(*without_limit, cost);
        if (partition_count(major) > most_vectors) continue;
        best = cheaper(best, (Choice){major, 0, partition_count(major), cost, partitions.backward});
    }
    return cheaper(best, quadrants);
}

inline Choice choose(const Decision* d, int most_vectors, uint* without_limit) {
    *without_limit = NEVER;
    const Choice first = choose_way(d, 0, most_vectors, without_limit);
    return d->ways == 1 ? first : cheaper(first, choose_way(d, 1, most_vectors, without_limit));
}

// The edges of one direction's window: what whole pixels of vectors are there.
typedef struct {
    int left, right, top, bottom;
} Edges;

inline Edges window_edges(PATHS PathRecord* path, SETUP PlaceRecord* place, int direction) {
    const int left = path->first_x + place->offset[direction][0], top = path->first_y + place->offset[direction][1];
    return (Edges){left, left + 4 * path->columns - 1, top, top + 4 * path->rows - 1};
}

// The first members, which many work-items write: border[0], border[1], truncated, terminated_early.
inline volatile RESULT uint* word_of(RESULT SearchExtras* extras) { return (volatile RESULT uint*)extras; }

// Those that a vector lies on.
inline uint borders(Edges edges, short2 vector) {
    const int x = vector.x / 4, y = vector.y / 4;
    return (x == edges.left ? 1 : 0) | (x == edges.right ? 2 : 0) | (y == edges.top ? 4 : 0) | (y == edges.bottom ? 8 : 0);
}

inline int choice_direction(const Choice* choice, int q) {
    if (choice->cost >= NEVER) return FORWARD;
    return choice->backward >> partition_at(choice->major, minor_of(choice->minors, q), q) & 1 ? BACKWARD : FORWARD;
}

// What is chosen, of entry e, and which of the edges its vector lies on. `extras` may be null.
inline void describe_entry(const Decision* d, const Choice* choice, int e, const Edges edges[2], RESULT InterRecord* result,
                           RESULT SearchExtras* extras) {
    local Matches* matches = d->matches;
    const int q = e / 4, minor = minor_of(choice->minors, q), b = block_of(choice->major, minor, e);
    const bool nothing = choice->cost >= NEVER, backward = choice_direction(choice, q) == BACKWARD;
    const bool any = !nothing, both = any && d->directions > 1;
    const short2 vectors[2] = {matches->vectors[FORWARD][b], matches->vectors[BACKWARD][b]};
    const uint found = matches->costs[backward ? BACKWARD : FORWARD][b], cost = any ? found : 0;
    const short2 forth = any ? vectors[FORWARD] : (short2)(0, 0), back = both ? vectors[BACKWARD] : (short2)(0, 0);
    result->vectors[e][FORWARD][0] = forth.x;
    result->vectors[e][FORWARD][1] = forth.y;
    result->vectors[e][BACKWARD][0] = back.x;
    result->vectors[e][BACKWARD][1] = back.y;
    result->distortions[e] = saturate(cost);
    const uint on = backward ? borders(edges[BACKWARD], back) : borders(edges[FORWARD], forth);
    if (extras && on) atomic_or(word_of(extras), on << (backward ? 8 : 0));
}

// Of quadrant q.
inline void describe_quadrant(const Decision* d, const Choice* choice, int q, RESULT InterRecord* result) {
    const int minor = minor_of(choice->minors, q), b = block_of(choice->major, minor, 4 * q);
    const bool nothing = choice->cost >= NEVER;
    result->minor_shapes[q] = minor;
    result->directions[q] = choice_direction(choice, q);
    for (int way = 0; way < 2; way++) {
        const uchar id = d->matches->reference_ids[way][b];
        result->reference_ids[q][way] = !nothing && way < d->directions ? id : 0;
    }
}

// What is streamed out. All work-items come here.
inline void write_stream(const Decision* d, RESULT StreamRecord* stream) {
    for (int k = 0; k < ROUNDS(2 * MAJOR_BLOCKS, FEWEST_ITEMS); k++) {
        const int i = (k + 1) * items() - 1 - (int)item(), way = i / MAJOR_BLOCKS, b = i % MAJOR_BLOCKS;
        if (i < 2 * MAJOR_BLOCKS)
            stream->blocks[way][b] = way < d->directions ? block_match(d, way, b) : (MajorMatch){0, 0, 0xFFFF, 0, 0};
    }
}

// Decides about the macroblock whose windows are all merged. All work-items come here, and a barrier follows. `streams`
// and `extras` may be null.
inline void decide(local const SearchRecord* search, PATHS PathRecord* paths, SETUP PlaceRecord* place,
                   SETUP StreamRecord* streams, local Matches* matches, RESULT InterRecord* result,
                   RESULT SearchExtras* extras) {
    const Decision d = decision_of(search, matches);
    const int own = item(), all = items();
    const Edges edges[2] = {window_edges(PATH_OF(search, paths, FORWARD), place, FORWARD),
                            window_edges(PATH_OF(search, paths, BACKWARD), place, BACKWARD)};
    if (streams && place->stream >= 0) merge_stream(&d, streams + place->stream);
    if (extras && own == 0) *word_of(extras) = (uint)(matches->terminated_early != 0) << 24;
    meet_with_results();
    if (extras) write_stream(&d, &extras->stream);
    // Of many work-items some describe entries, and others quadrants and totals.
    const int q = own - FEWEST_ITEMS / 2;
    if (q >= FEWEST_ITEMS / 2) return;
    uint without_limit;
    const Choice choice = choose(&d, MAY_LIMIT_VECTORS ? search->max_vector_count : 32, &without_limit);
    if (own < 16) describe_entry(&d, &choice, own, edges, result, extras);
    if (q >= 0 && q < 4) describe_quadrant(&d, &choice, q, result);
    if (q != 4) return;
    result->vector_count = choice.cost >= NEVER ? 0 : choice.vectors;
    result->major_shape = choice.major;
    result->best_distortion = saturate(choice.cost);
    if (extras && without_limit < choice.cost) atomic_or(word_of(extras), 1u << 16);
}
