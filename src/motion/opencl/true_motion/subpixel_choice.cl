// SPDX-License-Identifier: MIT
// Vectors between pixels, chosen again: true_motion/subpixel_choice.cpp. Work-items have a vector of a block each.

#define NO_MATCH INFINITY

inline float distance_that_counts(float2 a, float2 b) { return min(kFarApart, distance_of(a, b)); }

enum { MATCH_SIDE = 12, MATCH_PIXELS = MATCH_SIDE * MATCH_SIDE };

// Whether the compared pixels lie within the padding.
inline bool has_match(const LevelRecord* l, int bx, int by, float2 v) {
    const int room = kPadding - kComparedWidth + 2;
    const float left = (float)(kFineSide * bx) + v.x, top = (float)(kFineSide * by) + v.y;
    return left >= -room && top >= -room && left + kFineSide <= (float)(l->width + room) &&
           top + kFineSide <= (float)(l->height + room);
}

// The SAD of a block with kMargin pixels around it and its match: of `lines` lines from `first` on.
inline uint match_lines(global const uint* pictures, const LevelRecord* l, int d, int bx, int by, float2 v, int first,
                        const int lines) {
    const int x = kFineSide * bx - kMargin, y = kFineSide * by - kMargin + first;
    const MatchPlace place = match_place(l, d, x, y, v);
    int above[MATCH_SIDE];
    uint at = place.at, source = source_at(l, d, x, y), sum = 0;
#pragma unroll 4
    for (int line = 0; line <= lines; line++, at += l->stride) {
        const uint words[4] = {samples_at(pictures, at), samples_at(pictures, at + 4), samples_at(pictures, at + 8),
                               samples_at(pictures, at + 12)};
        uint own[3] = {0, 0, 0};
        if (line > 0) {
            for (int k = 0; k < 3; k++) own[k] = samples_at(pictures, source + 4 * k);
            source += l->stride;
        }
#pragma unroll
        for (int i = 0; i < MATCH_SIDE; i++) {
            const int across = between_samples(byte_of(words, i), byte_of(words, i + 1), place.fx);
            if (line > 0) sum += abs(byte_of(own, i) - ((between_lines(above[i], across, place.fy) + 128) >> 8));
            above[i] = across;
        }
    }
    return sum;
}

// The mean absolute difference.
inline float subpixel_match(global const uint* pictures, const LevelRecord* l, int d, int bx, int by, float2 v) {
    if (!has_match(l, bx, by, v)) return NO_MATCH;
    return (float)(int)match_lines(pictures, l, d, bx, by, v, 0, MATCH_SIDE) / MATCH_PIXELS;
}

// The neighbours of a block, from the one to the left on: right, above, below.
inline int2 neighbor_at(int k, int bx, int by) {
    return (int2)(bx + (k == 0 ? -1 : k == 1), by + (k == 2 ? -1 : k == 3));
}
inline bool is_in_grid(const LevelRecord* l, int2 block) {
    return block.x >= 0 && block.y >= 0 && block.x < l->columns && block.y < l->rows;
}

// Blocks of one colour take a neighbour's vector where that costs less. `first` of equal costs wins, as in sweep.cl.
kernel __attribute__((reqd_work_group_size(SWEEP_ITEMS, 1, 1)))
void take_neighbors_vectors(global const uint* pictures, LevelRecord l, LevelRecord plane, int colour, global const float* means,
                            global const float* weights, global float2* vectors) {
    local BlockChoice choices[SWEEP_ITEMS / FINE_LANES];
    local BlockChoice* choice = &choices[item() / FINE_LANES];
    const int lane = item() % FINE_LANES, d = direction_of(&l, get_group_id(2));
    const int2 block = block_of_colour(colour, get_global_id(0) / FINE_LANES, get_group_id(1));
    const bool is_block = block.x < l.columns;
    const int i = grid_index(&l, d, block.x, block.y);
    const int costs = direction_base(&l, d) + block_index(&l, block.x, block.y);
    float2 own = (float2)(0, 0), vector = own, near[4];
    float shares[4];
    bool is_there[4];
    if (lane == 0) {
        choice->tries = 0;
        choice->least = choice->first = 0xFFFFFFFF;
    }
    meet();
    if (is_block) {
        own = vector = vectors[i];
        for (int k = 0; k < 4; k++) {
            const int2 n = neighbor_at(k, block.x, block.y);
            is_there[k] = is_in_grid(&l, n);
            near[k] = is_there[k] ? vectors[grid_index(&l, d, n.x, n.y)] : own;
            shares[k] = is_there[k]
                            ? kFineSmoothness * weights[costs] *
                                  neighbor_share(means[costs], means[direction_base(&l, d) + block_index(&l, n.x, n.y)])
                            : 0;
            if (lane == k + 1) vector = near[k];
        }
    }
    const bool is_other = lane > 0 && lane <= 4 && is_block && distance_of(vector, own) > kSameVector;
    if (is_other) atomic_or(&choice->tries, 1);
    meet();
    const bool tries = is_block && choice->tries;
    uint key = 0xFFFFFFFF;
    if (tries && (lane == 0 || is_other)) {
        float rough = 0;
        for (int k = 0; k < 4; k++)
            if (is_there[k]) rough += shares[k] * distance_that_counts(vector, near[k]);
        float cost = rough + subpixel_match(pictures, &l, d, block.x, block.y, vector);
        if (cost < NO_MATCH) cost += brightness_difference(pictures, &plane, d, block.x, block.y, rounded(vector));
        key = as_uint(cost);
        atomic_min(&choice->least, key);
    }
    meet();
    if (tries && (lane == 0 || is_other) && key == choice->least) atomic_min(&choice->first, lane);
    meet();
    if (tries && lane > 0 && lane == (int)choice->first) vectors[i] = vector;
}
