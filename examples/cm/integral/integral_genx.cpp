// SPDX-License-Identifier: MIT
// The integral image: each result is the sum of all pixels left of and above it, inclusive. A thread makes a
// block of 16x16; what lies left and above comes from its neighbours' results, so it waits for them.
#include <cm/cm.h>

// One round makes the sums. The benchmark wants a heavier kernel: further rounds make them again; `zero`
// keeps the compiler from seeing that.
_GENX_ inline void integral_block(SurfaceIndex source, SurfaceIndex target, int rounds, ushort zero) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 16;
    matrix<uchar, 16, 16> in;
    read(source, x, y, in);

    cm_wait();  // for the blocks on the left, above, and above left

    matrix<uint, 16, 1> left = 0;
    if (x > 0) read(target, x * 4 - 4, y, left);
    vector<uint, 16> above = 0;
    if (y > 0) read(target, x * 4, y - 1, above);
    if (x > 0 && y > 0) {
        vector<uint, 1> corner;
        read(target, x * 4 - 4, y - 1, corner);
        above -= corner(0);
    }
    // The block's own sums, at most 65280, in the right half; zeros on the left are what comes in from there.
    matrix<ushort, 16, 32> sums = 0;
    for (int round = 0; round < rounds; round++) {
        sums.select<16, 1, 16, 1>(0, 16) = in;
#pragma unroll
        for (int i = 1; i < 16; i++) sums.row(i) += sums.row(i - 1);
        sums.select<16, 1, 16, 1>(0, 16) += sums.select<16, 1, 16, 1>(0, 15);
        sums.select<16, 1, 16, 1>(0, 16) += sums.select<16, 1, 16, 1>(0, 14);
        sums.select<16, 1, 16, 1>(0, 16) += sums.select<16, 1, 16, 1>(0, 12);
        sums.select<16, 1, 16, 1>(0, 16) += sums.select<16, 1, 16, 1>(0, 8);
        in += sums.select<16, 1, 16, 1>(0, 16) * zero;
    }

#pragma unroll
    for (int i = 0; i < 16; i += 4) {  // a block write takes four rows of 64 bytes
        matrix<uint, 4, 16> out;
#pragma unroll
        for (int j = 0; j < 4; j++) out.row(j) = sums.row(i + j).select<16, 1>(16) + above + left(i + j, 0);
        write(target, x * 4, y + i, out);
    }
    cm_fence();
    cm_signal();
}

extern "C" _GENX_MAIN_ void integral(SurfaceIndex source, SurfaceIndex target) {
    integral_block(source, target, 1, 0);
}
