// SPDX-License-Identifier: MIT
#include <cm/cm.h>

// The sum of what the neighbour on the right has made and one. The first waits for it, through a function;
// the second relies on threads to start only when the neighbour has ended.
_GENX_ inline void after_neighbour(SurfaceIndex sums) {
    const int x = get_thread_origin_x();
    vector<uint, 4> sum;
    read(sums, x * 16 + 16, sum);
    sum += 1;
    write(sums, x * 16, sum);
}
_GENX_ inline void wait_for_neighbour() { cm_wait(); }
_GENX_MAIN_ void chain_waits(SurfaceIndex sums) {
    wait_for_neighbour();
    after_neighbour(sums);
}
_GENX_MAIN_ void chain_starts_late(SurfaceIndex sums) { after_neighbour(sums); }
// Threads may wait for each other where each has signalled before.
_GENX_MAIN_ void signals_first(SurfaceIndex sums) {
    cm_signal();
    wait_for_neighbour();
    vector<uint, 4> one = 1;
    write(sums, get_thread_origin_x() * 16, one);
}
