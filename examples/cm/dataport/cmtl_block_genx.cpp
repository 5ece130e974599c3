// SPDX-License-Identifier: MIT
// The largest of nine neighbours, for blocks of 5 x 7 pixels of a picture of any size.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void dilate(SurfaceIndex from, SurfaceIndex to) {
    const int x = get_thread_origin_x() * 7, y = get_thread_origin_y() * 5;
    matrix<uchar, 7, 9> in;
    cmtl::ReadBlock<uchar, 7, 9>(from, x - 1, y - 1, in);
    matrix<uchar, 5, 7> out = 0;
#pragma unroll
    for (int i = 0; i < 9; i++) out = cm_max<uchar>(out, in.select<5, 1, 7, 1>(i / 3, i % 3));
    cmtl::WriteBlock<uchar, 5, 7>(to, x, y, out);
}
