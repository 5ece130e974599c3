// SPDX-License-Identifier: MIT
// Vectors in whole pixels: a sweep's blocks of one colour, as Sweeper in true_motion/block_motion.cpp.
//
// A block is a run of work-items, each of which computes the cost of one vector. The first of those that cost least wins:
// so it does where vectors are tried in order and none twice.

enum { SWEEP_ITEMS = 32, COARSE_LANES = 32, FINE_LANES = 8 };

typedef struct {
    uint tries, least, first;
} BlockChoice;

// The SAD of `lines` lines of 16 pixels.
inline uint sad_16(global const uint* words, uint a, uint b, int stride, int lines) {
    uint sum = 0;
    global const uint *line_a = words + (a >> 2), *line_b = words + (b >> 2);
    const uint shift_a = 8 * (a & 3), shift_b = 8 * (b & 3);
#pragma unroll
    for (int y = 0; y < lines; y++) {
        uint first_a = line_a[0], first_b = line_b[0];
#pragma unroll
        for (int k = 1; k <= 4; k++) {
            const uint next_a = line_a[k], next_b = line_b[k];
            sum = sad4(funnel(first_a, next_a, shift_a), funnel(first_b, next_b, shift_b), sum);
            first_a = next_a, first_b = next_b;
        }
        line_a += stride / 4;
        line_b += stride / 4;
    }
    return sum;
}

// The mean of the middle two.
inline int middle_mean(int a, int b, int c, int d) {
    return (a + b + c + d - min(min(a, b), min(c, d)) - max(max(a, b), max(c, d))) / 2;
}

// What one work-item of a block knows.
typedef struct {
    int2 own, vector;  // the block's, and the one that is this work-item's to try
    int2 near[4];      // of the neighbours to the left and right, above and below
    bool differs;      // whether it makes the block try
    bool has_vector;
} Lane;

// Each sees the vectors as they were `before` the sweep, and those of blocks that have had their turn as they are `now`.
inline Lane find_vector(const LevelRecord* l, const SweepRecord* sweep, bool coarse, int lane, int bx, int by, int base,
                        global const float2* priors, global const int2* candidates, global const int2* before,
                        global const int2* now, global const uchar* changed_before, global const uchar* changed) {
    const int i = base + block_index(l, bx, by);
    Lane own = {before[i], before[i], {0, 0, 0, 0}, false, true};
    const int others = coarse ? 17 : 5;  // before them the block, its neighbours, and those farther away
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const int side = k % 2 ? 1 : -1;
        const int n = base + (k < 2 ? nearest_block(l, bx + side, by) : nearest_block(l, bx, by + side));
        const bool visited = n != i && (k < 2 ? bx : by) % 2;
        own.near[k] = visited ? now[n] : before[n];
        if (lane != 1 + k) continue;
        own.vector = own.near[k];
        own.differs = sweep->number == 0 ? any(before[n] != own.own) : changed_before[n] != 0;
        own.differs = own.differs || (visited && changed[n]);
    }
    if (lane >= 5 && lane < others) {
        const int far = (lane - 5) % 4, away = (far % 2 ? 2 : -2) << (lane - 5) / 4;
        const int n = base + (far < 2 ? nearest_block(l, bx + away, by) : nearest_block(l, bx, by + away));
        own.vector = before[n];
        own.differs = sweep->number == 0 ? any(own.vector != own.own) : changed_before[n] != 0;
    }
    if (lane == others)
        own.vector = (int2)(middle_mean(own.near[0].x, own.near[1].x, own.near[2].x, own.near[3].x),
                            middle_mean(own.near[0].y, own.near[1].y, own.near[2].y, own.near[3].y));
    if (lane > others) {
        const int candidate = lane - others - 2;
        own.has_vector = candidate < (sweep->number == 0 ? sweep->each : 0);
        if (candidate < 0)
            own.vector = rounded(priors[i]);
        else if (own.has_vector)
            own.vector = candidates[i * sweep->each + candidate];
        own.differs = sweep->number == 0 && own.has_vector && any(own.vector != own.own);
    }
    return own;
}

// In pixels, that of neighbours and of the prior added up.
inline float roughness_of(const LevelRecord* l, const Lane* own, float to_prior, int bx, int by, int i,
                          global const float* means, global const float2* priors) {
    float apart[4];
    const int step[4] = {-1, 1, -l->columns, l->columns};
    const bool is_there[4] = {bx > 0, bx + 1 < l->columns, by > 0, by + 1 < l->rows};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const float share = is_there[k] ? neighbor_share(means[i], means[i + step[k]]) : 1;
        const uint2 away = abs(own->vector - own->near[k]);
        apart[k] = share * min(kFarApart, (float)(away.x + away.y));
    }
    const float from_prior =
        fabs((float)own->vector.x - priors[i].x) + fabs((float)own->vector.y - priors[i].y);
    return ((apart[0] + apart[1]) + (apart[2] + apart[3])) + to_prior * min(kFarApart, from_prior);
}

