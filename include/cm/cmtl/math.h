// SPDX-License-Identifier: MIT
// Float functions of the template library. They are exact; Intel's library approximates. CM spec 6.8.
#pragma once

#include "../language/math.h"

// Kernels use these names. The values are those of Intel's library, with six digits.
#define CM_CONST_E 2.71828f
#define CM_CONST_PI 3.14159f
#define CM_CONST_2PI 6.28318f

namespace cmtl {

template <class Ret = void, class A, class B>
CM_INLINE auto cm_atan2(const A& y, const B& x, int flags = _GENX_NOSAT) {
    return ::cm::map<::cm::ret_or<Ret, ::cm::float_of<A>>, float, float>(
        [](auto w, auto a, auto b) CM_LAMBDA {
            for (int i = 0; i < decltype(w)::value; i++) a[i] = __builtin_atan2f(a[i], b[i]);
            return a;
        },
        flags, y, x);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_atan2_fast(const A& y, const B& x, int flags = _GENX_NOSAT) {
    return cm_atan2<Ret>(y, x, flags);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_fmod(const A& y, const B& x, int flags = _GENX_NOSAT) {
    return ::cm::map<::cm::ret_or<Ret, ::cm::float_of<A>>, float, float>(
        [](auto w, auto a, auto b) CM_LAMBDA {
            for (int i = 0; i < decltype(w)::value; i++) a[i] = __builtin_fmodf(a[i], b[i]);
            return a;
        },
        flags, y, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_floor(const X& x, int flags = _GENX_NOSAT) {
    return ::cm_rndd<Ret>(x, flags);
}
template <class Ret = void, class X>
CM_INLINE auto cm_ceil(const X& x, int flags = _GENX_NOSAT) {
    return ::cm_rndu<Ret>(x, flags);
}
CM_COUNTED(cm_floor)
CM_COUNTED(cm_ceil)
template <class Ret = void, class X>
CM_INLINE auto cm_tanh(const X& x, int flags = _GENX_NOSAT) {
    return ::cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_tanhf(float(e))); }, flags,
                               x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_tanh_cody_waite(const X& x, int flags = _GENX_NOSAT) {
    return cm_tanh<Ret>(x, flags);
}

}  // namespace cmtl
