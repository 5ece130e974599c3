// SPDX-License-Identifier: MIT
// The mean of 3x3 pixels of three bytes, those right of and below each, in three ways that hold other things in registers.
#include <cm/cm.h>

// A block of 6 rows at once. Sums of three pixels along the rows first, so that each is made once: 8 x 24 shorts.
extern "C" _GENX_MAIN_ void linear1d2(SurfaceIndex source, SurfaceIndex target) {
    const int x = get_thread_origin_x() * 24, y = get_thread_origin_y() * 6;
    matrix<uchar, 8, 32> in;
    read(source, x, y, in);
    matrix<short, 8, 24> rows = in.select<8, 1, 24, 1>(0, 0) + in.select<8, 1, 24, 1>(0, 3) + in.select<8, 1, 24, 1>(0, 6);
    matrix<short, 6, 24> sums = rows.select<6, 1, 24, 1>(0, 0) + rows.select<6, 1, 24, 1>(1, 0) + rows.select<6, 1, 24, 1>(2, 0);
    matrix<uchar, 6, 24> out = sums * 0.111f;
    write(target, x, y, out);
}

// Slides down a strip of `height` rows, a multiple of 3; three rows of the picture are in registers, the oldest makes place for the next.
extern "C" _GENX_MAIN_ void linearslide(SurfaceIndex source, SurfaceIndex target, int height) {
    const int x = get_thread_origin_x() * 24, y = get_thread_origin_y() * height;
    matrix<uchar, 3, 32> in;
    read(source, x, y, in.select<2, 1, 32, 1>(0, 0));
    for (int i = 0; i < height; i += 3) {
#pragma unroll
        for (int j = 0; j < 3; j++) {  // unrolled, so that the rows' numbers are constants
            read(source, x, y + i + j + 2, in.row((j + 2) % 3));
            vector<short, 24> sum = 0;
#pragma unroll
            for (int row = 0; row < 3; row++)
                sum += in.row(row).select<24, 1>(0) + in.row(row).select<24, 1>(3) + in.row(row).select<24, 1>(6);
            vector<uchar, 24> out = sum * 0.111f;
            write(target, x, y + i + j, out);
        }
    }
}

// Slides down three rows at once, and holds sums along five rows in the place of pixels: each is made once.
extern "C" _GENX_MAIN_ void linearslide2(SurfaceIndex source, SurfaceIndex target, int height) {
    const int x = get_thread_origin_x() * 24, y = get_thread_origin_y() * height;
    matrix<uchar, 3, 32> in;
    matrix<short, 5, 24> rows;
    read(source, x, y, in.select<2, 1, 32, 1>(0, 0));
    rows.select<2, 1, 24, 1>(0, 0) = in.select<2, 1, 24, 1>(0, 0) + in.select<2, 1, 24, 1>(0, 3) + in.select<2, 1, 24, 1>(0, 6);
    for (int i = 0; i < height; i += 3) {
        read(source, x, y + i + 2, in);
        rows.select<3, 1, 24, 1>(2, 0) = in.select<3, 1, 24, 1>(0, 0) + in.select<3, 1, 24, 1>(0, 3) + in.select<3, 1, 24, 1>(0, 6);
        matrix<short, 3, 24> sums = rows.select<3, 1, 24, 1>(0, 0) + rows.select<3, 1, 24, 1>(1, 0) + rows.select<3, 1, 24, 1>(2, 0);
        matrix<uchar, 3, 24> out = sums * 0.111f;
        write(target, x, y + i, out);
        rows.select<2, 1, 24, 1>(0, 0) = rows.select<2, 1, 24, 1>(3, 0);  // the last two are the next rows' first
    }
}