// `plane`: of 4x4 blocks, whose brightness counts.
inline void sweep_block(global const uint* pictures, const LevelRecord* l, const LevelRecord* plane, const SweepRecord* sweep, const bool coarse,
                        int lane, int bx, int by, int d, global const float* means, global const float* weights,
                        global const float2* priors, global const int2* candidates, global const int2* before,
                        global int2* now, global const uchar* changed_before, global uchar* changed,
                        local BlockChoice* choice) {
    const int side = coarse ? 8 : 4, lines = side + 2 * kMargin;
    const int base = direction_base(l, d), i = base + block_index(l, bx, by);
    const bool is_block = bx < l->columns;
    if (lane == 0) {
        choice->tries = 0;
        choice->least = choice->first = 0xFFFFFFFF;
    }
    meet();
    Lane own = {0, 0, {0, 0, 0, 0}, false, false};
    if (is_block)
        own = find_vector(l, sweep, coarse, lane, bx, by, base, priors, candidates, before, now, changed_before, changed);
    if (own.differs) atomic_or(&choice->tries, 1);
    meet();
    const bool tries = is_block && choice->tries;
    uint key = 0xFFFFFFFF;
    if (tries && own.has_vector) {
        if (lane > 0) own.vector = within_limits(l, side * bx, side * by, side, own.vector);
        const float weight = sweep->smoothness * weights[i];
        const float rough = weight * roughness_of(l, &own, sweep->to_prior, bx, by, i, means, priors);
        const int x = side * bx - (kComparedWidth - side) / 2, y = side * by - kMargin;
        const uint sum = sad_16(pictures, source_at(l, d, x, y), reference_at(l, d, x + own.vector.x, y + own.vector.y),
                                l->stride, lines);
        float cost = (float)sum / (float)(kComparedWidth * lines) + rough;
        if (!coarse) cost += brightness_difference(pictures, plane, d, bx, by, own.vector);
        key = as_uint(cost);  // none is negative: they compare as integers
        atomic_min(&choice->least, key);
    }
    meet();
    if (tries && own.has_vector && key == choice->least) atomic_min(&choice->first, lane);
    meet();
    if (is_block && lane == (tries ? (int)choice->first : 0)) {
        now[i] = own.vector;
        changed[i] = any(own.vector != own.own);
    }
}

// Colours come in the order of four_colour_order.h: even columns before odd ones, even rows before odd ones.
inline int2 block_of_colour(int colour, int column, int row) { return (int2)(2 * column + colour % 2, 2 * row + colour / 2); }

kernel __attribute__((reqd_work_group_size(SWEEP_ITEMS, 1, 1)))
void sweep_coarse(global const uint* pictures, LevelRecord l, SweepRecord sweep, int colour, global const float* means,
                  global const float* weights, global const float2* priors, global const int2* candidates,
                  global const int2* before, global int2* now, global const uchar* changed_before, global uchar* changed) {
    local BlockChoice choice;
    const int2 block = block_of_colour(colour, get_group_id(0), get_group_id(1));
    sweep_block(pictures, &l, &l, &sweep, true, item(), block.x, block.y, direction_of(&l, get_group_id(2)), means, weights, priors, candidates,
                before, now, changed_before, changed, &choice);
}

// All sweeps of a small level, which end in `vectors[0]` where their number is even: a work-group a direction, whose
// work-items meet where otherwise a command ends.
kernel __attribute__((reqd_work_group_size(SMALL_ITEMS, 1, 1)))
void sweep_small(global const uint* pictures, LevelRecord l, SweepRecord sweep, int sweeps, global const float* means,
                 global const float* weights, global const float2* priors, global const int2* candidates,
                 global int2* vectors, global int2* others, global uchar* changed, global uchar* changed_others) {
    local BlockChoice choices[SMALL_ITEMS / COARSE_LANES];
    const int d = direction_of(&l, get_group_id(1)), together = SMALL_ITEMS / COARSE_LANES, own = item() / COARSE_LANES;
    for (int step = 0; step < 4 * sweeps; step++) {
        const int colour = step % 4, columns = (l.columns + 1 - colour % 2) / 2, rows = (l.rows + 1 - colour / 2) / 2;
        const bool swapped = step / 4 % 2;
        sweep.number = step / 4;
        for (int first = 0; first < columns * rows; first += together) {
            const int k = first + own;
            const int2 block = k < columns * rows ? block_of_colour(colour, k % columns, k / columns)
                                                  : (int2)(l.columns, 0);  // none
            sweep_block(pictures, &l, &l, &sweep, true, item() % COARSE_LANES, block.x, block.y, d, means, weights, priors,
                        candidates, swapped ? others : vectors, swapped ? vectors : others,
                        swapped ? changed_others : changed, swapped ? changed : changed_others, &choices[own]);
            meet();
        }
        meet_with_results();
    }
}

kernel __attribute__((reqd_work_group_size(SWEEP_ITEMS, 1, 1)))
void sweep_fine(global const uint* pictures, LevelRecord l, LevelRecord plane, SweepRecord sweep, int colour, global const float* means,
                global const float* weights, global const float2* priors, global const int2* candidates,
                global const int2* before, global int2* now, global const uchar* changed_before, global uchar* changed) {
    local BlockChoice choices[SWEEP_ITEMS / FINE_LANES];
    const int2 block = block_of_colour(colour, get_global_id(0) / FINE_LANES, get_group_id(1));
    sweep_block(pictures, &l, &plane, &sweep, false, item() % FINE_LANES, block.x, block.y, direction_of(&l, get_group_id(2)), means, weights, priors,
                candidates, before, now, changed_before, changed, &choices[item() / FINE_LANES]);
}
