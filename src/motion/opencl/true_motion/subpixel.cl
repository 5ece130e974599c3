// SPDX-License-Identifier: MIT
// Vectors between pixels: a Gauss-Newton step of all 4x4 blocks, as reference/field_step.cpp and gradient_sums.cpp have it.
//
// Grids have a block more on all sides, which never changes: vectors there are kNowhere, all else is 0.

inline int grid_stride(const LevelRecord* l) { return l->columns + 2; }
inline int grid_index(const LevelRecord* l, int d, int bx, int by) {
    return (d * (l->rows + 2) + by + 1) * grid_stride(l) + bx + 1;
}

inline int in_steps(float pixels) {
    return (int)(pixels < 0 ? pixels * kSteps - 0.5f : pixels * kSteps + 0.5f);
}

// A place in the reference, and how many steps right of and below it samples are wanted.
typedef struct {
    uint at;
    int fx, fy;
} MatchPlace;

// The match of pixel (x, y) of the source.
inline MatchPlace match_place(const LevelRecord* l, int d, int x, int y, float2 v) {
    const int match_x = kSteps * x + in_steps(v.x), match_y = kSteps * y + in_steps(v.y);
    const MatchPlace place = {reference_at(l, d, match_x >> kStepBits, match_y >> kStepBits), match_x & (kSteps - 1),
                              match_y & (kSteps - 1)};
    return place;
}

// Between a sample and the next in a line, in gray levels * 4; of two lines, in gray levels * 256.
inline int between_samples(int left, int right, int fx) { return (left * (kSteps - fx) + right * fx + 8) >> 4; }
inline int between_lines(int upper, int under, int fy) { return upper * (kSteps - fy) + under * fy; }

inline int byte_of(const uint* words, int i) { return words[i / 4] >> i % 4 * 8 & 0xFF; }

kernel void begin_subpixel(global const uint* pictures, LevelRecord l, LevelRecord plane, float smoothness,
                           global const float8* cameras, global const float* weights, global const int2* whole,
                           global float2* vectors) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = direction_base(&l, d) + block_index(&l, bx, by);
    int2 v = whole[i];
    if (cameras[d].s6 != 0 && weights[i] < smoothness * (kBaseShare + kTextureShare * kFlatTexture)) {
        const int2 moved = within_limits(&l, kFineSide * bx, kFineSide * by, kFineSide,
                                         rounded(camera_of_block(&l, cameras[d], bx, by)));
        if (brightness_difference(pictures, &plane, d, bx, by, moved) + kMeansAlike <
            brightness_difference(pictures, &plane, d, bx, by, v))
            v = moved;
    }
    vectors[grid_index(&l, d, bx, by)] = convert_float2(v);
}

typedef struct {
    float xx, xy, yy, xd, yd;
} Gradients;

// GradientSums of a block, by the order in which the reference adds up.
inline Gradients gradient_sums(global const uint* pictures, const LevelRecord* l, int d, int bx, int by, float2 v) {
    const MatchPlace place = match_place(l, d, 4 * bx, 4 * by, v);
    int match[6][6];
    int above[6];
    uint at = place.at - l->stride - 1;
#pragma unroll
    for (int y = 0; y < 7; y++, at += l->stride) {
        const uint line[2] = {samples_at(pictures, at), samples_at(pictures, at + 4)};
#pragma unroll
        for (int x = 0; x < 6; x++) {
            const int across = between_samples(byte_of(line, x), byte_of(line, x + 1), place.fx);
            if (y > 0) match[y - 1][x] = between_lines(above[x], across, place.fy);
            above[x] = across;
        }
    }
    Gradients columns[4];
#pragma unroll
    for (int x = 0; x < 4; x++) {
        Gradients p[4];
#pragma unroll
        for (int y = 0; y < 4; y++) {
            const uint source = samples_at(pictures, source_at(l, d, 4 * bx, 4 * by + y));
            const float gx = (float)(match[y + 1][x + 2] - match[y + 1][x]) * (0.5f / 256);
            const float gy = (float)(match[y + 2][x + 1] - match[y][x + 1]) * (0.5f / 256);
            const float difference = (float)match[y + 1][x + 1] * (1.0f / 256) - (float)byte_of(&source, x);
            const float w = kOutlier / (kOutlier + fabs(difference));
            const float wx = w * gx, wy = w * gy;
            p[y].xx = wx * gx, p[y].xy = wx * gy, p[y].yy = wy * gy;
            p[y].xd = wx * difference, p[y].yd = wy * difference;
        }
        columns[x].xx = (p[0].xx + p[2].xx) + (p[1].xx + p[3].xx);
        columns[x].xy = (p[0].xy + p[2].xy) + (p[1].xy + p[3].xy);
        columns[x].yy = (p[0].yy + p[2].yy) + (p[1].yy + p[3].yy);
        columns[x].xd = (p[0].xd + p[2].xd) + (p[1].xd + p[3].xd);
        columns[x].yd = (p[0].yd + p[2].yd) + (p[1].yd + p[3].yd);
    }
    const Gradients sums = {(columns[0].xx + columns[1].xx) + (columns[2].xx + columns[3].xx),
                            (columns[0].xy + columns[1].xy) + (columns[2].xy + columns[3].xy),
                            (columns[0].yy + columns[1].yy) + (columns[2].yy + columns[3].yy),
                            (columns[0].xd + columns[1].xd) + (columns[2].xd + columns[3].xd),
                            (columns[0].yd + columns[1].yd) + (columns[2].yd + columns[3].yd)};
    return sums;
}

