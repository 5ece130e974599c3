// SPDX-License-Identifier: MIT
// Threads that wait for each other: each adds 1 to what its left neighbour has written.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void count_up(SurfaceIndex counters) {
    const uint x = get_thread_origin_x();
    vector<uint, 4> before = 0;
    cm_wait();  // for those that the host's dependencies name
    if (x > 0) read(counters, (x - 1) * 16, before);
    before += 1;
    write(counters, x * 16, before);
    cm_fence();
    cm_signal();  // who waits may go on
}
