// SPDX-License-Identifier: MIT
// Parts of H.264 that an encoder's kernel needs for one macroblock. [clause] is ITU-T H.264's. Arrays of 16 are 4x4 blocks,
// line by line.
#pragma once

#include "encoded.h"

// A picture of whole macroblocks in one buffer: luma, Cb, Cr.
int width_of(int columns, int plane) { return columns * (plane == 0 ? 16 : 8); }
int plane_offset(int columns, int rows, int plane) {
    return columns * rows * (plane == 0 ? 0 : plane == 1 ? 256 : 320);
}
// Outside the picture its nearest sample is repeated.
int sample(global const uchar* picture, const struct PictureFacts* facts, int plane, int x, int y) {
    const int width = width_of(facts->columns, plane), height = width_of(facts->rows, plane);
    return picture[plane_offset(facts->columns, facts->rows, plane) + clamp(y, 0, height - 1) * width +
                   clamp(x, 0, width - 1)];
}

// ---- Vectors. [8.4.1]
struct Neighbor {
    short2 vector;
    int is_there, is_inter;
};

struct Neighbor neighbor(global const struct Encoded* macroblock, int is_there, int block) {
    struct Neighbor n = {(short2)(0, 0), is_there, 0};
    if (!is_there) return n;
    n.is_inter = macroblock->type <= kInter;
    n.vector = (short2)(macroblock->vectors[block][0], macroblock->vectors[block][1]);
    return n;
}
short2 median(short2 a, short2 b, short2 c) { return max(min(a, b), min(max(a, b), c)); }

// Of a macroblock of 16x16. [8.4.1.3]
short2 predict_vector(struct Neighbor a, struct Neighbor b, struct Neighbor c) {
    if (!b.is_there && !c.is_there && a.is_there) return a.vector;
    if (a.is_inter + b.is_inter + c.is_inter == 1) return a.is_inter ? a.vector : b.is_inter ? b.vector : c.vector;
    return median(a.vector, b.vector, c.vector);
}
int stands_still(struct Neighbor n) { return !n.is_there || (n.is_inter && n.vector.x == 0 && n.vector.y == 0); }
// Of P_Skip. [8.4.1.1]
short2 predict_skip(struct Neighbor a, struct Neighbor b, struct Neighbor c) {
    return stands_still(a) || stands_still(b) ? (short2)(0, 0) : predict_vector(a, b, c);
}

// ---- Samples between samples. [8.4.2.2]
int six_taps(int a, int b, int c, int d, int e, int f) { return a - 5 * b + 20 * c + 20 * d - 5 * e + f; }
int clip_sample(int value) { return clamp(value, 0, 255); }

// The 4x4 luma samples at (x, y) quarter samples. [8.4.2.2.1]
void predict_luma(global const uchar* picture, const struct PictureFacts* facts, int x, int y, uchar* to) {
    int s[9][9];  // from two samples before to three behind
    for (int j = 0; j < 9; j++)
        for (int i = 0; i < 9; i++) s[j][i] = sample(picture, facts, 0, (x >> 2) + i - 2, (y >> 2) + j - 2);
    const int fx = x & 3, fy = y & 3;
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            int across[6];  // half samples between columns, of the six lines around this one
            for (int k = 0; k < 6; k++) {
                const int* l = &s[j + k][i];
                across[k] = six_taps(l[0], l[1], l[2], l[3], l[4], l[5]);
            }
            const int right = fx == 3, below = fy == 3;
            const int b = clip_sample((across[2 + below] + 16) >> 5);
            const int column = i + 2 + right;
            const int h = clip_sample((six_taps(s[j][column], s[j + 1][column], s[j + 2][column], s[j + 3][column],
                                                s[j + 4][column], s[j + 5][column]) + 16) >> 5);
            const int middle = clip_sample(
                (six_taps(across[0], across[1], across[2], across[3], across[4], across[5]) + 512) >> 10);
            const int whole = s[j + 2 + (fx == 0 && below)][i + 2 + (fy == 0 && right)];
            // Table 8-12: the two whose mean it is, or the same twice.
            int first, second;
            if (fx == 0 && fy == 0) first = second = whole;
            else if (fx == 2 && fy == 2) first = second = middle;
            else if (fy == 0) first = b, second = fx == 2 ? b : whole;
            else if (fx == 0) first = h, second = fy == 2 ? h : whole;
            else if (fx == 2) first = b, second = middle;
            else if (fy == 2) first = h, second = middle;
            else first = b, second = h;
            to[4 * j + i] = (uchar)((first + second + 1) >> 1);
        }
    }
}

