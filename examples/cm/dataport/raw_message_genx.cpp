// SPDX-License-Identifier: MIT
// A message by its descriptor: each thread turns 8 rows of 32 bytes upside down.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void flip(SurfaceIndex from, SurfaceIndex to, int height) {
    matrix<uint, 9, 8> message;  // a header, and a row in each register
    const int x = get_thread_origin_x() * 32, y = get_thread_origin_y() * 8;
    message.row(0) = cm_get_r0();
    message(0, 0) = x;
    message(0, 1) = y;
    message(0, 2) = 31 | 7 << 16;  // width - 1, height - 1
    // To data cache port 1 (12): one register there, eight back, with a header, media block read (4).
    const uint read_block = 1 << 25 | 8 << 20 | 1 << 19 | 4 << 14;
    cm_send(message.select<8, 1, 8, 1>(1, 0), message, 12, read_block + cm_get_value(from), 0);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        vector<uint, 8> row = message.row(1 + i);
        message.row(1 + i) = message.row(8 - i);
        message.row(8 - i) = row;
    }
    message(0, 1) = height - 8 - y;
    const uint write_block = 9 << 25 | 1 << 19 | 10 << 14;  // nine registers there, none back
    cm_send(0, message, 12, write_block + cm_get_value(to), 0);
}
