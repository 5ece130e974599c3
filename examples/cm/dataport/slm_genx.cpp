// SPDX-License-Identifier: MIT
// Memory that a group of threads shares: the sum of what its threads have.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void group_sums(SurfaceIndex from, SurfaceIndex to) {
    cm_slm_init(1024);
    const uint shared = cm_slm_alloc(8 * 32);
    vector<uint, 8> mine, other, sum = 0;
    read(from, cm_linear_global_id() * 32, mine);
    cm_slm_block_write(shared, cm_linear_local_id() * 32, mine);
    cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);
    cm_barrier();  // all have written
    for (uint i = 0; i < cm_linear_local_size(); i++) {
        cm_slm_block_read(shared, i * 32, other);
        sum += other;
    }
    if (cm_linear_local_id() == 0) write(to, cm_linear_group_id() * 32, sum);
}
