// SPDX-License-Identifier: MIT
// Samples of a reference between its pixels: vme/reference/predict.cpp.
//
// A 4x4 block and its refinement need the grid of half pixels around one place: from 2 half pixels before the block to
// 3 after it. The grid is kept as four planes: pixels, and samples half a pixel to the right, below, and both. Each has
// 6 lines of 6 samples, the first one a pixel before the block.

enum { GRID = 6, GRID_MARGIN = 1 };

typedef struct {
    uint2 lines[4][GRID];  // [y & 1][x & 1] of half pixels as 2 * (y & 1) + (x & 1); 8 bytes a line, 6 of which count
    uint2 unused;          // so that the same line of sixteen grids lies in other banks of memory
} HalfGrid;

// What a sample weighs of four pixels in a row: outer * (a + d) + before * b + behind * c eighths.
typedef struct {
    int outer, before, behind;
} Weights;

// Of a sample halfway between b and c, or of b itself.
inline Weights weights_of(bool bilinear, bool is_halfway) {
    const int beside = bilinear ? 4 : 5;
    return (Weights){is_halfway && !bilinear ? -1 : 0, is_halfway ? beside : 8, is_halfway ? beside : 0};
}

inline int weighed(Weights w, int a, int b, int c, int d) {
    return clamp((w.outer * (a + d) + w.before * b + w.behind * c) >> 3, 0, 255);
}

inline int halfway(bool bilinear, int a, int b, int c, int d) { return weighed(weights_of(bilinear, true), a, b, c, d); }

inline uint2 packed(const int samples[GRID]) {
    return (uint2)(samples[0] | samples[1] << 8 | samples[2] << 16 | samples[3] << 24, samples[4] | samples[5] << 8);
}

// Pixels of the reference: 2 before the block, and 3 after it.
enum { AROUND = 9 };
typedef struct {
    uint lines[AROUND][3];  // of the last word a byte counts
} Surroundings;

// Lines first, first + step, .. of the surroundings of the block whose upper left pixel is (x, y).
inline void fetch_around(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int first, int step,
                         local Surroundings* to) {
    const int word = (x - 2) >> 2, words = line_words(plane);
    const uint shift = ((x - 2) & 3) * 8;
#ifdef MANY_HELPERS
#pragma unroll 1  // most come once
#else
#pragma unroll
#endif
    for (int k = 0; k < ROUNDS(AROUND, FEWEST_ITEMS / 16); k++) {
        const int line = first + k * step;
        if (line >= AROUND) break;
        global const uint* from = line_at(pictures, plane, y - 2 + line);
        uint w[3];
        if (word >= 0 && word + 2 < words) {
            global const uint2* pairs = (global const uint2*)from + word / 2;
            const uint2 first = pairs[0], next = pairs[1];
            w[0] = word & 1 ? first.y : first.x;
            w[1] = word & 1 ? next.x : first.y;
            w[2] = word & 1 ? next.y : next.x;
        } else {
#pragma unroll
            for (int i = 0; i < 3; i++) w[i] = word_at(from, word + i, words);
        }
        to->lines[line][0] = funnel(w[0], w[1], shift);
        to->lines[line][1] = funnel(w[1], w[2], shift);
        to->lines[line][2] = w[2] >> shift;
    }
}

inline void unpack_nine(local const uint words[3], int to[9]) {
    for (int i = 0; i < 9; i++) to[i] = words[i / 4] >> i % 4 * 8 & 0xFF;
}

// Line `row` of two planes of the grid: the first two, or with `below` the other two.
inline void make_grid_line(local const Surroundings* around, bool bilinear, bool below, int row, local HalfGrid* grid) {
    int p[4][9], line[9], samples[GRID];
    unpack_nine(around->lines[row + 1], line);
    if (below) {
        for (int i = 0; i < 4; i++) unpack_nine(around->lines[row + i], p[i]);
        for (int i = 0; i < 9; i++) line[i] = halfway(bilinear, p[0][i], p[1][i], p[2][i], p[3][i]);
    }
    for (int i = 0; i < GRID; i++) samples[i] = line[i + 1];
    grid->lines[2 * below][row] = packed(samples);
    // Where both are odd the vertical filter comes first.
    for (int i = 0; i < GRID; i++) samples[i] = halfway(bilinear, line[i], line[i + 1], line[i + 2], line[i + 3]);
    grid->lines[2 * below + 1][row] = packed(samples);
}

