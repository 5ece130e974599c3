// SPDX-License-Identifier: MIT
// Half of a group writes blocks to shared memory, the other half takes them out, round after round.
#include <cm/cm.h>

_GENX_MAIN_ void produce_and_consume(SurfaceIndex out, uint rounds) {
    cm_slm_init(1024);
    const uint shared = cm_slm_alloc(1024), half = cm_linear_local_size() / 2, id = cm_linear_local_id();
    cm_nbarrier_init(2);
    for (uint round = 0; round < rounds; round++) {
        vector<uint, 8> v;
        if (id < half) {
            v = (cm_linear_group_id() * rounds + round) * 100 + id;
            cm_slm_block_write(shared, id * 32, v);
            cm_nbarrier_signal(0, 1, half, half);  // full
            cm_nbarrier_signal(1, 2, half, half);
            cm_nbarrier_wait(1);
        } else {
            cm_nbarrier_signal(0, 2, half, half);
            cm_nbarrier_wait(0);
            const uint from = id * 7 % half;
            cm_slm_block_read(shared, from * 32, v);
            write(out, ((cm_linear_group_id() * rounds + round) * half + id - half) * 32, v);
            cm_nbarrier_signal(1, 1, half, half);  // empty again
        }
    }
}
