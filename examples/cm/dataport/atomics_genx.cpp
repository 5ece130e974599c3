// SPDX-License-Identifier: MIT
// A histogram: lanes and threads that meet at a counter all count.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void histogram(SurfaceIndex pixels, SurfaceIndex counters) {
    vector<uchar, 16> values;
    read(pixels, get_thread_origin_x() * 16, values);
    vector<uint, 16> places = values;  // in dwords
    write_atomic<ATOMIC_INC>(counters, places);
}
