// SPDX-License-Identifier: MIT
// What the unit's search finds around expected vectors: unit_candidates(). Macroblocks whose match is expected to be good
// are searched here, in a tiny window; the others by search_rectangles().

enum { CANDIDATE_ITEMS = 32, TINY_SIDE = 4, TINY_POSITIONS = TINY_SIDE * TINY_SIDE, FROM_UNIT = 4 };
// A level's SearchRecords: of each direction, and one by which search_rectangles() leaves a macroblock out.
enum { NOT_SEARCHED = 2 * MOST_PAIRS, SETUPS_OF_A_LEVEL = NOT_SEARCHED + 1 };

inline int2 macroblocks_of(const LevelRecord* l) { return (int2)((l->width + 15) / 16, (l->height + 15) / 16); }

// Limits: the vectors with which all compared pixels of a block of `side` pixels at (x, y) lie within the padding.
inline int2 within_limits(const LevelRecord* l, int x, int y, int side, int2 v) {
    const int room = kPadding - kComparedWidth;
    const int2 least = max((int2)(-kFarthest), (int2)(-x - room, -y - room));
    const int2 most = min((int2)(kFarthest), (int2)(l->width - x - side + room, l->height - y - side + room));
    return clamp(v, least, most);
}

// The SAD of eight pixels of a line.
inline uint sad_8(global const uint* words, uint a, uint b) {
    return sad4(samples_at(words, a), samples_at(words, b),
                sad4(samples_at(words, a + 4), samples_at(words, b + 4), 0));
}

// Block b of a macroblock is in which of the four blocks of 8x8? A sum of these is its sum.
inline uint major_sum(uint b, const uint q[4]) {
    switch (b) {
        case FIRST_16X16: return q[0] + q[1] + q[2] + q[3];
        case FIRST_16X8: return q[0] + q[1];
        case FIRST_16X8 + 1: return q[2] + q[3];
        case FIRST_8X16: return q[0] + q[2];
        case FIRST_8X16 + 1: return q[1] + q[3];
        default: return q[b - FIRST_8X8];
    }
}

// Which partition is candidate k of block q of a macroblock.
inline int partition_of_candidate(int q, int k) {
    return k == 0 ? FIRST_8X8 + q : k == 1 ? FIRST_16X16 : k == 2 ? FIRST_16X8 + q / 2 : FIRST_8X16 + q % 2;
}

// Of each 4x4 block in a row of these, the SAD of the source and the window's position, as the unit caps it.
inline void tiny_row(global const uchar* pictures, const PlaneRecord* reference, uint source, int stride, int x, int y,
                     uint sums[2]) {
    for (int side = 0; side < 2; side++) {
        sums[side] = 0;
        for (int b = 2 * side; b < 2 * side + 2; b++) {
            uint sum = 0;
            for (int line = 0; line < 4; line++)
                sum = sad4(samples_at((global const uint*)pictures, source + line * stride + 4 * b),
                           four_samples(pictures, reference, x + 4 * b, y + line), sum);
            sums[side] += min(sum, (uint)GENMEDIA_LARGEST_4X4);
        }
    }
}

