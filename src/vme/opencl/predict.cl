// SPDX-License-Identifier: MIT
// Samples of a reference between its pixels: vme/reference/predict.cpp.

enum { REGION = 9, REGION_STRIDE = 12, REGION_MARGIN = 2 };

// What a 4x4 block may be predicted from: its own pixels at a vector, 2 before and 3 after them.
typedef struct {
    uchar pixels[REGION * REGION_STRIDE];
} Region;

inline int halfway(bool bilinear, int a, int b, int c, int d) {
    return bilinear ? (b + c) >> 1 : clamp((-a + 5 * b + 5 * c - d) >> 3, 0, 255);
}

// The sample at (x, y) half pixels from the block's own upper left one. Where both are odd the vertical filter comes
// first.
inline int half_sample(local const Region* region, bool bilinear, int x, int y) {
    local const uchar* p = region->pixels + (REGION_MARGIN + (y >> 1)) * REGION_STRIDE + REGION_MARGIN + (x >> 1);
    int across[4];
    const int first = x & 1 ? -1 : 0, last = x & 1 ? 2 : 0;
    for (int i = first; i <= last; i++) {
        local const uchar* column = p + i;
        across[i - first] = y & 1 ? halfway(bilinear, column[-REGION_STRIDE], column[0], column[REGION_STRIDE],
                                            column[2 * REGION_STRIDE])
                                  : column[0];
    }
    return x & 1 ? halfway(bilinear, across[0], across[1], across[2], across[3]) : across[0];
}

// A 4x4 block (x, y) quarter pixels from the region's own place: the truncated mean of two neighbours on the grid
// of half pixels.
inline void predict_4x4(local const Region* region, bool bilinear, int x, int y, int to[16]) {
    int x0 = x >> 1, x1 = (x + 1) >> 1;
    const int y0 = y >> 1, y1 = (y + 1) >> 1;
    const bool both = x0 != x1 || y0 != y1;
    if (x0 != x1 && y0 != y1 && ((x0 ^ y0) & 1) == 0) {
        const int other = x0;
        x0 = x1;
        x1 = other;
    }
    for (int i = 0; i < 16; i++) {
        const int px = i % 4 * 2, py = i / 4 * 2;
        to[i] = half_sample(region, bilinear, px + x0, py + y0);
        if (both) to[i] = (to[i] + half_sample(region, bilinear, px + x1, py + y1)) >> 1;
    }
}

inline int mix(int forward, int backward, uint weight) {
    return (forward * (64 - (int)weight) + backward * (int)weight + 32) >> 6;
}

// Entry e of results lies here in the macroblock.
inline int entry_x(int e) { return e / 4 % 2 * 8 + e % 2 * 4; }
inline int entry_y(int e) { return e / 8 * 8 + e / 2 % 2 * 4; }
