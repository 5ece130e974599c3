// The template library of C for Metal, as far as media kernels use it. CM spec chapter 6.
#pragma once

#include "cm.h"

#ifdef __clang__
#include "macros_push.h"

namespace cm {
template <class T, int W, int... I>
CM_INLINE vec<T, W> ramp(T first, T step, int k, std::integer_sequence<int, I...>) {
    return vec<T, W>{T(I)...} * T(step) + T(first + T(k) * step);
}
template <class D, class I, class S>
CM_INLINE void assign_ramp(const D& d, I first, S step) {
    using T = element_t<D>;
    using E = std::conditional_t<is_float<T>, compute_t<T>, uint_of<T>>;  // integers wrap
    assign_pieces(d, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        return convert<T, E, W>(
            ramp<E, W>(static_cast<E>(first), static_cast<E>(step), K, std::make_integer_sequence<int, W>()));
    });
}
}  // namespace cm

// Declare an object whose elements are first, first + step, ...; a matrix row by row. CM spec 3.2.3.
#define cm_vector(name, T, N, first, step) \
    vector<T, N> name;                     \
    ::cm::assign_ramp(name, first, step)
#define cm_matrix(name, T, R, C, first, step) \
    matrix<T, R, C> name;                     \
    ::cm::assign_ramp(name, first, step)

namespace cmtl {

template <class V>
CM_INLINE void cm_vector_assign(V&& v, int first, int step) {
    ::cm::assign_ramp(v, first, step);
}

template <class Ret = void, class A, class B>
CM_INLINE auto cm_atan2(const A& y, const B& x, int flags = _GENX_NOSAT) {
    return ::cm::map<::cm::ret_or<Ret, ::cm::float_of<A>>, float, float>(
        [](auto w, auto a, auto b) CM_LAMBDA {
            for (int i = 0; i < decltype(w)::value; ++i) a[i] = __builtin_atan2f(a[i], b[i]);
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
            for (int i = 0; i < decltype(w)::value; ++i) a[i] = __builtin_fmodf(a[i], b[i]);
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
template <class Ret = void, class X>
CM_INLINE auto cm_tanh(const X& x, int flags = _GENX_NOSAT) {
    return ::cm::real_map<Ret>([](auto e) CM_LAMBDA { return decltype(e)(__builtin_tanhf(float(e))); }, flags,
                               x);
}

// Blocks of any size; x and y, or the offset, count elements. What lies outside of the surface repeats its
// edge, or is not written. `read` and `write` are those of the surfaces. CM spec 6.1.
template <class T, int H, int W, class Surface>
CM_INLINE void ReadBlock(Surface surface, int x, int y, matrix_ref<T, H, W> block, int = 0) {
    read(surface, x * static_cast<int>(sizeof(T)), y, block);
}
template <class T, int H, int W, class Surface>
CM_INLINE void WriteBlock(Surface surface, int x, int y, matrix_ref<T, H, W> block) {
    write(surface, x * static_cast<int>(sizeof(T)), y, block);
}
template <class T, int W, class Surface>
CM_INLINE void ReadLinear(Surface surface, int offset, vector_ref<T, W> block) {
    read(surface, offset * static_cast<int>(sizeof(T)), block);
}
template <class T, int W, class Surface>
CM_INLINE void WriteLinear(Surface surface, int offset, vector_ref<T, W> block) {
    write(surface, offset * static_cast<int>(sizeof(T)), block);
}

}  // namespace cmtl

#include "macros_pop.h"
#endif