// The camera's motion, by the vectors: a work-group a direction.
kernel __attribute__((reqd_work_group_size(CAMERA_ITEMS, 1, 1)))
void fit_camera(LevelRecord l, int4 grid, global const float2* vectors, global const float* weights, global float8* cameras) {
    local CameraMemory m;
    const int d = direction_of(&l, get_group_id(1)), count = grid.y * grid.z;
    const float8 camera = cameras[d];
    if (camera.s6 == 0) return;
    for (int i = item(); i < count; i += CAMERA_ITEMS) {
        const int2 block = sampled_block(grid, i);
        const float weight = weights[direction_base(&l, d) + block_index(&l, block.x, block.y)];
        set_sample(&l, &m, i, block, vectors[grid_index(&l, d, block.x, block.y)], weight * weight);
    }
    meet();
    const float8 fitted = fitted_again(camera, &m, count);
    if (item() == 0) cameras[d] = fitted;
}

// Of each block: products.xyzw are xx, xy, yy and xd, `yds` yd. Vectors lose what the camera moves, until add_camera().
kernel void find_gradients(global const uint* pictures, LevelRecord l, global const float8* cameras, global float2* vectors,
                           global float2* starts, global float4* products, global float* yds) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx >= l.columns) return;
    const int i = grid_index(&l, d, bx, by);
    const Gradients sums = gradient_sums(pictures, &l, d, bx, by, vectors[i]);
    starts[i] = vectors[i] = vectors[i] - camera_of_block(&l, cameras[d], bx, by);
    products[i] = (float4)(sums.xx, sums.xy, sums.yy, sums.xd);
    yds[i] = sums.yd;
}

kernel void add_camera(LevelRecord l, global const float8* cameras, global float2* vectors) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2));
    if (bx < l.columns) vectors[grid_index(&l, d, bx, by)] += camera_of_block(&l, cameras[d], bx, by);
}

inline bool are_joined(float2 a, float2 b) { return distance_of(a, b) < kJoined; }
inline float pull_of(float2 a, float2 b) { return are_joined(a, b) ? kStiffness / 4 : 0; }

// step_equations(): inverses.xyz are xx, xy, yy; pulls.xy those of the next block and of the one below.
kernel void find_equations(LevelRecord l, float to_camera, global const float8* cameras, global const float2* starts, global const float4* products,
                           global const float* yds, global float4* inverses, global float2* rights,
                           global float2* pulls) {
    const int bx = get_global_id(0), by = get_global_id(1), d = direction_of(&l, get_global_id(2)), stride = grid_stride(&l);
    if (bx >= l.columns) return;
    const int i = grid_index(&l, d, bx, by);
    const float2 start = starts[i];
    float sum_xx = 0, sum_xy = 0, sum_yy = 0, sum_xd = 0, sum_yd = 0, blocks = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int n = i + dy * stride + dx;
            if (!are_joined(start, starts[n])) continue;
            const float away_x = start.x - starts[n].x, away_y = start.y - starts[n].y;
            const float4 p = products[n];
            sum_xx += p.x;
            sum_xy += p.y;
            sum_yy += p.z;
            sum_xd += p.w + (p.x * away_x + p.y * away_y);
            sum_yd += yds[n] + (p.y * away_x + p.z * away_y);
            blocks++;
        }
    const float beside = pull_of(start, starts[i + 1]), below = pull_of(start, starts[i + stride]);
    const float all = pull_of(start, starts[i - 1]) + beside + (pull_of(start, starts[i - stride]) + below);
    const float pixels = blocks * 16, held = all + kStill + (are_joined(start, 0) ? cameras[d].s6 * to_camera : 0);
    const float xx = sum_xx / pixels, xy = sum_xy / pixels, yy = sum_yy / pixels;
    const float determinant = (xx + held) * (yy + held) - xy * xy;
    inverses[i] = (float4)((yy + held) / determinant, -xy / determinant, (xx + held) / determinant, 0);
    rights[i] = (float2)((xx + kStill) * start.x + xy * start.y - sum_xd / pixels,
                         xy * start.x + (yy + kStill) * start.y - sum_yd / pixels);
    pulls[i] = (float2)(beside, below);
}

