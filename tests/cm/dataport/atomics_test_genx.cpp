// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>
#include <cm/cmtl.h>

// Each operation once on its own dword: old values go to the second buffer.
template <CmAtomicOpType Op>
_GENX_ inline void one_source(SurfaceIndex data, SurfaceIndex olds, uint place, uint a) {
    vector<uint, 8> offsets = place, source = a, old = 0;
    vector<ushort, 8> first = 0;
    first(0) = 1;
    write_atomic<Op>(first, data, offsets, source, old);
    write(olds, 0, place, old(0));
}
_GENX_MAIN_ void atomic_each(SurfaceIndex data, SurfaceIndex olds, uint a, uint b) {
    one_source<ATOMIC_ADD>(data, olds, 0, a);
    one_source<ATOMIC_SUB>(data, olds, 1, a);
#ifndef CM_GEN  // which has no such message
    one_source<ATOMIC_REVSUB>(data, olds, 2, a);
#endif
    one_source<ATOMIC_AND>(data, olds, 3, a);
    one_source<ATOMIC_OR>(data, olds, 4, a);
    one_source<ATOMIC_XOR>(data, olds, 5, a);
    one_source<ATOMIC_XCHG>(data, olds, 6, a);
    one_source<ATOMIC_MIN>(data, olds, 7, a);
    one_source<ATOMIC_MAX>(data, olds, 8, a);
    one_source<ATOMIC_MINSINT>(data, olds, 9, a);
    one_source<ATOMIC_MAXSINT>(data, olds, 10, a);
    vector<ushort, 8> first = 0;
    first(0) = 1;
    vector<uint, 8> old = 0, place = 11, source = a, comparand = b;
    write_atomic<ATOMIC_INC, uint>(first, data, place, old);  // the type spelt out
    write(olds, 0, 11, old(0));
    place = 12;
    write_atomic<ATOMIC_DEC, uint, 8>(first, data, place, old);
    write(olds, 0, 12, old(0));
    place = 13;
    write_atomic<ATOMIC_PREDEC>(first, data, place, old);
    write(olds, 0, 13, old(0));
    place = 14;
    write_atomic<ATOMIC_CMPXCHG>(first, data, place, source, comparand, old);
    write(olds, 0, 14, old(0));
}
// All lanes of all threads on one dword.
_GENX_MAIN_ void atomic_count(SurfaceIndex data) {
    vector<uint, 8> offsets = 0, ones = 1, old;
    write(data, ATOMIC_ADD, 3, offsets, ones, old);
    write<uint, 8>(data, ATOMIC_ADD, 5, offsets, ones, 0);
}
// Two sources in one operand: values, then comparands.
_GENX_MAIN_ void atomic_exchange_old_form(SurfaceIndex data, vector<uint, 16> both, SurfaceIndex olds) {
    vector<uint, 8> offsets, old;
#pragma unroll
    for (int i = 0; i < 8; i++) offsets(i) = i;
    write(data, ATOMIC_CMPXCHG, 0, offsets, both, old);
    write(olds, 0, offsets, old);
}

// Without a mask and with one, with as many sources as an operation has; all pixels in x 0..7 of a row.
_GENX_MAIN_ void atomic_pixels(SurfaceIndex pixels, SurfaceIndex olds) {
    vector<uint, 8> x, old = 77;
    cmtl::cm_vector_assign(x, 0, 1);
    vector<ushort, 8> even = (x & 1) == 0;
    const vector<uint, 8> first = 0, second = 1, third = 2;
    write_typed_atomic<ATOMIC_INC>(pixels, old, x, first);
    write(olds, 0, old);
    write_typed_atomic<ATOMIC_INC, uint, 8>(pixels, old, x, first);
    write(olds, 32, old);
    write_typed_atomic<ATOMIC_ADD>(even, pixels, old, vector<uint, 8>(1000), x, second);
    write(olds, 64, old);
    write_typed_atomic<ATOMIC_CMPXCHG>(pixels, old, vector<uint, 8>(5), vector<uint, 8>(2 * 8 + 3), x, third);
    write(olds, 96, old);
    write_typed_atomic<ATOMIC_PREDEC, uint>(even, pixels, old, x + 7, third);  // partly outside
    write(olds, 128, old);
}
