// SPDX-License-Identifier: MIT
// Code that looks wrong, but that the language allows.
#include <cm/cm.h>
#include <cm/cmtl.h>
#include <cm/genx_vme.h>

#include <immintrin.h>

#include <cstdio>
#include <vector>

const short init_0_7[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static const ushort init_seq[8] = {0, 1, 2, 3, 4, 5, 6, 7};

_GENX_ vector<float, 128> force;
_GENX_ int thread_id;
matrix<float, 2, 2> plain_global;
_GENX_VOLATILE_ matrix<float, 4, 8> volatile_global;
_GENX_VOLATILE_BINDING_(64) matrix<float, 4, 8> bound_global;

template <typename ty, unsigned int size>
inline _GENX_ ty first_of(vector_ref<ty, size> v) {
    return v.template select<2, 1>(1)(0);
}
template <typename T, int N>
_GENX_ inline void by_deduction(vector_ref<T, N> x) {
    x = 1;
}
template <typename T, int R, int C>
inline void by_deduction(matrix_ref<T, R, C> x) {
    x.row(0) = 1;
}
_GENX_ inline matrix<float, 4, 4> plus_one(matrix<float, 4, 4> m) { return m + 1.0f; }
_GENX_ void in_front(vector_ref<uchar, 32> flip) { flip ^= 1; }
inline _GENX_ void takes_regions(matrix_ref<uint, 16, 1> column, vector_ref<uint, 1> one) {
    column += one(0);
}

_GENX_ inline void takes_handles(SurfaceIndex, SamplerIndex, VmeIndex) {}

extern "C" _GENX_MAIN_ void kernel(int width) {
    matrix<uchar, 8, 32> in;
    matrix<short, 8, 8> zero(0);
    vector<ushort, 16> offsets(init_seq);
    offsets.select<8, 1>(8) = offsets.select<8, 1>(0) + 8;
    by_deduction(offsets.select<4, 2>(1));
    by_deduction(in.select<2, 1, 4, 1>());
    in_front(in.row(0));
    matrix<uint, 16, 1> column;
    vector<uint, 1> one = 1;
    takes_regions(column, one);
    vector<uint, 256> a;
    first_of<uint, 256>(a);
    vector_ref<unsigned, 32> t = a.select<32, 1>(0);
    t.select<16, 2>(0) = a.select<16, 2>(1);
    matrix<short, 8, 8> mask;
    mask.merge(1, 0, zero > -100);
    uchar flag = mask.row(2).any() ? 255 : 0;
    if (mask[1][2] && flag) return;
    vector<float, 7> w = 0.5f;
    in.select<1, 1, 6, 1>(3, 4) = vector<uchar, 6>(w.select<6, 1>(1), SAT);
    if (zero(0, 0) == 0 && in[7 >> 3][1] == 0) thread_id = width;
    in.select<2, 1, in.COLS, 1>(4) = in.select<in.ROWS - 6, 1, 32, 1>(0, 0);  // constants of the object
    w.select<4, 2>(0) = cm_rndd<float, 4>(cm_sqrt<4>(w.select<4, 1>(0)));     // explicit counts
    w.select<w.SZ - 3, 1>(0) = CM_CONST_PI + CM_CONST_2PI * CM_CONST_E;
    const uint4 bytes = sizeof(uint1) + sizeof(int8);
    if (bytes != 9) return;
    force.select<16, 1>(16) = plus_one(matrix<float, 4, 4>(1.0f));
    plain_global = force.select<4, 2>(0);
    vector<half, 8> h(init_0_7);
    h = half{-60000};
    in.select<8, 1, 4, 1>(6, 30) = 1;  // partly past the end
    SIMD_IF_BEGIN(h < 3) { h += 1; }
    SIMD_IF_END
}

_GENX_MAIN_ _GENX_FLOAT_CONTROL_(CM_RTZ | CM_DENORM_ALLOW) void rounded(float x) { force(0) = x; }
void _GENX_MAIN_ behind(svmptr_t p) { force(0) = p; }