// A tile of blocks, of which those ROUNDS_OF_A_TILE or more from its edge are right in the end.
enum { TILE_ITEMS = 256, TILE_COLUMNS = 48, TILE_ROWS = 32, ROUNDS_OF_A_TILE = 4 };
enum { RELAXED_COLUMNS = TILE_COLUMNS - 2 * ROUNDS_OF_A_TILE, RELAXED_ROWS = TILE_ROWS - 2 * ROUNDS_OF_A_TILE };

// Where a block goes, whose neighbours in the tile are those of `own`.
inline float2 relaxed(local const float2* own, float2 start, float4 inverse, float2 right, float2 pull, float pull_left,
                      float pull_above) {
    float2 sum = right + pull_left * own[-1];
    sum += pull.x * own[1];
    sum += pull_above * own[-TILE_COLUMNS];
    sum += pull.y * own[TILE_COLUMNS];
    const float x = inverse.x * sum.x + inverse.y * sum.y, y = inverse.y * sum.x + inverse.z * sum.y;
    const float2 solved = own[0] + kOverRelaxed * ((float2)(x, y) - own[0]);
    return clamp(solved, start - kLongestStep, start + kLongestStep);
}

// step_relax(): ROUNDS_OF_A_TILE halves of rounds, from number `half_round` on, each of the blocks of one colour of a
// chessboard. A work-group a tile.
kernel __attribute__((reqd_work_group_size(TILE_ITEMS, 1, 1)))
void relax_vectors(LevelRecord l, int half_round, global const float2* starts, global const float4* inverses,
                   global const float2* rights, global const float2* pulls, global const float2* before,
                   global float2* now) {
    local float2 tile[TILE_ROWS * TILE_COLUMNS];
    const int lane = item(), d = direction_of(&l, get_group_id(2)), stride = grid_stride(&l);
    const int left = RELAXED_COLUMNS * get_group_id(0) - ROUNDS_OF_A_TILE;
    const int top = RELAXED_ROWS * get_group_id(1) - ROUNDS_OF_A_TILE;
    for (int k = lane; k < TILE_ROWS * TILE_COLUMNS; k += TILE_ITEMS)
        tile[k] = before[grid_index(&l, d, clamp(left + k % TILE_COLUMNS, -1, l.columns),
                                    clamp(top + k / TILE_COLUMNS, -1, l.rows))];
    meet();
    for (int half_number = half_round; half_number < half_round + ROUNDS_OF_A_TILE; half_number++) {
        for (int k = lane; k < TILE_ROWS * TILE_COLUMNS / 2; k += TILE_ITEMS) {
            const int row = k / (TILE_COLUMNS / 2), column = k % (TILE_COLUMNS / 2) * 2 + (row + half_number) % 2;
            const int bx = left + column, by = top + row;
            if (row == 0 || column == 0 || row == TILE_ROWS - 1 || column == TILE_COLUMNS - 1) continue;
            if (bx < 0 || by < 0 || bx >= l.columns || by >= l.rows) continue;
            const int i = grid_index(&l, d, bx, by);
            local float2* own = tile + row * TILE_COLUMNS + column;
            *own = relaxed(own, starts[i], inverses[i], rights[i], pulls[i], pulls[i - 1].x, pulls[i - stride].y);
        }
        meet();
    }
    for (int k = lane; k < RELAXED_ROWS * RELAXED_COLUMNS; k += TILE_ITEMS) {
        const int row = k / RELAXED_COLUMNS + ROUNDS_OF_A_TILE, column = k % RELAXED_COLUMNS + ROUNDS_OF_A_TILE;
        if (left + column < l.columns && top + row < l.rows)
            now[grid_index(&l, d, left + column, top + row)] = tile[row * TILE_COLUMNS + column];
    }
}
