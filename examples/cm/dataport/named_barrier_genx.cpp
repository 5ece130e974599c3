// SPDX-License-Identifier: MIT
// Barriers for parts of a group: the first half of the threads fills shared memory, the second half reads it.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void hand_over(SurfaceIndex from, SurfaceIndex to) {
    cm_slm_init(1024);
    const uint shared = cm_slm_alloc(1024), half = cm_linear_local_size() / 2, id = cm_linear_local_id();
    cm_nbarrier_init(1);
    vector<uint, 8> v;
    if (id < half) {
        read(from, id * 32, v);
        cm_slm_block_write(shared, id * 32, v);
        cm_nbarrier_signal(0, 1, half, half);  // produces, and ends
    } else {
        cm_nbarrier_signal(0, 2, half, half);  // consumes
        cm_nbarrier_wait(0);
        cm_slm_block_read(shared, (2 * half - 1 - id) * 32, v);
        write(to, (id - half) * 32, v);
    }
}
