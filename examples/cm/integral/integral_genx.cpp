// The integral image: each result is the sum of all pixels left of and above it, inclusive. A thread makes a
// block of 16x16; what lies left and above comes from its neighbours' results, so it waits for them.
#include <cm/cm.h>

// Sums along the rows, in steps of 1, 2, 4 and 8.
_GENX_ inline void sum_rows(matrix_ref<uint, 16, 16> m) {
    m.select<16, 1, 15, 1>(0, 1) += m.select<16, 1, 15, 1>(0, 0);
    m.select<16, 1, 14, 1>(0, 2) += m.select<16, 1, 14, 1>(0, 0);
    m.select<16, 1, 12, 1>(0, 4) += m.select<16, 1, 12, 1>(0, 0);
    m.select<16, 1, 8, 1>(0, 8) += m.select<16, 1, 8, 1>(0, 0);
}

extern "C" _GENX_MAIN_ void integral(SurfaceIndex source, SurfaceIndex target) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 16;
    matrix<uchar, 16, 16> in;
    read(source, x, y, in);
    matrix<uint, 16, 16> sums = in;
    sum_rows(sums);
#pragma unroll
    for (int i = 1; i < 16; i++) sums.row(i) += sums.row(i - 1);

    cm_wait();  // for the blocks on the left, above, and above left

    matrix<uint, 16, 1> left = 0;
    if (x > 0) read(target, x * 4 - 4, y, left);
    vector<uint, 16> above = 0;
    if (y > 0) {
        read(target, x * 4, y - 1, above.select<8, 1>(0));
        read(target, x * 4 + 32, y - 1, above.select<8, 1>(8));
        uint corner = 0;
        if (x > 0) {
            vector<uint, 1> pixel;
            read(target, x * 4 - 4, y - 1, pixel);
            corner = pixel(0);
        }
        above -= corner;
    }
#pragma unroll
    for (int i = 0; i < 16; i++) sums.row(i) += above + left(i, 0);

    write(target, x * 4, y, sums.select<8, 1, 8, 1>(0, 0));
    write(target, x * 4 + 32, y, sums.select<8, 1, 8, 1>(0, 8));
    write(target, x * 4, y + 8, sums.select<8, 1, 8, 1>(8, 0));
    write(target, x * 4 + 32, y + 8, sums.select<8, 1, 8, 1>(8, 8));
    cm_fence();
    cm_signal();
}
