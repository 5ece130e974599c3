// SPDX-License-Identifier: MIT
#include <cm/cm.h>

// 64 bytes a thread.
extern "C" _GENX_MAIN_ void add_one(SurfaceIndex bytes) {
    vector<uchar, 64> v;
    read(bytes, get_thread_origin_x() * 64, v);
    v += 1;
    write(bytes, get_thread_origin_x() * 64, v);
}
extern "C" _GENX_MAIN_ void twice(SurfaceIndex bytes) {
    vector<uchar, 64> v;
    read(bytes, get_thread_origin_x() * 64, v);
    v *= 2;
    write(bytes, get_thread_origin_x() * 64, v);
}
