// SPDX-License-Identifier: MIT
// Names that kernels rarely use.
#include <cm/cm.h>
#include <cm/cmtl.h>

// Each group's threads write what lies at multiples of 4 bytes, and the first reads it all.
_GENX_MAIN_ void in_groups(SurfaceIndex out) {
    cm_slm_init(4096);
    const uint buffer = cm_slm_alloc(128), id = cm_linear_local_id();
    vector<uint, 8> bytes, values = cm_linear_global_id();
    cmtl::cm_vector_assign(bytes, id * 32, 4);
    cm_slm_write_scaled(buffer, bytes, values);
    cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);
    cm_barrier();
    vector<uint, 32> all;
    cm_slm_block_read(buffer, 0, all);
    cm_slm_free(buffer);
    all(1) = cm_linear_global_size();
    all(2) = cm_linear_group_count();
    all(3) = (cm_global_id(1) * 100 + cm_global_id(0)) * 100 + cm_global_id(2);
    if (id == 0) write(out, cm_linear_group_id() * 128, all);
}
_GENX_MAIN_ void by_color(SurfaceIndex out) {
    cm_label("by_color");
    cm_pause(3);
    vector<uint, 4> v = 100 + get_color() + 0 * cm_get_hwid();
    write(out, get_color() * 16, v);
}
_GENX_MAIN_ void at_any_byte(svmptr_t from, svmptr_t to) {
    vector<uint, 8> v;
    cm_svm_block_read_unaligned(from, v);
    cm_svm_block_write(to, v);
}
_GENX_MAIN_ void to_chroma(SurfaceIndex picture) {
    matrix<uchar, 2, 8> block;
    cmtl::cm_vector_assign(block, 1, 1);
    write_plane(picture, GENX_SURFACE_UV_PLANE, 4, 1, block);
}
