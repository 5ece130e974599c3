// SPDX-License-Identifier: MIT
// Fields as the library gives them: true_motion/true_motion.cpp, field_trust.cpp, pixel_flow.cpp. Levels are the pictures
// themselves, with their means, and blocks of 4x4.

// The match of a pixel of the source, in whole gray levels.
inline int match_sample(global const uchar* pictures, const LevelRecord* l, const MatchPlace* place, int x, int y) {
    global const uchar* upper = pictures + place->at + y * l->stride + x;
    global const uchar* under = upper + l->stride;
    const int above = between_samples(upper[0], upper[1], place->fx);
    return (between_lines(above, between_samples(under[0], under[1], place->fx), place->fy) + 128) >> 8;
}

// The SAD of a block and its match.
inline uint block_difference(global const uchar* pictures, const LevelRecord* l, int d, int bx, int by, float2 v) {
    const MatchPlace place = match_place(l, d, kFineSide * bx, kFineSide * by, v);
    uint sum = 0;
    for (int y = 0; y < kFineSide; y++)
        for (int x = 0; x < kFineSide; x++)
            sum += abs(pictures[source_at(l, d, kFineSide * bx + x, kFineSide * by + y)] -
                       match_sample(pictures, l, &place, x, y));
    return sum;
}

kernel void find_differences(global const uchar* pictures, LevelRecord l, global const float2* vectors,
                             global ushort* differences) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    differences[direction_base(&l, d) + block_index(&l, bx, by)] =
        block_difference(pictures, &l, d, bx, by, vectors[grid_index(&l, d, bx, by)]);
}

// The block of entry `e` of a macroblock, or the nearest.
inline int2 block_of_entry(const LevelRecord* l, int mx, int my, int e) {
    return (int2)(min(4 * mx + e / 4 % 2 * 2 + e % 2, l->columns - 1), min(4 * my + e / 8 * 2 + e / 2 % 2, l->rows - 1));
}

inline bool are_equal(const int2 vectors[16], int first, int count) {
    bool equal = true;
    for (int e = first; e < first + count; e++) equal = equal && all(vectors[e] == vectors[first]);
    return equal;
}

// Shapes as large as equal vectors allow: merge().
inline void merge_entries(const int2 vectors[16], ushort distortions[16], global InterRecord* to) {
    ushort sum = 0, quadrants[4] = {0, 0, 0, 0};
    for (int e = 0; e < 16; e++) {
        sum += distortions[e];
        quadrants[e / 4] += distortions[e];
    }
    const bool whole = are_equal(vectors, 0, 16);
    int count = 0;
    for (int q = 0; q < 4; q++) {
        const bool equal = are_equal(vectors, 4 * q, 4);
        count += equal ? 1 : 4;
        to->minor_shapes[q] = whole || equal ? MINOR_8X8 : MINOR_4X4;
        for (int e = 4 * q; e < 4 * q + 4; e++) to->distortions[e] = whole ? sum : equal ? quadrants[q] : distortions[e];
    }
    to->major_shape = whole ? SHAPE_16X16 : SHAPE_8X8;
    to->vector_count = whole ? 1 : count;
    to->best_distortion = sum;
}

// A work-item a macroblock.
kernel void fill_results(LevelRecord l, global const float2* vectors, global const ushort* differences,
                         global InterRecord* results) {
    const int mx = get_global_id(0), my = get_global_id(1), d = direction_of(&l, get_global_id(2));
    const int2 macroblocks = macroblocks_of(&l);
    if (mx >= macroblocks.x) return;
    global InterRecord* to = results + ((int)get_global_id(2) * macroblocks.y + my) * macroblocks.x + mx;
    int2 quarters[16];
    ushort distortions[16];
    for (int q = 0; q < 4; q++) {
        to->directions[q] = FORWARD;
        to->reference_ids[q][0] = to->reference_ids[q][1] = 0;
    }
    for (int e = 0; e < 16; e++) {
        const int2 block = block_of_entry(&l, mx, my, e);
        quarters[e] = convert_int2(convert_short2(rounded(4 * vectors[grid_index(&l, d, block.x, block.y)])));
        distortions[e] = differences[direction_base(&l, d) + block_index(&l, block.x, block.y)];
        to->vectors[e][0][0] = quarters[e].x;
        to->vectors[e][0][1] = quarters[e].y;
        to->vectors[e][1][0] = to->vectors[e][1][1] = 0;
    }
    merge_entries(quarters, distortions, to);
}

// The weight of the place of a pixel among those that a vector is spread over.
inline float near_weight(int i, int reach) { return (float)(2 * min(i, reach - 1 - i) + 1); }

