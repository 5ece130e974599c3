// Float built-ins on Gen, by its instructions. CM spec 4.3.
#pragma once

#include "../map.h"

namespace cm {
template <class X>
using float_of = std::conditional_t<is_float<operand_t<X>>, operand_t<X>, float>;
template <class X>
using real_t = std::conditional_t<std::is_same<operand_t<X>, double>::value, double, float>;
template <class Ret, class X, class F>
CM_INLINE auto real_map(const F& f, int flags, const X& x) {
    using E = real_t<X>;
    return map<ret_or<Ret, float_of<X>>, E, E>([&](auto, auto v) CM_LAMBDA { return f(v); }, flags, x);
}
}  // namespace cm

#define CM_REAL_FUNCTION(name, instruction)                                                           \
    template <class Ret = void, class X>                                                              \
    CM_INLINE auto name(const X& x, int flags = _GENX_NOSAT) {                                        \
        return cm::real_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::instruction(v); }, flags, x); \
    }
CM_REAL_FUNCTION(cm_rndd, rndd)
CM_REAL_FUNCTION(cm_rndu, rndu)
CM_REAL_FUNCTION(cm_rnde, rnde)
CM_REAL_FUNCTION(cm_rndz, rndz)
CM_REAL_FUNCTION(cm_frc, frc)
CM_REAL_FUNCTION(cm_inv, inv)
CM_REAL_FUNCTION(cm_sqrt, sqrt)
CM_REAL_FUNCTION(cm_sqrt_ieee, ieee_sqrt)
CM_REAL_FUNCTION(cm_rsqrt, rsqrt)
CM_REAL_FUNCTION(cm_log, log)
CM_REAL_FUNCTION(cm_exp, exp)
CM_REAL_FUNCTION(cm_sin, sin)
CM_REAL_FUNCTION(cm_cos, cos)
#undef CM_REAL_FUNCTION

template <class Ret = void, class A, class B>
CM_INLINE auto cm_div_ieee(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using T = cm::common_of<A, B>;
    static_assert(cm::is_float<T>, "cm_div_ieee is for floats (CM spec 4.3)");
    using E = cm::compute_t<T>;
    return cm::map<cm::ret_or<Ret, T>, E, E>([](auto, auto x, auto y) CM_LAMBDA { return x / y; }, flags, a,
                                             b);
}
// Of a negative base: |x| to the y.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_pow(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::map<cm::ret_or<Ret, cm::float_of<A>>, float, float>(
        [](auto, auto x, auto y) CM_LAMBDA { return cm::gen::pow(x < 0.0f ? -x : x, y); }, flags, a, b);
}
template <class Ret = void, class Cos, class X>
CM_INLINE auto cm_sincos(Cos&& cosine, const X& x, int flags = _GENX_NOSAT) {
    const auto sine = cm_sin<Ret>(x, flags);
    cm::write_back(cosine, cm_cos(x, flags));
    return sine;
}
CM_NOT_ON_GEN(cm_asin)
CM_NOT_ON_GEN(cm_acos)
CM_NOT_ON_GEN(cm_atan)

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
