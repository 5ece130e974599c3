// SPDX-License-Identifier: MIT
// The mean of 3 x 3 pixels. The threads of a group read a tile into memory that they share, wait for each other, and
// compute from there.
#include <cilk/cilk.h>
#include <gfx/gfx_rt.h>

#include <cstdio>

enum { kWidth = 256, kHeight = 128, kTile = 32 };
static unsigned char source[kHeight + 2][kWidth + 2], means[kHeight][kWidth];

__declspec(target(gfx_kernel)) void mean(const unsigned char* from, unsigned char* to) {
    cilk_for _Thread_group (int y0 = 0; y0 < kHeight; y0 += kTile) {
        cilk_for _Thread_group (int x0 = 0; x0 < kWidth; x0 += kTile) {
            __thread_group_local unsigned char tile[kTile + 2][kTile + 2];
            cilk_for (int y = 0; y < kTile + 2; y++) tile[y][:] = from[(y0 + y) * (kWidth + 2) + x0:kTile + 2];
#ifdef __GFX__
            _gfx_gpgpu_thread_barrier();
#endif
            cilk_for (int y = 0; y < kTile; y++) {
                int sums[kTile];
                sums[:] = 0;
                for (int k = 0; k < 9; k++) sums[:] += tile[y + k / 3][k % 3:kTile];
                to[(y0 + y) * kWidth + x0:kTile] = sums[:] / 9;
            }
#ifdef __GFX__
            _gfx_gpgpu_thread_barrier();  // before the next group's pixels replace these
#endif
        }
    }
}

int main() {
    source[:][:] = __sec_implicit_index(0) + __sec_implicit_index(1);
    _GFX_share(source, sizeof(source));
    _GFX_share(means, sizeof(means));
    const unsigned char* const from = source[0];
    if (_GFX_offload(mean, from, means[0]) == 0) return 1;
    if (_GFX_wait() != GFX_SUCCESS) return 2;
    _GFX_unshare(source);
    _GFX_unshare(means);

    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) {
            int sum = 0;
            for (int k = 0; k < 9; k++) sum += source[y + k / 3][x + k % 3];
            if (means[y][x] != sum / 9) return 3;
        }
    std::printf("the mean around pixel 10, 20 is %d\n", means[20][10]);
    return 0;
}
