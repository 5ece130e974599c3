// SPDX-License-Identifier: MIT
// Where a block of 16x16 bytes went: the displacement within +-4 whose sum of absolute differences is smallest.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void search(SurfaceIndex source, SurfaceIndex reference, SurfaceIndex results) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 16;
    matrix<uchar, 16, 16> block;
    read(source, x, y, block);
    matrix<uchar, 24, 32> window;
#pragma unroll
    for (int i = 0; i < 24; i += 8) read(reference, x - 4, y - 4 + i, window.select<8, 1, 32, 1>(i, 0));

    vector<uint, 4> best = 0;  // sum, x, y, and one that nobody reads
    best(0) = 0xffffffff;
    for (int dy = 0; dy <= 8; dy++) {
        for (int dx = 0; dx <= 8; dx++) {
            matrix<short, 16, 16> difference = block - window.select<16, 1, 16, 1>(dy, dx);
            const uint sum = cm_sum<uint>(cm_abs<ushort>(difference));
            if (sum < best(0)) {
                best(0) = sum;
                best(1) = dx - 4;
                best(2) = dy - 4;
            }
        }
    }
    write(results, get_thread_origin_x() * 16, get_thread_origin_y(), best);
}
