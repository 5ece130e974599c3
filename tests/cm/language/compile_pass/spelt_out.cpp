// SPDX-License-Identifier: MIT
// All that the headers of Intel's compiler and of its emulator let a kernel spell out, as they have it: types of
// results and elements, sizes, types of other operands.
#include <cm/cm.h>

using words = vector<ushort, 16>;
using floats = vector<float, 16>;

#define OF_ONE(name)                       \
    result = name<uint, ushort>(v);        \
    result = name<uint, ushort, 16>(v);    \
    result = name<uint, ushort, 4, 4>(m);  \
    result = name<uint, ushort>(uint(v(0)))
#define OF_TWO(name)                                  \
    result = name<uint, ushort>(v, w);                \
    result = name<uint, ushort, 16>(v, w);            \
    result = name<uint, ushort, 16, words>(v, w);     \
    result = name<uint, ushort, 16, int>(v, 3);       \
    result = name<uint, ushort, 4, 4>(m, w);          \
    result = name<uint, ushort, 4, 4, words>(m, w);   \
    result = name<uint, ushort, ushort, 16>(v, w);    \
    result = name<uint, ushort, ushort, 4, 4>(m, m);  \
    result = name<uint, ushort, int, 16>(v, 3);       \
    result = name<uint, ushort, int>(v(0), 3);        \
    result = name<uint, ushort, 16>(v, w, SAT)
#define REDUCTION(name)                       \
    total += name<uint, ushort>(v);           \
    total += name<uint, ushort, 16>(v);       \
    total += name<uint, ushort, 4, 4>(m);     \
    total += name<uint, ushort, 4, 4>(m, SAT)
#define DOT(name)                                      \
    real = name<float, float, 16>(f, f);               \
    real = name<float, float, 16, floats>(f, f);       \
    real = name<float, float, 16, float>(f, 0.5f);     \
    real = name<float, float, 4, 4, floats>(h, f);     \
    real = name<float, float, floats>(f, f);           \
    real = name<float, float, float, 16>(f, f)
#define COUNTED(name)                \
    real = name<16>(f);              \
    real = name<4, 4>(h);            \
    real = name<float, 16>(f, SAT);  \
    real = name<float, 4, 4>(h);     \
    real = name<float>(0.5f)
#define COUNTED_TWO(name)                \
    real = name<16>(f, f);               \
    real = name<16, floats>(f, f);       \
    real = name<4, 4, float>(h, 2.0f);   \
    real = name<float, 16>(f, f)
#define PAIRS(name, ...)                                      \
    result = name<ushort, uchar, 16>(__VA_ARGS__);            \
    result = name<ushort, uchar, 16, vector<uchar, 16>>(__VA_ARGS__)

_GENX_MAIN_ void all_forms(SurfaceIndex surface) {
    words v, w;
    read(surface, 0, v);
    w = v;
    matrix<ushort, 4, 4> m = v;
    floats f = v, real, other;
    matrix<float, 4, 4> h = f;
    vector<float, 4> four = 1.0f;
    vector<int, 16> result, low, whole = v;
    vector<uchar, 16> bytes = v;
    uint total = 0;
    OF_ONE(cm_abs);
    OF_ONE(cm_lzd);
    OF_ONE(cm_bf_reverse);
    OF_TWO(cm_add);
    OF_TWO(cm_mul);
    OF_TWO(cm_avg);
    OF_TWO(cm_max);
    OF_TWO(cm_min);
    OF_TWO(cm_shl);
    OF_TWO(cm_shr);
    OF_TWO(cm_lsr);
    OF_TWO(cm_asr);
    REDUCTION(cm_sum);
    REDUCTION(cm_prod);
    REDUCTION(cm_reduced_min);
    REDUCTION(cm_reduced_max);
    DOT(cm_dp2);
    DOT(cm_dp3);
    DOT(cm_dp4);
    DOT(cm_dph);
    COUNTED(cm_rndd);
    COUNTED(cm_rndu);
    COUNTED(cm_rnde);
    COUNTED(cm_rndz);
    COUNTED(cm_frc);
    COUNTED(cm_inv);
    COUNTED(cm_log);
    COUNTED(cm_exp);
    COUNTED(cm_sqrt);
    COUNTED(cm_sqrt_ieee);
    COUNTED(cm_rsqrt);
    COUNTED(cm_sin);
    COUNTED(cm_cos);
    COUNTED(cm_asin);
    COUNTED(cm_acos);
    COUNTED(cm_atan);
    COUNTED_TWO(cm_pow);
    COUNTED_TWO(cm_div_ieee);
    PAIRS(cm_sad2, bytes, bytes);
    PAIRS(cm_sada2, bytes, bytes, v);
    result = cm_sada2<ushort, uchar, 16, vector<uchar, 16>, words>(bytes, bytes, v);
    result = cm_abs<ushort, 16>(v) + cm_abs<ushort, 4, 4>(m);
    result = cm_quot<int, 16>(whole, 3) + cm_quot<int, 16, int>(whole, 3) + cm_quot<int, 4, 4>(whole, whole);
    result = cm_mod<int, 16>(whole, 3) + cm_mod<int, 16, int>(whole, 3) + cm_mod<int, int>(total, 3);
    result = cm_div<int, 16>(low, whole, 3) + cm_div<int, 16, int>(low, whole, 3) + cm_div<int, 4, 4>(low, whole, 3);
    result = cm_imul<int, int, int, 16>(low, whole, 3) + cm_imul<int, int, int, 4, 4>(low, whole, whole);
    real = cm_line<float, float, float, 16>(four, f) + cm_line<float, 16>(four, f) + cm_line<float, float, 16>(1.0f, 2.0f, f);
    real = cm_pln<16>(four, f, f) + cm_pln<4, 4>(four, f, f);
    real = cm_lrp<16>(f, f, f) + cm_lrp<16, floats, float>(f, f, 0.5f) + cm_lrp<float, 16, floats, floats>(f, f, f) +
           cm_lrp<4, 4, floats, floats>(h, f, f);
    real = cm_sincos<16, floats>(other, f);
    result = cm_cbit<ushort, 16>(v) + cm_cbit<ushort, 4, 4>(m) + cm_fbl<16>(whole) + cm_fbl<4, 4>(whole) + cm_fbh<16>(whole) +
             cm_fbh<int, 4, 4>(whole);
    result = cm_bf_insert<int, int, 16>(3, 2, whole, whole) + cm_bf_insert<int, int, 16, int, int, words>(3, 2, w, whole) +
             cm_bf_insert<int, int, 4, 4>(3, 2, whole, whole) + cm_bf_extract<int, int, 16>(3, 2, whole) +
             cm_bf_extract<int, int, 4, 4, int, int>(3, 2, whole);
    total += cm_pack_mask<16>(v) + cm_pack_mask<4, 4>(m) + cm_pack_mask(v.select<5, 1>(0));
    matrix<ushort, 1, 64> pixels;
    cm_avs_sampler<ushort, 1, 64>(pixels, CM_G_ENABLE, surface, SamplerIndex(0), 0, 0, 0, 0, 0);
    result += pixels.select<1, 1, 16, 1>(0, 0);
    write(surface, 0, vector<int, 16>(result + real + total + low));
}
