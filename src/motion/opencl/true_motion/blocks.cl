// SPDX-License-Identifier: MIT
// Blocks of a level, and the samples of padded planes. Floats are those of C++, operation by operation.
#pragma OPENCL FP_CONTRACT OFF

inline int block_index(const LevelRecord* l, int bx, int by) { return by * l->columns + bx; }
// Outside the grid, that of the nearest block.
inline int nearest_block(const LevelRecord* l, int bx, int by) {
    return block_index(l, clamp(bx, 0, l->columns - 1), clamp(by, 0, l->rows - 1));
}
// Direction number g of those that are searched.
inline int direction_of(const LevelRecord* l, int g) { return l->step * g; }
// Where the values of direction d begin.
inline int direction_base(const LevelRecord* l, int d) { return d * l->columns * l->rows; }

// Where pixel (x, y) lies: of a direction's source, and of its reference.
inline uint source_at(const LevelRecord* l, int d, int x, int y) { return l->at[d] + y * l->stride + x; }
inline uint reference_at(const LevelRecord* l, int d, int x, int y) { return l->at[d ^ 1] + y * l->stride + x; }

// Four samples from any place on.
inline uint samples_at(global const uint* words, uint at) {
    return funnel(words[at >> 2], words[(at >> 2) + 1], 8 * (at & 3));
}

// Block motion's nearest() and rounded().
inline int nearest_integer(float value) { return (int)(value < 0 ? value - 0.5f : value + 0.5f); }
inline int2 rounded(float2 v) { return (int2)(nearest_integer(v.x), nearest_integer(v.y)); }

inline float distance_of(float2 a, float2 b) { return fabs(a.x - b.x) + fabs(a.y - b.y); }

// The mean brightness of a block, and BlockCosts' weight.
inline void find_costs(global const uint* pictures, const LevelRecord* l, int d, int bx, int by, float smoothness,
                       global float* means, global float* weights) {
    uint sum = 0;
    for (int y = 0; y < l->side; y++)
        for (int x = 0; x < l->side; x += 4)
            sum = sad4(samples_at(pictures, source_at(l, d, l->side * bx + x, l->side * by + y)), 0, sum);
    const int height = l->side + 2 * kMargin;
    const int left = l->side * bx - (kComparedWidth - l->side) / 2, top = l->side * by - kMargin;
    uint texture = 0;
    for (int x = 0; x < kComparedWidth; x += 4) {
        uint at = source_at(l, d, left + x, top);
        uint line = samples_at(pictures, at);
        for (int y = 0; y < height; y++, at += l->stride) {
            const uint below = samples_at(pictures, at + l->stride);
            texture = sad4(line, samples_at(pictures, at + 1), sad4(line, below, texture));
            line = below;
        }
    }
    const int i = direction_base(l, d) + block_index(l, bx, by);
    means[i] = (float)sum / (float)(l->side * l->side);
    weights[i] = smoothness * (kBaseShare + kTextureShare * ((float)texture / (float)(2 * kComparedWidth * height)));
}

// BlockBrightness::difference(), of a 4x4 block and its match; `plane` are the pictures with their local means.
inline float brightness_difference(global const uint* pictures, const LevelRecord* plane, int d, int bx, int by, int2 v) {
    uint here = 0, there = 0;
    for (int y = 0; y < kFineSide; y++) {
        here = sad4(samples_at(pictures, source_at(plane, d, kFineSide * bx, kFineSide * by + y)), 0, here);
        there = sad4(samples_at(pictures, reference_at(plane, d, kFineSide * bx + v.x, kFineSide * by + y + v.y)), 0, there);
    }
    return min(kMostBrightness, (float)abs((int)here - (int)there) / (kFineSide * kFineSide));
}

inline float neighbor_share(float mean, float other) { return 1 / (1 + fabs(other - mean) / kShareEdge); }

// Vectors of a coarser grid, of `size` blocks.
inline int2 coarser_vector(global const int2* vectors, int2 size, int bx, int by) {
    return vectors[clamp(by, 0, size.y - 1) * size.x + clamp(bx, 0, size.x - 1)];
}

// prior_of(): where a block's vector is expected, by those of blocks twice as large.
inline float2 expected_vector(global const int2* coarser, int2 size, float scale, int bx, int by) {
    const int row = by / 2, next_row = row + (by % 2 ? 1 : -1);
    const int column = bx / 2, next_column = column + (bx % 2 ? 1 : -1);
    const int2 a = coarser_vector(coarser, size, column, row), b = coarser_vector(coarser, size, next_column, row),
               c = coarser_vector(coarser, size, column, next_row),
               d = coarser_vector(coarser, size, next_column, next_row);
    return scale / 16 * convert_float2(9 * a + 3 * (b + c) + d);
}
