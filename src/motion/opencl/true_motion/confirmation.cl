// SPDX-License-Identifier: MIT
// From level to level: which vectors are confirmed by those of the other direction, as in true_motion/true_motion.cpp.

// BlockMotion::between().
inline float2 vector_between(global const int2* vectors, int2 size, float bx, float by) {
    const int left = (int)floor(bx), top = (int)floor(by);
    const float fx = bx - (float)left, fy = by - (float)top;
    const float2 a = convert_float2(coarser_vector(vectors, size, left, top)),
                 b = convert_float2(coarser_vector(vectors, size, left + 1, top)),
                 c = convert_float2(coarser_vector(vectors, size, left, top + 1)),
                 d = convert_float2(coarser_vector(vectors, size, left + 1, top + 1));
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
}

// `backs` are of grids of `size` blocks, on pictures that are `scale` times smaller, 1 or 2. `keeps_good_matches`: a
// match that predicts its block well is good, too.
kernel void confirm_vectors(global const uint* pictures, LevelRecord l, global const int2* vectors,
                            global const int2* backs, int2 size, float scale, int keeps_good_matches, global uchar* good) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    const int2 v = vectors[i];
    const float blocks = 1.0f / kCoarseSide;
    const float x = (float)bx + (float)v.x * blocks, y = (float)by + (float)v.y * blocks;
    global const int2* back = backs + (d ^ 1) * size.x * size.y;
    const float2 w =
        scale == 1 ? vector_between(back, size, x, y) : vector_between(back, size, x / 2 - 0.25f, y / 2 - 0.25f);
    bool is_good = fabs((float)v.x + scale * w.x) + fabs((float)v.y + scale * w.y) <= scale * kConfirmed;
    if (!is_good && keeps_good_matches) {
        uint sum = 0;
        for (int line = 0; line < 8; line++)
            sum += sad_8(pictures, source_at(&l, d, 8 * bx, 8 * by + line),
                         reference_at(&l, d, 8 * bx + v.x, 8 * by + line + v.y));
        is_good = sum < kGoodMatch * 8 * 8;
    }
    good[i] = is_good;
}

// A block whose match is no better than along the camera's motion takes that within a pixel of it; else it is not good.
kernel void prefer_camera(global const uint* pictures, LevelRecord l, global const float8* cameras, global int2* vectors,
                          global uchar* good) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    const float8 camera = cameras[d];
    if (camera.s6 == 0 || !good[i]) return;
    const int2 v = vectors[i], moved = within_limits(&l, kCoarseSide * bx, kCoarseSide * by, kCoarseSide,
                                                     rounded(camera_of_block(&l, camera, bx, by)));
    if (all(v == moved)) return;
    const int x = kCoarseSide * bx - kMargin, y = kCoarseSide * by - kMargin, lines = kCoarseSide + 2 * kMargin;
    const uint block = source_at(&l, d, x, y);
    if (sad_16(pictures, block, reference_at(&l, d, x + v.x, y + v.y), l.stride, lines) <
        sad_16(pictures, block, reference_at(&l, d, x + moved.x, y + moved.y), l.stride, lines))
        return;
    const uint2 apart = abs(v - moved);
    good[i] = apart.x + apart.y <= 1;
    if (good[i]) vectors[i] = moved;
}

enum { FILL_ITEMS = 256, UNKNOWN = 0, KNOWN = 1, JUST_KNOWN = 2 };

// Gives block i the mean vector of the known ones around it, or the camera's and the mean of what these move otherwise.
// False where there are none.
inline bool fill_vector(const LevelRecord* l, float8 camera, int i, global int2* vectors, global uchar* good) {
    const int bx = i % l->columns, by = i / l->columns;
    int2 sum = (int2)(0, 0);
    int count = 0;
    for (int k = 0; k < 4; k++) {
        const int x = bx + (k == 0 ? -1 : k == 1), y = by + (k == 2 ? -1 : k == 3);
        if (x < 0 || y < 0 || x >= l->columns || y >= l->rows) continue;
        const int n = block_index(l, x, y);
        if (good[n] != KNOWN) continue;
        sum += vectors[n] - rounded(camera_of_block(l, camera, x, y));
        count++;
    }
    if (count == 0) return false;
    vectors[i] = rounded(camera_of_block(l, camera, bx, by)) + sum / count;
    good[i] = JUST_KNOWN;
    return true;
}

// A work-group a direction. `unknown` has room for all blocks.
kernel __attribute__((reqd_work_group_size(FILL_ITEMS, 1, 1)))
void fill_unconfirmed(LevelRecord l, global const float8* cameras, global int2* vectors, global uchar* good, global int* unknown) {
    local int count, left;
    const int d = direction_of(&l, get_group_id(1)), base = direction_base(&l, d), blocks = l.columns * l.rows, own = item();
    const float8 camera = cameras[d];
    vectors += base, good += base, unknown += base;
    if (own == 0) count = 0;
    meet();
    for (int i = own; i < blocks; i += FILL_ITEMS)
        if (!good[i]) unknown[atomic_inc(&count)] = i;
    meet_with_results();
    const int all = count;
    if (all == blocks) return;  // nothing to begin with
    bool goes_on = all > 0;
    while (goes_on) {
        if (own == 0) left = 0;
        meet();
        for (int k = own; k < all; k += FILL_ITEMS)
            if (good[unknown[k]] == UNKNOWN && !fill_vector(&l, camera, unknown[k], vectors, good)) atomic_inc(&left);
        meet_with_results();
        goes_on = left > 0;
        for (int k = own; k < all; k += FILL_ITEMS)
            if (good[unknown[k]] == JUST_KNOWN) good[unknown[k]] = KNOWN;
        meet_with_results();
    }
}
