// Float built-ins. CM spec 4.3. The GPU's are approximate; these are the C library's, of single precision.
#pragma once

#ifdef CM_GEN
#include "gen/math.h"
#else

#include "map.h"

namespace cm {

// Ret by default the operand's type; an integer operand computes as float.
template <class X>
using float_of = std::conditional_t<is_float<operand_t<X>>, operand_t<X>, float>;
template <class X>
using real_t = std::conditional_t<std::is_same<operand_t<X>, double>::value, double, float>;

// f of every lane.
template <class Ret, class X, class F>
CM_INLINE auto real_map(const F& f, int flags, const X& x) {
    using E = real_t<X>;
    return map<ret_or<Ret, float_of<X>>, E, E>(
        [&](auto w, auto v) CM_LAMBDA { return lanes<E, E, decltype(w)::value>(f, v); }, flags, x);
}

CM_INLINE float sqrt_of(float x) { return __builtin_sqrtf(x); }
CM_INLINE double sqrt_of(double x) { return __builtin_sqrt(x); }

}  // namespace cm

// To an integer: down, up, to the nearest (ties to even), toward zero. With an integer Ret they convert.
template <class Ret = void, class X>
CM_INLINE auto cm_rndd(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_floor(e)); }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_rndu(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_ceil(e)); }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_rnde(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_rint(e)); }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_rndz(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_trunc(e)); }, flags, x);
}
// x - floor(x): never negative.
template <class Ret = void, class X>
CM_INLINE auto cm_frc(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return e - decltype(e)(__builtin_floor(e)); }, flags, x);
}

template <class Ret = void, class X>
CM_INLINE auto cm_inv(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(1) / e; }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_sqrt(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return cm::sqrt_of(cm::root_operand(e)); }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_rsqrt(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(1) / cm::sqrt_of(cm::root_operand(e)); }, flags, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_sqrt_ieee(const X& x, int flags = _GENX_NOSAT) {
    return cm_sqrt<Ret>(x, flags);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_div_ieee(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using T = cm::common_of<A, B>;
    static_assert(cm::is_float<T>, "cm_div_ieee is for floats (CM spec 4.3)");
    using E = cm::compute_t<T>;
    return cm::map<cm::ret_or<Ret, T>, E, E>([](auto, auto x, auto y) CM_LAMBDA { return x / y; }, flags, a,
                                             b);
}

// Of base 2.
template <class Ret = void, class X>
CM_INLINE auto cm_log(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_log2f(float(cm::root_operand(e)))); }, flags,
                             x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_exp(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_exp2f(float(e))); }, flags,
                             x);
}
// Of a negative base: |x| to the y. The specification does not say; Intel's emulation does so.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_pow(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::map<cm::ret_or<Ret, cm::float_of<A>>, float, float>(
        [](auto w, auto x, auto y) CM_LAMBDA {
            for (int i = 0; i < decltype(w)::value; ++i) x[i] = __builtin_powf(__builtin_fabsf(x[i]), y[i]);
            return x;
        },
        flags, a, b);
}

// Radians.
template <class Ret = void, class X>
CM_INLINE auto cm_sin(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_sinf(float(e))); }, flags,
                             x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_cos(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_cosf(float(e))); }, flags,
                             x);
}
// The sine; the cosine through the first operand.
template <class Ret = void, class Cos, class X>
CM_INLINE auto cm_sincos(Cos&& cosine, const X& x, int flags = _GENX_NOSAT) {
    const auto sine = cm_sin<Ret>(x, flags);
    cm::write_back(cosine, cm_cos(x, flags));
    return sine;
}
template <class Ret = void, class X>
CM_INLINE auto cm_asin(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_asinf(float(e))); }, flags,
                             x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_acos(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_acosf(float(e))); }, flags,
                             x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_atan(const X& x, int flags = _GENX_NOSAT) {
    return cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_atanf(float(e))); }, flags,
                             x);
}

CM_COUNTED(cm_rndd)
CM_COUNTED(cm_rndu)
CM_COUNTED(cm_rnde)
CM_COUNTED(cm_rndz)
CM_COUNTED(cm_frc)
CM_COUNTED(cm_inv)
CM_COUNTED(cm_sqrt)
CM_COUNTED(cm_rsqrt)
CM_COUNTED(cm_log)
CM_COUNTED(cm_exp)
CM_COUNTED(cm_pow)
CM_COUNTED(cm_sin)
CM_COUNTED(cm_cos)

#endif