// Line `line` of the 4x4 block (x, y) half pixels from the grid's own place.
inline uint half_line(local const HalfGrid* grid, int x, int y, int line) {
    const uint2 samples = grid->lines[2 * (y & 1) + (x & 1)][GRID_MARGIN + (y >> 1) + line];
    const int byte = GRID_MARGIN + (x >> 1);
    return funnel(samples.x, samples.y, 8 * byte);
}

// Line `line` of the 4x4 block (x, y) half pixels from its own place, 0..2 each, without the grid.
inline uint half_line_around(local const Surroundings* around, bool bilinear, int x, int y, int line) {
    const int first = 1 + (y >> 1) + line;    // of the four lines that are weighed
    const uint shift = 8 * (1 + (x >> 1));  // to the first of seven pixels
    int p[7];
    uint2 w[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        local const uint* from = around->lines[first + i];
        w[i] = (uint2)(funnel(from[0], from[1], shift), funnel(from[1], from[2], shift));
    }
    if (!((x | y) & 1)) return funnel(w[1].x, w[1].y, 8);
    const Weights down = weights_of(bilinear, y & 1), across = weights_of(bilinear, x & 1);
#pragma unroll
    for (int i = 0; i < 7; i++) {
        int of[4];
#pragma unroll
        for (int k = 0; k < 4; k++) of[k] = (i < 4 ? w[k].x : w[k].y) >> i % 4 * 8 & 0xFF;
        p[i] = weighed(down, of[0], of[1], of[2], of[3]);
    }
    // Where both are odd the vertical filter comes first.
    uint samples = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) samples |= (uint)weighed(across, p[i], p[i + 1], p[i + 2], p[i + 3]) << 8 * i;
    return samples;
}

// Truncated means of four bytes.
inline uint mean4(uint a, uint b) { return (a & b) + (((a ^ b) & 0xFEFEFEFEu) >> 1); }

// The two places in half pixels, maybe one, of which what lies (x, y) quarter pixels away is the truncated mean.
typedef struct {
    int2 first, second;
} Neighbours;

inline Neighbours neighbours_of(int x, int y) {
    const int2 before = (int2)(x >> 1, y >> 1), behind = (int2)((x + 1) >> 1, (y + 1) >> 1);
    const bool turned = before.x != behind.x && before.y != behind.y && ((before.x ^ before.y) & 1) == 0;
    return turned ? (Neighbours){(int2)(behind.x, before.y), (int2)(before.x, behind.y)} : (Neighbours){before, behind};
}

inline bool is_one(Neighbours n) { return n.first.x == n.second.x && n.first.y == n.second.y; }

// The lines of a 4x4 block (x, y) quarter pixels from the grid's own place.
inline void predict_4x4(local const HalfGrid* grid, int x, int y, uint lines[4]) {
    const Neighbours n = neighbours_of(x, y);
    for (int i = 0; i < 4; i++) lines[i] = half_line(grid, n.first.x, n.first.y, i);
    if (is_one(n)) return;
    for (int i = 0; i < 4; i++) lines[i] = mean4(lines[i], half_line(grid, n.second.x, n.second.y, i));
}


// The weighted means of four bytes each.
inline uint mix4(uint forward, uint backward, uint weight) {
    const uint4 f = convert_uint4(as_uchar4(forward)), b = convert_uint4(as_uchar4(backward));
    return as_uint(convert_uchar4((f * (64 - weight) + b * weight + 32) >> 6));
}

// Entry e of results lies here in the macroblock.
inline int entry_x(int e) { return e / 4 % 2 * 8 + e % 2 * 4; }
inline int entry_y(int e) { return e / 8 * 8 + e / 2 % 2 * 4; }