// One chroma sample at (x, y) eighths of a sample. [8.4.2.2.2]
uchar predict_chroma_sample(global const uchar* picture, const struct PictureFacts* facts, int plane, int x, int y) {
    const int fx = x & 7, fy = y & 7, column = x >> 3, line = y >> 3;
    const int upper = (8 - fx) * sample(picture, facts, plane, column, line) + fx * sample(picture, facts, plane, column + 1, line);
    const int lower =
        (8 - fx) * sample(picture, facts, plane, column, line + 1) + fx * sample(picture, facts, plane, column + 1, line + 1);
    return (uchar)(((8 - fy) * upper + fy * lower + 32) >> 6);
}

// ---- Intra prediction of 4x4 blocks. [8.3.1.2] `e` is the edge from the lower left sample up (0..3), the corner (4), and
// eight samples to the right (5..12); a mode whose samples are missing is never asked for.
int smooth2(const int* e, int i) { return (e[i] + e[i + 1] + 1) >> 1; }
int smooth3(const int* e, int i) { return (e[i - 1] + 2 * e[i] + e[i + 1] + 2) >> 2; }

int predict_intra(const int* e, int mode, int x, int y, int has_left, int has_upper) {
    switch (mode) {
        case 0: return e[5 + x];  // vertical
        case 1: return e[3 - y];  // horizontal
        case 2: {
            const int left = e[0] + e[1] + e[2] + e[3], upper = e[5] + e[6] + e[7] + e[8];
            return has_left && has_upper ? (left + upper + 4) >> 3 : has_left ? (left + 2) >> 2 : has_upper ? (upper + 2) >> 2 : 128;
        }
        case 3: return x == 3 && y == 3 ? (e[11] + 3 * e[12] + 2) >> 2 : smooth3(e, 6 + x + y);  // diagonal down left
        case 4: return smooth3(e, 4 + x - y);                                                     // diagonal down right
        case 5: {  // vertical right
            const int z = 2 * x - y;
            return z < -1 ? smooth3(e, 5 - y) : z == -1 ? smooth3(e, 4) : z % 2 == 0 ? smooth2(e, 4 + x - y / 2) : smooth3(e, 4 + x - y / 2 - (y % 2 == 0));
        }
        case 6: {  // horizontal down
            const int z = 2 * y - x;
            return z < -1 ? smooth3(e, 3 + x) : z == -1 ? smooth3(e, 4) : z % 2 == 0 ? smooth2(e, 3 - y + x / 2) : smooth3(e, 4 - y + x / 2 + (x % 2 == 0));
        }
        case 7: return y % 2 == 0 ? smooth2(e, 5 + x + y / 2) : smooth3(e, 6 + x + y / 2);  // vertical left
        default: {                                                                            // horizontal up
            const int z = x + 2 * y;
            return z > 5 ? e[0] : z == 5 ? (e[1] + 3 * e[0] + 2) >> 2 : z % 2 == 0 ? smooth2(e, 2 - y - x / 2) : smooth3(e, 2 - y - x / 2);
        }
    }
}

// ---- The transform, and quantisation. [8.5]
constant int kForwardScale[6][3] = {{13107, 5243, 8066}, {11916, 4660, 7490}, {10082, 4194, 6554},
                                    {9362, 3647, 5825},  {8192, 3355, 5243},  {7282, 2893, 4559}};
constant int kBackwardScale[6][3] = {{10, 16, 13}, {11, 18, 14}, {13, 20, 16}, {14, 23, 18}, {16, 25, 20}, {18, 29, 23}};
constant uchar kZigzag[16] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