// A vector a pixel: pixel_flow().
kernel void spread_vectors(global const uchar* pictures, LevelRecord l, global const float2* vectors, global float2* flow) {
    const int x = get_global_id(0), y = get_global_id(1), d = direction_of(&l, get_global_id(2));
    const int apart = kSpreadLines, reach = kSpreadColumns, margin = (reach - kFineSide) / 2;
    const int lead = (apart - kFineSide) / 2;  // of a band's lines before its blocks
    if (x >= l.width) return;
    const int band = (y + lead) / apart, top = apart * band - lead;
    const float source = pictures[source_at(&l, d, x, y)];
    const int first_column = x + margin < reach ? 0 : (x + margin - reach) / kFineSide + 1;
    float weights = 0, sum_x = 0, sum_y = 0;
    for (int row = max(0, band - 1); row <= band + 1 && 2 * row < l.rows; row++)
        // From the first block that reaches the pixel on.
        for (int column = l.columns == 1 ? 0 : first_column + (first_column + row) % 2; column < l.columns; column += 2) {
            const int first = kFineSide * column - margin;  // pixel
            if (x < first) break;
            const float2 v = vectors[grid_index(&l, d, column, 2 * row)];
            const MatchPlace place = match_place(&l, d, x, y, v);
            const float away = (float)max(1u, abs((int)source - match_sample(pictures, &l, &place, 0, 0)));
            const float weight = near_weight(apart * (band - row + 1) + y - top, reach) * near_weight(x - first, reach) /
                                 (away * (1 + away / kOutlier));
            weights += weight;
            sum_x += weight * v.x;
            sum_y += weight * v.y;
        }
    flow[((int)get_global_id(2) * l.height + y) * l.width + x] = (float2)(sum_x / weights, sum_y / weights);
}

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Of each block: the motion back from where its vector leads, how far that misses the block, and its gradients.
typedef struct {
    float back_x, back_y, mismatch, gradient;
} BlockTrust;

inline float2 nearest_vector(const LevelRecord* l, int d, global const float2* vectors, int bx, int by) {
    return vectors[grid_index(l, d, clamp(bx, 0, l->columns - 1), clamp(by, 0, l->rows - 1))];
}

kernel void look_back(global const uchar* pictures, LevelRecord l, global const float2* vectors, global BlockTrust* trust) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const float2 v = vectors[grid_index(&l, d, bx, by)];
    const float x = (float)bx + v.x / kFineSide, y = (float)by + v.y / kFineSide;
    const int left = (int)floor(x), top = (int)floor(y);
    const float fx = x - (float)left, fy = y - (float)top;
    float2 back = (float2)(0, 0);
    for (int k = 0; k < 4; k++) {
        const float share = (k % 2 ? fx : 1 - fx) * (k / 2 ? fy : 1 - fy);
        back += share * nearest_vector(&l, d ^ 1, vectors, left + k % 2, top + k / 2);
    }
    uint sum = 0;
    for (int py = kFineSide * by; py < kFineSide * (by + 1); py++)
        for (int px = kFineSide * bx; px < kFineSide * (bx + 1); px++) {
            global const uchar* line = pictures + source_at(&l, d, px, py);
            sum += abs(line[1] - line[0]) + abs(line[l.stride] - line[0]);
        }
    const double miss_x = v.x + back.x, miss_y = v.y + back.y;
    const BlockTrust result = {back.x, back.y, (float)sqrt(miss_x * miss_x + miss_y * miss_y),
                               (float)sum / (kFineSide * kFineSide)};
    trust[direction_base(&l, d) + block_index(&l, bx, by)] = result;
}

// Standard deviation of the vectors of 5x5 blocks.
inline float spread_around(const LevelRecord* l, int d, global const float2* vectors, int bx, int by) {
    const float2 v = nearest_vector(l, d, vectors, bx, by);
    float x = 0, y = 0, squares = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            const float2 n = nearest_vector(l, d, vectors, bx + dx, by + dy);
            x += n.x - v.x;
            y += n.y - v.y;
            squares += (n.x - v.x) * (n.x - v.x) + (n.y - v.y) * (n.y - v.y);
        }
    return sqrt(max(0.0f, squares / 25 - (x * x + y * y) / (25 * 25)));
}

inline float expected_error(const LevelRecord* l, int d, global const float2* vectors, global const BlockTrust* trust, int bx,
                            int by) {
    float mismatches = 0, gradients = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            global const BlockTrust* n = trust + direction_base(l, d) + nearest_block(l, bx + dx, by + dy);
            mismatches += n->mismatch;
            gradients += n->gradient;
        }
    return mismatches / 9 + kSpreadShare * spread_around(l, d, vectors, bx, by) + kFlatError / (1 + gradients / 18);
}

// Of each entry of a macroblock: MotionField::confidence and occluded.
kernel void fill_trust(LevelRecord l, global const float2* vectors, global const BlockTrust* trust,
                       global uchar* confidence, global uchar* occluded) {
    const int e = get_global_id(0) % 16, mx = get_global_id(0) / 16, my = get_global_id(1), d = direction_of(&l, get_global_id(2));
    const int2 macroblocks = macroblocks_of(&l);
    if (mx >= macroblocks.x) return;
    const int2 block = block_of_entry(&l, mx, my, e);
    const int to = (((int)get_global_id(2) * macroblocks.y + my) * macroblocks.x + mx) * 16 + e;
    const float2 v = vectors[grid_index(&l, d, block.x, block.y)];
    const BlockTrust own = trust[direction_base(&l, d) + block_index(&l, block.x, block.y)];
    const float squares = v.x * v.x + v.y * v.y + own.back_x * own.back_x + own.back_y * own.back_y;
    const bool is_consistent = own.mismatch * own.mismatch <= kSquaresShare * squares + kSquaredPixels;
    const float x = (float)(kFineSide * block.x) + kFineSide / 2 + v.x;
    const float y = (float)(kFineSide * block.y) + kFineSide / 2 + v.y;
    const bool leaves = x < 0 || y < 0 || x >= (float)l.width || y >= (float)l.height;
    confidence[to] =
        (uchar)(255 / (1 + expected_error(&l, d, vectors, trust, block.x, block.y)) + 0.5f);
    occluded[to] = leaves || !is_consistent;
}
