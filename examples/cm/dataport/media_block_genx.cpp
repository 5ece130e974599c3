// SPDX-License-Identifier: MIT
// Blocks of a picture: each thread blurs 8 x 8 pixels. Reads outside of the picture repeat its edge.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void blur(SurfaceIndex from, SurfaceIndex to) {
    const int x = get_thread_origin_x() * 8, y = get_thread_origin_y() * 8;  // x is in bytes
    matrix<uchar, 10, 12> in;
    read(from, x - 2, y - 1, in);
    matrix<ushort, 8, 8> sum = 0;
#pragma unroll
    for (int i = 0; i < 9; i++) sum += in.select<8, 1, 8, 1>(i / 3, i % 3 + 1);
    matrix<uchar, 8, 8> out = sum / 9;
    write(to, x, y, out);
}