int kind_of_place(int i) {
    const int odd = i / 4 % 2 + i % 4 % 2;
    return odd == 0 ? 0 : odd == 2 ? 1 : 2;
}

void forward_four(int* c, int first, int step) {
    const int outer = c[first] + c[first + 3 * step], inner = c[first + step] + c[first + 2 * step];
    const int far = c[first] - c[first + 3 * step], near = c[first + step] - c[first + 2 * step];
    c[first] = outer + inner;
    c[first + step] = 2 * far + near;
    c[first + 2 * step] = outer - inner;
    c[first + 3 * step] = far - 2 * near;
}
void forward_transform(int* c) {
    for (int i = 0; i < 4; i++) forward_four(c, 4 * i, 1);
    for (int i = 0; i < 4; i++) forward_four(c, i, 4);
}

void inverse_four(int* c, int first, int step) {
    const int even = c[first] + c[first + 2 * step], difference = c[first] - c[first + 2 * step];
    const int low = (c[first + step] >> 1) - c[first + 3 * step], high = c[first + step] + (c[first + 3 * step] >> 1);
    c[first] = even + high;
    c[first + step] = difference + low;
    c[first + 2 * step] = difference - low;
    c[first + 3 * step] = even - high;
}
// To residuals. [8.5.12.2]
void inverse_transform(int* c) {
    for (int i = 0; i < 4; i++) inverse_four(c, 4 * i, 1);
    for (int i = 0; i < 4; i++) inverse_four(c, i, 4);
    for (int i = 0; i < 16; i++) c[i] = (c[i] + 32) >> 6;
}

// A third of a step is rounded up in intra blocks, a sixth in others.
int quantize(int c, int place, int qp, int is_intra) {
    const uint shift = 15 + qp / 6, size = abs(c);
    const int level = (int)((size * (uint)kForwardScale[qp % 6][kind_of_place(place)] + (1u << shift) / (is_intra ? 3 : 6)) >> shift);
    return c < 0 ? -level : level;
}
// Of what was transformed twice; CAVLC has codes up to 2063.
int quantize_dc(int c, int qp, int is_intra) {
    const uint shift = 15 + qp / 6, size = abs(c);
    const int level = min(
        (int)((size * (uint)kForwardScale[qp % 6][0] + 2 * ((1u << shift) / (is_intra ? 3 : 6))) >> (shift + 1)), 2063);
    return c < 0 ? -level : level;
}
// [8.5.12.1]
int scale_level(int level, int place, int qp) { return level * kBackwardScale[qp % 6][kind_of_place(place)] << (qp / 6); }
int scale_luma_dc(int value, int qp) {  // [8.5.10]
    const int scaled = value * kBackwardScale[qp % 6][0];
    return qp >= 12 ? scaled << (qp / 6 - 2) : (scaled + (1 << (1 - qp / 6))) >> (2 - qp / 6);
}
int scale_chroma_dc(int value, int qp) { return (value * kBackwardScale[qp % 6][0] << (qp / 6)) >> 1; }  // [8.5.11.2]

// [8.5.10, 8.5.11]
void hadamard_four(int* c, int first, int step) {
    const int a = c[first], b = c[first + step], d = c[first + 2 * step], e = c[first + 3 * step];
    c[first] = a + b + d + e;
    c[first + step] = a + b - d - e;
    c[first + 2 * step] = a - b - d + e;
    c[first + 3 * step] = a - b + d - e;
}
int hadamard_2x2(const local int* c, int i) {
    return c[0] + (i % 2 ? -c[1] : c[1]) + (i / 2 ? -c[2] : c[2]) + (i == 1 || i == 2 ? -c[3] : c[3]);
}

// What levels are worth, in scan order from `first` on: see src/encode/macroblock_coder.cpp.
int worth(const int* levels, int first) {
    int sum = 0, run = 0;
    for (int k = first; k < 16; k++) {
        const int level = levels[kZigzag[k]];
        if (level == 0) {
            run++;
            continue;
        }
        if (abs(level) > 1) return 100;
        sum += run == 0 ? 3 : run < 3 ? 2 : run < 6 ? 1 : 0;
        run = 0;
    }
    return sum;
}
