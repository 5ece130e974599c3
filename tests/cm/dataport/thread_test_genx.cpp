// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

// Variables outside of functions belong to a thread, also where threads take turns at barriers.
_GENX_ vector<int, 8> mine;
_GENX_ int number;
_GENX_ inline void add_number() { mine += number; }
_GENX_MAIN_ void globals(SurfaceIndex out) {
    number = cm_linear_global_id();
    mine = 100;
    cm_barrier();
    add_number();
    cm_barrier();
    add_number();
    write(out, number * 32, mine);
}

// A wavefront: each thread adds what it reads left and above of its place, and 1. In the upper half threads
// say that their result is there, in the lower half they end.
_GENX_MAIN_ void wavefront(SurfaceIndex sums) {
    const int x = get_thread_origin_x(), y = get_thread_origin_y();
    cm_wait();
    matrix<uint, 1, 1> left, above, sum;
    read(sums, (x - 1) * 4, y, left);
    read(sums, x * 4, y - 1, above);
    sum = left + above + 1;
    write(sums, x * 4, y, sum);
    cm_fence();
    if (y < 8) cm_signal();
}

// Thread i meets the others while its first i + 1 channels are active.
_GENX_MAIN_ void barrier_in_simd(SurfaceIndex out) {
    const uint id = cm_linear_local_id();
    vector<uint, 8> channel, v = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) channel(i) = i;
    SIMD_IF_BEGIN(channel <= id) {
        v += 1;
        cm_barrier();
        v += 10;
    }
    SIMD_IF_END;
    v += 100;
    write(out, id * 32, v);
}
