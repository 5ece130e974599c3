// SPDX-License-Identifier: MIT
// A picture of dwords transposed, 8 x 8 a thread.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void transpose(SurfaceIndex from, SurfaceIndex to) {
    const int x = get_thread_origin_x(), y = get_thread_origin_y();
    matrix<uint, 8, 8> m;
    read_transpose(from, CM_READ_8, CM_READ_8, x, y, m);  // x and y count blocks
    write(to, y * 32, x * 8, m);
}
