// Each kernel does what one message does, with what its arguments say; one thread runs it.
#include <cm/cm.h>

// A block of 6 rows of 12 bytes from (x, y), stored at the start of a buffer in rows of 16.
template <class S> _GENX_ inline void copy_block(S from, SurfaceIndex out, int x, int y) {
    matrix<uchar, 6, 12> block;
    read(from, x, y, block);
#pragma unroll
    for (int i = 0; i < 6; i++) {
        vector<uchar, 16> row = 0;
        row.select<12, 1>(0) = block.row(i);
        write(out, i * 16, row);
    }
}
_GENX_MAIN_ void block_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) { copy_block(picture, out, x, y); }
_GENX_MAIN_ void top_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) { copy_block(TOP_FIELD(picture), out, x, y); }
_GENX_MAIN_ void bottom_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    copy_block(BOTTOM_FIELD(picture), out, x, y);
}
_GENX_MAIN_ void chroma_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    matrix<uchar, 6, 12> block;
    read_plane(picture, GENX_SURFACE_UV_PLANE, x, y, block);
#pragma unroll
    for (int i = 0; i < 6; i++) {
        vector<uchar, 16> row = 0;
        row.select<12, 1>(0) = block.row(i);
        write(out, i * 16, row);
    }
}
// Bytes 1, 2, 3, ... in rows of 12.
_GENX_MAIN_ void block_write(SurfaceIndex picture, int x, int y) {
    matrix<uchar, 6, 12> block;
#pragma unroll
    for (int i = 0; i < 6; i++)
#pragma unroll
        for (int j = 0; j < 12; j++) block(i, j) = i * 12 + j + 1;
    write(picture, x, y, block);
}
// Into a column, and from one: regions that do not lie side by side.
_GENX_MAIN_ void column_copy(SurfaceIndex picture, int x, int y) {
    matrix<uint, 4, 4> m = 7;
    read(picture, x, y, m.select<4, 1, 1, 1>(0, 2));
    m.column(3) = m.column(2) + 1;
    write(picture, x + 4, y, m.select<4, 1, 2, 1>(0, 2));
}

_GENX_MAIN_ void oword_copy(SurfaceIndex from, int from_offset, SurfaceIndex to, int to_offset) {
    vector<uchar, 64> v;
    read(from, from_offset, v);
    write(to, to_offset, v);
}
_GENX_MAIN_ void dword_copy(SurfaceIndex from, int from_offset, SurfaceIndex to) {
    vector<uint, 8> v;
    read(DWALIGNED(from), from_offset, v);
    write(to, 0, v);
}

