// SPDX-License-Identifier: MIT
// A product of matrices in tiles: a nest of parallel loops, and sections of two ranks.
#include <cstdio>

enum { kSize = 192, kTile = 16 };
static float a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];

int main() {
    a[:][:] = __sec_implicit_index(0) % 7;
    b[:][:] = __sec_implicit_index(1) % 5;

#pragma offload target(gfx) pin(a, b, c)
    _Cilk_for (int row = 0; row < kSize; row += kTile) {
        _Cilk_for (int column = 0; column < kSize; column += kTile) {
            float sums[kTile][kTile];
            sums[:][:] = 0;
            for (int k = 0; k < kSize; k++)
#pragma unroll
                for (int r = 0; r < kTile; r++) sums[r][:] += a[row + r][k] * b[k][column:kTile];
            c[row:kTile][column:kTile] = sums[:][:];
        }
    }

    for (int row = 0; row < kSize; row++)
        for (int column = 0; column < kSize; column++)
            if (c[row][column] != kSize * (row % 7) * (column % 5)) return 1;
    std::printf("c[6][4] is %g\n", c[6][4]);
    return 0;
}
