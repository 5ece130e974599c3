// SPDX-License-Identifier: MIT
// Kernels for check_codegen.py, which inspects their machine code.
#include <cm/cm.h>

// Moves blocks as messages do.
template <class X>
_GENX_ inline void load_rows(const uchar* from, long pitch, const X& block) {
#pragma unroll
    for (int i = 0; i < cm::rows_of<X>; i++)
        __builtin_memcpy(cm::row_bytes(block, i), from + i * pitch,
                         cm::cols_of<X> * sizeof(cm::element_t<X>));
}
template <class X>
_GENX_ inline void store_rows(uchar* to, long pitch, const X& block) {
#pragma unroll
    for (int i = 0; i < cm::rows_of<X>; i++)
        __builtin_memcpy(to + i * pitch, cm::row_bytes(block, i), cm::cols_of<X> * sizeof(cm::element_t<X>));
}

// The mean of nine pixels. Pixels have three bytes.
extern "C" void mean(const uchar* from, uchar* to, long pitch) {
    matrix<uchar, 8, 32> in;
    matrix<uchar, 6, 24> out;
    matrix<float, 6, 24> m;
    load_rows(from, pitch, in);
    m = in.select<6, 1, 24, 1>(1, 3);
    m += in.select<6, 1, 24, 1>(0, 0);
    m += in.select<6, 1, 24, 1>(0, 3);
    m += in.select<6, 1, 24, 1>(0, 6);
    m += in.select<6, 1, 24, 1>(1, 0);
    m += in.select<6, 1, 24, 1>(1, 6);
    m += in.select<6, 1, 24, 1>(2, 0);
    m += in.select<6, 1, 24, 1>(2, 3);
    m += in.select<6, 1, 24, 1>(2, 6);
    out = m * 0.111f;
    store_rows(to, pitch, out);
}

extern "C" void saturated_sum(uchar* p) {
    matrix<short, 1, 32> a, b;
    load_rows(p, 0, a);
    load_rows(p + 64, 0, b);
    a = cm_add<short>(a, b, SAT);
    store_rows(p, 0, a);
}

extern "C" void exchange(uchar* p) {
    matrix<uint, 1, 32> a, b;
    load_rows(p, 0, a);
    auto x = a.row(0), y = b.row(0);
    y.select<16, 2>(0) = x.select<16, 2>(1);
    y.select<16, 2>(1) = x.select<16, 2>(0);
    y.merge(x, x < y);
    store_rows(p, 0, b);
}

extern "C" void gray(uchar* p) {
    matrix<uchar, 1, 96> bgr;
    load_rows(p, 0, bgr);
    auto v = bgr.row(0);
    vector<ushort, 32> y = v.select<32, 3>(0) * 29 + v.select<32, 3>(1) * 150 + v.select<32, 3>(2) * 77;
    matrix<uchar, 1, 32> out = y >> 8;
    store_rows(p, 0, out);
}

extern "C" void inverse_roots(uchar* p) {
    matrix<float, 1, 32> a;
    load_rows(p, 0, a);
    a = cm_rsqrt(a);
    store_rows(p, 0, a);
}