// A work-group a macroblock. `priors` are where vectors of blocks are expected. They are found here by `coarser` vectors,
// of `size` blocks, or given; where there are neither (`is_coarsest`) they become 0. To each block's candidates, `each` in
// number, those from `first` on are added.
kernel __attribute__((reqd_work_group_size(CANDIDATE_ITEMS, 1, 1)))
void place_windows(global const uchar* pictures, LevelRecord l, global const int2* coarser, int2 size, int is_coarsest,
                   global float2* priors, int first, int each, int level, global PlaceRecord* places,
                   global int2* candidates) {
    local uint differences[4], beside[4], sums[TINY_POSITIONS][4], least[MAJOR_BLOCKS];
    global const uint* words = (global const uint*)pictures;
    const int lane = item(), mx = get_group_id(0), my = get_group_id(1), d = direction_of(&l, get_group_id(2));
    const int x = 16 * mx, y = 16 * my, columns = macroblocks_of(&l).x;
    const int macroblock = ((int)get_group_id(2) * macroblocks_of(&l).y + my) * columns + mx;
    const int base = direction_base(&l, d);
    const bool may_be_tiny = coarser != 0;
    if (lane < 4) {
        const int bx = 2 * mx + lane % 2, by = 2 * my + lane / 2;
        differences[lane] = beside[lane] = 0;
        if (bx < l.columns && by < l.rows && (coarser || is_coarsest))
            priors[base + block_index(&l, bx, by)] =
                coarser ? expected_vector(coarser + d * size.x * size.y, size, 2, bx, by) : (float2)(0, 0);
    }
    for (int i = lane; i < MAJOR_BLOCKS; i += CANDIDATE_ITEMS) least[i] = 0xFFFFFFFF;
    meet_with_results();
    const int2 expected = rounded(priors[base + block_index(&l, 2 * mx, 2 * my)]);
    const int2 offset = clamp(expected, -2048, 2047);
    const int2 near = within_limits(&l, x, y, 16, expected);
    if (may_be_tiny) {
        const int px = x + 8 * (lane / 8 % 2), py = y + 8 * (lane / 16) + lane % 8;
        const uint line = source_at(&l, d, px, py);
        atomic_add(&differences[lane / 8], sad_8(words, line, reference_at(&l, d, px + near.x, py + near.y)));
        atomic_add(&beside[lane / 8], sad_8(words, line, line + 1) + sad_8(words, line, line + l.stride));
    }
    meet();
    bool is_tiny = may_be_tiny;
    for (int q = 0; q < 4; q++)
        is_tiny = is_tiny && (differences[q] < kGoodMatch * 8 * 8 || 4 * differences[q] < beside[q]);
    if (!is_tiny) {
        global PlaceRecord* place = places + macroblock;
        for (int i = lane; i < WORDS(PlaceRecord); i += CANDIDATE_ITEMS) ((global uint*)place)[i] = 0;
        meet_with_results();
        if (lane > 0) return;
        place->setup = SETUPS_OF_A_LEVEL * level + d;
        place->x = x;
        place->y = y;
        place->stream = -1;
        place->offset[0][0] = offset.x;
        place->offset[0][1] = offset.y;
        return;
    }
    const int2 corner = offset - TINY_SIDE / 2;
    const PlaneRecord reference = {l.at[d ^ 1], l.width, l.height, l.stride};
    const int position = lane % TINY_POSITIONS, lower = lane / TINY_POSITIONS;
    const int wx = x + corner.x + position % TINY_SIDE, wy = y + corner.y + position / TINY_SIDE + 8 * lower;
    uint upper_row[2], under_row[2];
    tiny_row(pictures, &reference, source_at(&l, d, x, y + 8 * lower), l.stride, wx, wy, upper_row);
    tiny_row(pictures, &reference, source_at(&l, d, x, y + 8 * lower + 4), l.stride, wx, wy + 4, under_row);
    for (int side = 0; side < 2; side++) sums[position][2 * lower + side] = upper_row[side] + under_row[side];
    meet();
    for (int i = lane; i < MAJOR_BLOCKS * TINY_POSITIONS; i += CANDIDATE_ITEMS) {
        const int p = i % TINY_POSITIONS, b = i / TINY_POSITIONS;
        const uint q[4] = {sums[p][0], sums[p][1], sums[p][2], sums[p][3]};
        atomic_min(&least[b], major_sum(b, q) * TINY_POSITIONS + p);
    }
    meet();
    if (lane == 0) places[macroblock].setup = SETUPS_OF_A_LEVEL * level + NOT_SEARCHED;
    const int q = lane / 4, bx = 2 * mx + q % 2, by = 2 * my + q / 2;
    if (lane >= 4 * FROM_UNIT || bx >= l.columns || by >= l.rows) return;
    const int best = least[partition_of_candidate(q, lane % 4)] % TINY_POSITIONS;
    candidates[(base + block_index(&l, bx, by)) * each + first + lane % 4] =
        corner + (int2)(best % TINY_SIDE, best / TINY_SIDE);
}

// Takes what search_rectangles() found of a block's macroblock, if it has searched that.
inline void take_found(const LevelRecord* l, global const PlaceRecord* places, global const SearchExtras* found, int d, int bx,
                       int by, global int2* candidates) {
    const int macroblock = (d / l->step * macroblocks_of(l).y + by / 2) * macroblocks_of(l).x + bx / 2;
    if (places[macroblock].setup % SETUPS_OF_A_LEVEL == NOT_SEARCHED) return;
    for (int k = 0; k < FROM_UNIT; k++) {
        global const MajorMatch* match =
            &found[macroblock].stream.blocks[0][partition_of_candidate(by % 2 * 2 + bx % 2, k)];
        candidates[k] = (int2)(match->x / 4, match->y / 4);
    }
}

// The same of all blocks.
kernel void take_candidates(LevelRecord l, global const PlaceRecord* places, global const SearchExtras* found, int first,
                            int each, global int2* candidates) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    take_found(&l, places, found, d, bx, by, candidates + i * each + first);
}

// Takes them, finds blocks' costs, and begins a level's vectors: as expected, or on the coarsest level at the
// macroblock's best match.
kernel void begin_level(global const uint* pictures, LevelRecord l, global const PlaceRecord* places,
                        global const SearchExtras* found, global const float2* priors, int first, int each,
                        int is_coarsest, float smoothness, global int2* candidates, global int2* vectors,
                        global float* means, global float* weights) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    take_found(&l, places, found, d, bx, by, candidates + i * each + first);
    const int2 v = is_coarsest ? candidates[i * each + 1] : rounded(priors[i]);
    vectors[i] = within_limits(&l, l.side * bx, l.side * by, l.side, v);
    find_costs(pictures, &l, d, bx, by, smoothness, means, weights);
}

// Blocks of half the size begin with the vector of the block that they are part of.
kernel void divide_blocks(global const uint* pictures, LevelRecord l, global const int2* coarse, int2 size,
                          float smoothness, global int2* vectors, global float2* priors, global float* means,
                          global float* weights) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    coarse += d * size.x * size.y;
    vectors[i] = within_limits(&l, l.side * bx, l.side * by, l.side, coarser_vector(coarse, size, bx / 2, by / 2));
    priors[i] = expected_vector(coarse, size, 1, bx, by);
    find_costs(pictures, &l, d, bx, by, smoothness, means, weights);
}