template <class T> _GENX_ inline void copy_scattered(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    vector<T, 16> v = 0;
    read(from, global, offsets, v);
    write(to, 0, offsets, v);
}
_GENX_MAIN_ void scattered_bytes(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<uchar>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_words(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<ushort>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_dwords(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<uint>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_scaled(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    vector<uint, 16> v = 0;
    read_scaled(from, global, offsets, v);
    write_scaled(to, 0, offsets, v);
}
// Even lanes only.
_GENX_MAIN_ void scattered_masked(SurfaceIndex from, SurfaceIndex to, vector<uint, 16> offsets) {
    vector<uint, 16> v = 99;
    SIMD_IF_BEGIN((offsets & 1) == 0) {
        read(from, 0, offsets, v);
        write(to, 0, offsets, v);
    }
    SIMD_IF_END;
    write(to, 16, offsets, v);
}

_GENX_MAIN_ void untyped_copy(SurfaceIndex from, SurfaceIndex to, vector<uint, 8> u) {
    matrix<uint, 3, 8> m = 0;
    read_untyped(from, CM_ABR_ENABLE, m, u);  // R, B and A
    write_untyped(to, CM_BGR_ENABLE, m, u);
}
_GENX_MAIN_ void typed_copy(SurfaceIndex from, SurfaceIndex to, vector<uint, 8> u, vector<uint, 8> v) {
    matrix<float, 1, 8> m = 0;
    read_typed(from, CM_R_ENABLE, m, u, v);
    m += 0.5f;
    write_typed(to, CM_R_ENABLE, m, u, v);
}

// Each operation once on its own dword: old values go to the second buffer.
template <CmAtomicOpType Op> _GENX_ inline void one_source(SurfaceIndex data, SurfaceIndex olds, uint place, uint a) {
    vector<uint, 8> offsets = place, source = a, old = 0;
    vector<ushort, 8> first = 0;
    first(0) = 1;
    write_atomic<Op>(first, data, offsets, source, old);
    write(olds, 0, place, old(0));
}
_GENX_MAIN_ void atomic_each(SurfaceIndex data, SurfaceIndex olds, uint a, uint b) {
    one_source<ATOMIC_ADD>(data, olds, 0, a);
    one_source<ATOMIC_SUB>(data, olds, 1, a);
    one_source<ATOMIC_REVSUB>(data, olds, 2, a);
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
    write_atomic<ATOMIC_INC>(first, data, place, old);
    write(olds, 0, 11, old(0));
    place = 12;
    write_atomic<ATOMIC_DEC>(first, data, place, old);
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
}
// Two sources in one operand: values, then comparands.
_GENX_MAIN_ void atomic_exchange_old_form(SurfaceIndex data, vector<uint, 16> both, SurfaceIndex olds) {
    vector<uint, 8> offsets, old;
#pragma unroll
    for (int i = 0; i < 8; i++) offsets(i) = i;
    write(data, ATOMIC_CMPXCHG, 0, offsets, both, old);
    write(olds, 0, offsets, old);
}

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
}

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

_GENX_MAIN_ void arguments(uchar a, short b, float c, double d, long long e, vector<short, 5> f, matrix<uchar, 2, 3> g,
                           vector<SurfaceIndex, 3> surfaces, bool h) {
    vector<int, 8> v = 0;
    v(0) = a + b + static_cast<int>(c * 4) + static_cast<int>(d * 4) + static_cast<int>(e >> 32);
    v(1) = cm_sum<int>(f);
    v(2) = g(1, 2);
    v(3) = h ? 1 : 2;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        v(4) = i;
        write(surfaces(i), 0, v);
    }
}

_GENX_MAIN_ void print_all(int i, float f) {
    printf("%d %u %c %s %5.2f|%-4d|%x%%\n", i, 7u, 'x', "text", f, 3, 255);
    vector<ushort, 8> odd = 0;
    odd(1) = 1;
    SIMD_IF_BEGIN(odd) {
        printf("some lane\n");
    }
    SIMD_IF_END;
    odd = 0;
    SIMD_IF_BEGIN(odd) {
        printf("no lane\n");
    }
    SIMD_IF_END;
}

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

// 1 + 2^-30 and -1 - 2^-30, rounded as the kernel says, and the product of two numbers whose product is a denormal.
_GENX_ inline void round_all(SurfaceIndex out, float one, float tiny, float small) {
    vector<float, 4> v = 0;
    v(0) = one + tiny;
    v(1) = -one - tiny;
    v(2) = small * small;
    write(out, 0, v);
}
_GENX_MAIN_ void round_by_default(SurfaceIndex out, float one, float tiny, float small) { round_all(out, one, tiny, small); }
_GENX_MAIN_ _GENX_FLOAT_CONTROL_(CM_RTP) void round_up(SurfaceIndex out, float one, float tiny, float small) {
    round_all(out, one, tiny, small);
}
_GENX_FLOAT_CONTROL_(CM_RTN | CM_DENORM_ALLOW)
_GENX_MAIN_ void round_down(SurfaceIndex out, float one, float tiny, float small) { round_all(out, one, tiny, small); }
_GENX_MAIN_ _GENX_ROUNDING_MODE_(CM_RTZ) void round_to_zero(SurfaceIndex out, float one, float tiny, float small) {
    round_all(out, one, tiny, small);
}
