// SPDX-License-Identifier: MIT
// As encoders refine vectors: the sums of differences of a block of 8x8 pixels and nine places at quarter
// pixels, which are averages of the reference and what lies between its pixels.
#include <cm/cm.h>

inline _GENX_ uint distance(matrix_ref<uchar, 8, 8> a, matrix_ref<uchar, 8, 8> b) {
    matrix_ref<uchar, 4, 16> x = a.format<uchar, 4, 16>(), y = b.format<uchar, 4, 16>();
    vector<ushort, 16> sum = cm_sad2<ushort>(x.row(0), y.row(0));
#pragma unroll
    for (int i = 1; i < 4; i++) sum = cm_sada2<ushort>(x.row(i), y.row(i), sum);
    return cm_sum<uint>(sum.select<8, 2>(0));
}

inline _GENX_ uint between(matrix_ref<uchar, 8, 8> block, matrix_ref<uchar, 8, 8> a,
                           matrix_ref<uchar, 8, 8> b) {
    matrix<uchar, 8, 8> average = cm_avg<uchar>(a, b);
    return distance(average.select_all(), block);
}

// A row of 16 numbers for each thread, of which seven are 0.
extern "C" _GENX_MAIN_ void quarter(SurfaceIndex source, SurfaceIndex reference, SurfaceIndex horizontal,
                                    SurfaceIndex vertical, SurfaceIndex sums) {
    const int x = get_thread_origin_x() * 8, y = get_thread_origin_y() * 8;
    matrix<uchar, 8, 8> block, middle;
    matrix<uchar, 8, 16> sides;
    matrix<uchar, 9, 8> ends;
    read(source, x, y, block);
    read(reference, x, y, middle);
    read(horizontal, x - 1, y, sides);
    read(vertical, x, y - 1, ends);
    matrix<uchar, 8, 8> left = sides.select<8, 1, 8, 1>(0, 0), right = sides.select<8, 1, 8, 1>(0, 1);
    matrix<uchar, 8, 8> top = ends.select<8, 1, 8, 1>(0, 0), bottom = ends.select<8, 1, 8, 1>(1, 0);
    vector<uint, 16> sum = 0;
    sum(0) = between(block.select_all(), top.select_all(), left.select_all());
    sum(1) = between(block.select_all(), top.select_all(), middle.select_all());
    sum(2) = between(block.select_all(), top.select_all(), right.select_all());
    sum(3) = between(block.select_all(), middle.select_all(), left.select_all());
    sum(4) = distance(middle.select_all(), block.select_all());
    sum(5) = between(block.select_all(), middle.select_all(), right.select_all());
    sum(6) = between(block.select_all(), bottom.select_all(), left.select_all());
    sum(7) = between(block.select_all(), bottom.select_all(), middle.select_all());
    sum(8) = between(block.select_all(), bottom.select_all(), right.select_all());
    write(sums, get_thread_origin_x() * 64, get_thread_origin_y(), sum.select<8, 1>(0));
    write(sums, get_thread_origin_x() * 64 + 32, get_thread_origin_y(), sum.select<8, 1>(8));
}
