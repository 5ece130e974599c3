// SPDX-License-Identifier: MIT
// Float built-ins. CM spec 4.3. The GPU's are approximate; these are the C library's, in single precision.
#pragma once

#include "../core/map.h"

namespace cm {

// Ret's default: the operand's type, or float for an integer operand.
template <class X>
using float_of = std::conditional_t<is_float<operand_t<X>>, operand_t<X>, float>;
template <class X>
using real_t = std::conditional_t<std::is_same<operand_t<X>, double>::value, double, float>;

#ifdef CM_GEN
namespace real = gen;  // functions of all lanes
#else
namespace real {  // functions of one lane: a float or double E

template <class E>
CM_INLINE E rndd(E e) {
    return E(__builtin_floor(e));
}
template <class E>
CM_INLINE E rndu(E e) {
    return E(__builtin_ceil(e));
}
template <class E>
CM_INLINE E rnde(E e) {
    return E(__builtin_rint(e));
}
template <class E>
CM_INLINE E rndz(E e) {
    return E(__builtin_trunc(e));
}
template <class E>
CM_INLINE E frc(E e) {
    return e - rndd(e);
}
template <class E>
CM_INLINE E inv(E e) {
    return E(1) / e;
}
CM_INLINE float sqrt(float e) { return __builtin_sqrtf(root_operand(e)); }
CM_INLINE double sqrt(double e) { return __builtin_sqrt(root_operand(e)); }
template <class E>
CM_INLINE E ieee_sqrt(E e) {
    return sqrt(e);
}
template <class E>
CM_INLINE E rsqrt(E e) {
    return E(1) / sqrt(e);
}
template <class E>
CM_INLINE E log(E e) {
    return E(__builtin_log2f(float(root_operand(e))));
}
#define CM_OF_FLOAT(name, c_function)   \
    template <class E>                  \
    CM_INLINE E name(E e) {             \
        return E(c_function(float(e))); \
    }
CM_OF_FLOAT(exp, __builtin_exp2f)
CM_OF_FLOAT(sin, __builtin_sinf)
CM_OF_FLOAT(cos, __builtin_cosf)
CM_OF_FLOAT(asin, __builtin_asinf)
CM_OF_FLOAT(acos, __builtin_acosf)
CM_OF_FLOAT(atan, __builtin_atanf)
#undef CM_OF_FLOAT

}  // namespace real
#endif

// Applies f, one of cm::real, to every lane.
template <class Ret, class X, class F>
CM_INLINE auto real_map(const F& f, int flags, const X& x) {
    using E = real_t<X>;
    return map<ret_or<Ret, float_of<X>>, E, E>(
        [&]([[maybe_unused]] auto w, auto v) CM_LAMBDA {
#ifdef CM_GEN
            return f(v);
#else
            return lanes<E, E, decltype(w)::value>(f, v);
#endif
        },
        flags, x);
}

#ifdef CM_GEN  // its only instructions for doubles are division and square root
constexpr bool kAllOfDoubles = false;
#else
constexpr bool kAllOfDoubles = true;
#endif

}  // namespace cm

#define CM_REAL_FUNCTION(name, function, of_doubles)                                                \
    template <class Ret = void, class X>                                                            \
    CM_INLINE auto name(const X& x, int flags = _GENX_NOSAT) {                                      \
        static_assert(of_doubles || !std::is_same<cm::real_t<X>, double>::value,                    \
                      #name " of doubles is not lowered to Gen code");                              \
        return cm::real_map<Ret>([](auto e) CM_LAMBDA { return cm::real::function(e); }, flags, x); \
    }
// Rounds: down, up, to the nearest (ties to even), toward zero. With an integer Ret the result is converted.
CM_REAL_FUNCTION(cm_rndd, rndd, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_rndu, rndu, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_rnde, rnde, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_rndz, rndz, cm::kAllOfDoubles)
// x - floor(x): never negative.
CM_REAL_FUNCTION(cm_frc, frc, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_inv, inv, true)
CM_REAL_FUNCTION(cm_sqrt, sqrt, true)
CM_REAL_FUNCTION(cm_sqrt_ieee, ieee_sqrt, true)
CM_REAL_FUNCTION(cm_rsqrt, rsqrt, cm::kAllOfDoubles)
// To base 2.
CM_REAL_FUNCTION(cm_log, log, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_exp, exp, cm::kAllOfDoubles)
// Radians.
CM_REAL_FUNCTION(cm_sin, sin, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_cos, cos, cm::kAllOfDoubles)
#ifdef CM_GEN
CM_NOT_ON_GEN(cm_asin)
CM_NOT_ON_GEN(cm_acos)
CM_NOT_ON_GEN(cm_atan)
#else
CM_REAL_FUNCTION(cm_asin, asin, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_acos, acos, cm::kAllOfDoubles)
CM_REAL_FUNCTION(cm_atan, atan, cm::kAllOfDoubles)
#endif
#undef CM_REAL_FUNCTION

template <class Ret = void, class A, class B>
CM_INLINE auto cm_div_ieee(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using T = cm::common_of<A, B>;
    static_assert(cm::is_float<T>, "cm_div_ieee is for floats (CM spec 4.3)");
    using E = cm::compute_t<T>;
    return cm::map<cm::ret_or<Ret, T>, E, E>([](auto, auto x, auto y) CM_LAMBDA { return x / y; }, flags, a,
                                             b);
}
// A negative base gives |x| to the y. The specification does not say; Intel's emulation does so.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_pow(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::map<cm::ret_or<Ret, cm::float_of<A>>, float, float>(
        []([[maybe_unused]] auto w, auto x, auto y) CM_LAMBDA {
#ifdef CM_GEN
            return cm::gen::pow(x < 0.0f ? -x : x, y);
#else
            for (int i = 0; i < decltype(w)::value; i++) x[i] = __builtin_powf(__builtin_fabsf(x[i]), y[i]);
            return x;
#endif
        },
        flags, a, b);
}
// Returns the sine. The first operand receives the cosine.
template <class Ret = void, class Cos, class X>
CM_INLINE auto cm_sincos(Cos&& cosine, const X& x, int flags = _GENX_NOSAT) {
    const auto sine = cm_sin<Ret>(x, flags);
    cm::write_back(cosine, cm_cos(x, flags));
    return sine;
}

CM_COUNTED(cm_rndd)
CM_COUNTED(cm_rndu)
CM_COUNTED(cm_rnde)
CM_COUNTED(cm_rndz)
CM_COUNTED(cm_frc)
CM_COUNTED(cm_inv)
CM_COUNTED(cm_sqrt)
CM_COUNTED(cm_sqrt_ieee)
CM_COUNTED(cm_rsqrt)
CM_COUNTED(cm_log)
CM_COUNTED(cm_exp)
CM_COUNTED(cm_pow)
CM_COUNTED(cm_div_ieee)
CM_COUNTED(cm_sin)
CM_COUNTED(cm_cos)
#ifndef CM_GEN
CM_COUNTED(cm_asin)
CM_COUNTED(cm_acos)
CM_COUNTED(cm_atan)
#endif
template <int N, class... U, class Cos, class X>
CM_INLINE auto cm_sincos(Cos&& cosine, const X& x, int flags = _GENX_NOSAT) {
    return cm_sincos<void>(static_cast<Cos&&>(cosine), x, flags);
}
template <int R, int C, class... U, class Cos, class X>
CM_INLINE auto cm_sincos(Cos&& cosine, const X& x, int flags = _GENX_NOSAT) {
    return cm_sincos<void>(static_cast<Cos&&>(cosine), x, flags);
}
