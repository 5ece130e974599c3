// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

// A group turns its ids round through shared memory: thread i writes what thread n - 1 - i reads.
_GENX_MAIN_ void slm_turn(SurfaceIndex out) {
    cm_slm_init(4096);
    const uint unused = cm_slm_alloc(100), buffer = cm_slm_alloc(1024);
    const uint n = cm_linear_local_size(), id = cm_linear_local_id();
    vector<ushort, 8> places;
#pragma unroll
    for (int i = 0; i < 8; i++) places(i) = id * 8 + i;
    vector<uint, 8> v = cm_linear_global_id() * 10 + unused;
    cm_slm_write(buffer, places, v);
    cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);
    cm_barrier();
#pragma unroll
    for (int i = 0; i < 8; i++) places(i) = (n - 1 - id) * 8 + i;
    cm_slm_read(buffer, places, v);
    cm_sbarrier(1);
    v(1) = cm_local_id(0) + 10 * cm_local_id(1) + 100 * cm_group_id(0) + 1000 * cm_group_id(1);
    v(2) = cm_local_size(0) + 10 * cm_local_size(1) + 100 * cm_group_count(0) + 1000 * cm_group_count(1);
    cm_sbarrier(0);
    write(out, cm_linear_global_id() * 32, v);
}
_GENX_MAIN_ void slm_forms(SurfaceIndex in, SurfaceIndex out, vector<ushort, 8> dwords) {
    cm_slm_init(4096);
    const uint buffer = cm_slm_alloc(512);
    cm_slm_load(buffer, in, 0, 512);
    vector<uint, 8> bytes = dwords * 4, v, addresses = dwords;
    cm_slm_read_scaled(buffer, bytes, v);
    write(out, 0, v);
    matrix<uint, 2, 8> channels;
    cm_slm_read4(buffer, addresses, channels, SLM_GR_ENABLE);
    write(out, 32, channels.row(0));
    write(out, 64, channels.row(1));
    channels += 1000;
    cm_slm_write4(buffer, addresses, channels, SLM_AB_ENABLE);
    vector<uint, 8> old, source = 7;
    cm_slm_atomic(buffer, ATOMIC_ADD, dwords, old, source);
    write(out, 96, old);
    vector<uchar, 128> block;
    cm_slm_block_read(buffer, 16, block);
    write(out, 128, block);
    cm_slm_block_write(buffer, 0, block);
    cm_slm_block_read(buffer, 0, v);
    write(out, 256, v);
    cm_slm_block_read(DWALIGNED(buffer), 20, v);
    write(out, 288, v);
    cm_slm_block_read(MODIFIED_DWALIGNED(buffer), 4, v);
    write(out, 320, v);
}
// Shared memory filled from an address, and given out again, from behind, by four threads.
_GENX_MAIN_ void slm_from_address(svmptr_t from, uint offset, SurfaceIndex out) {
    cm_slm_init(4096);
    const uint unused = cm_slm_alloc(64), buffer = cm_slm_alloc(1024);
    cm_slm_load(buffer, from, offset, 512);
    vector<uint, 32> v;
    const uint id = cm_linear_local_id();
    cm_slm_block_read(buffer, (3 - id) * 128, v);
    write(out, unused + id * 128, v);
}
