// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

_GENX_MAIN_ void svm_copy(svmptr_t from, svmptr_t to) {
    vector<uint, 16> v;
    cm_svm_block_read(from, v);
    v += 1;
    cm_svm_block_write(to, v);
    vector<svmptr_t, 8> addresses;
#pragma unroll
    for (int i = 0; i < 8; i++) addresses(i) = from + i * 8;
    vector<uint, 8> every_second;
    cm_svm_scatter_read(addresses, every_second);
#pragma unroll
    for (int i = 0; i < 8; i++) addresses(i) = to + 64 + (7 - i) * 4;
    cm_svm_scatter_write(addresses, every_second);
}

#ifndef CM_GEN
// Parameters as kernels for OpenCL's runtime have them.
_GENX_MAIN_ void svm_pointers(const float* from [[type("svmptr_t")]], float* to [[type("svmptr_t")]],
                              int count) {
    for (int i = 0; i < count; i++) to[i] = from[count - 1 - i] + CM_GRF_WIDTH;
    vector<float, 8> v;
    cm_svm_block_read(svmptr_t(from), v);
    cm_svm_block_write((svmptr_t)(to + 8), v);
}
#endif

// Every operation with the same lanes; old values to `olds`, 16 dwords each.
template <CmAtomicOpType Op>
_GENX_ inline void atomic_to(svmptr_t data, svmptr_t olds, vector<uint, 16> a, vector<uint, 16> b) {
    vector<svmptr_t, 16> addresses;
#pragma unroll
    for (int i = 0; i < 16; i++) addresses(i) = data + (15 - i) * 8;
    vector<uint, 16> old = 99;
    cm_svm_atomic(Op, addresses, old, a, b);
    cm_svm_block_write(olds, old);
}
_GENX_MAIN_ void atomic_add(svmptr_t data, svmptr_t olds, vector<uint, 16> a, vector<uint, 16> b) {
    atomic_to<ATOMIC_ADD>(data, olds, a, b);
}
_GENX_MAIN_ void atomic_maxsint(svmptr_t data, svmptr_t olds, vector<uint, 16> a, vector<uint, 16> b) {
    atomic_to<ATOMIC_MAXSINT>(data, olds, a, b);
}
_GENX_MAIN_ void atomic_cmpxchg(svmptr_t data, svmptr_t olds, vector<uint, 16> a, vector<uint, 16> b) {
    atomic_to<ATOMIC_CMPXCHG>(data, olds, a, b);
}
// No sources; every second lane, all on one dword.
_GENX_MAIN_ void atomic_inc(svmptr_t data, svmptr_t olds) {
    vector<svmptr_t, 8> addresses = data;
    vector<int, 8> old = -1;
    vector<ushort, 8> lane;
#pragma unroll
    for (int i = 0; i < 8; i++) lane(i) = i;
    SIMD_IF_BEGIN((lane & 1) == 1) { cm_svm_atomic(ATOMIC_INC, addresses, old); }
    SIMD_IF_END;
    cm_svm_block_write(olds, old);
}
// R and A of eight places to G and B, in other places.
_GENX_MAIN_ void four_channels(svmptr_t from, svmptr_t to) {
    vector<svmptr_t, 8> sources, targets;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        sources(i) = from + i * 20;
        targets(i) = to + (7 - i) * 16;
    }
    vector<float, 16> dwords = -1;
    cm_svm_gather4_scaled(sources, dwords, CM_AR_ENABLE);
    dwords += 0.5f;
    cm_svm_scatter4_scaled(targets, dwords, CM_BG_ENABLE);
}
