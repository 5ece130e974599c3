// SPDX-License-Identifier: MIT
// Reductions to a scalar: cm_sum, cm_prod, cm_reduced_min, cm_reduced_max. CM spec 4.3. In SIMD control flow
// only active channels count. The order of float operations is not defined.
#pragma once

#include "arithmetic.h"

namespace cm {

// Inactive channels count as `neutral`.
template <class E, class X, class F>
CM_INLINE E reduce(const F& f, E neutral, const X& x) {
    static_assert(is_object<X>, "reductions take vectors and matrices (CM spec 4.3)");
    constexpr int n = count_of<X>;
    E total = neutral;
    for_pieces<element_t<X>, rows_of<X>, cols_of<X>>([&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        vec<E, W> v = load<E, K, W>(x);
        if constexpr (n <= 32) {
            if (cm_simd_used) {
                auto lanes_on =
                    __builtin_convertvector(unpack_lanes<W>(active_mask(n) >> K), vec<sint_of<E>, W>);
                v = blend<E, W>(lanes_on, v, splat<E, W>(neutral));
            }
        }
        total = f(vec<E, 1>(total), vec<E, 1>(fold<E, W>(f, v, neutral)))[0];
    });
    return total;
}

// Integers without SAT need only the low bits: 32 of them, unless Ret has more.
template <class Ret, class X>
using wrapped_total =
    std::conditional_t<is_float<element_t<X>> || is_float<Ret>, compute_t<common_t<element_t<X>, Ret>>,
                       std::conditional_t<(sizeof(Ret) > 4), unsigned long long, uint>>;
template <class Ret, class X>
using exact_total = std::conditional_t<is_float<wrapped_total<Ret, X>>, wrapped_total<Ret, X>,
                                       std::conditional_t<sizeof(element_t<X>) == 8, int128, long long>>;

}  // namespace cm

template <class Ret = void, class X>
CM_INLINE auto cm_sum(const X& x, int flags = _GENX_NOSAT) {
    using R = cm::ret_or<Ret, cm::promoted_t<cm::element_t<X>>>;
    const auto f = [](auto a, auto b) CM_LAMBDA { return a + b; };
    using Exact = cm::exact_total<R, X>;
    using Wrapped = cm::wrapped_total<R, X>;
    cm::fits_64_bits(!cm::has_64_bits<cm::element_t<X>> || !(flags & SAT));
    return flags & SAT ? cm::convert_scalar<R>(cm::reduce<Exact>(f, Exact(0), x), flags)
                       : cm::convert_scalar<R>(cm::reduce<Wrapped>(f, Wrapped(0), x));
}
template <class Ret = void, class X>
CM_INLINE auto cm_prod(const X& x, int flags = _GENX_NOSAT) {
    using R = cm::ret_or<Ret, cm::promoted_t<cm::element_t<X>>>;
    static_assert(cm::is_float<cm::element_t<X>> || !cm::is_float<R>,
                  "cm_prod of integers does not give floats (CM spec 4.3)");
    // Products of many elements overflow even 64 bits. So they are unsigned: the low bits stay right.
    using Exact = std::conditional_t<cm::is_float<cm::exact_total<R, X>>, cm::exact_total<R, X>, long long>;
    using E = std::conditional_t<cm::is_float<Exact>, Exact, unsigned long long>;
    const auto f = [](auto a, auto b) CM_LAMBDA { return a * b; };
    const E r = cm::reduce<E>(f, E(1), x);
    return cm::convert_scalar<R>(static_cast<Exact>(r), flags);
}
namespace cm {
// The better of two elements; of a number and NaN the number, as for cm_min and cm_max. So NaN is neutral.
template <class E, class Better>
struct better_number {
    template <class V>
    CM_INLINE V operator()(V a, V b) const {
        V r = Better()(a, b) ? a : b;
        if constexpr (is_float<E>) r = b == b ? r : a;
        return r;
    }
};
struct smaller {
    template <class V>
    CM_INLINE auto operator()(V a, V b) const {
        return a < b;
    }
};
struct larger {
    template <class V>
    CM_INLINE auto operator()(V a, V b) const {
        return a > b;
    }
};
template <class Ret, class Better, class X, class E = compute_t<element_t<X>>>
CM_INLINE auto reduced_to_one(const X& x, E neutral_integer, int flags) {
    const E neutral = is_float<E> ? std::numeric_limits<E>::quiet_NaN() : neutral_integer;
    const E r = reduce<E>(better_number<E, Better>(), neutral, x);
    return convert_scalar<ret_or<Ret, element_t<X>>>(r, flags);
}
}  // namespace cm
template <class Ret = void, class X>
CM_INLINE auto cm_reduced_min(const X& x, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::element_t<X>>;
    return cm::reduced_to_one<Ret, cm::smaller>(x, std::numeric_limits<E>::max(), flags);
}
template <class Ret = void, class X>
CM_INLINE auto cm_reduced_max(const X& x, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::element_t<X>>;
    return cm::reduced_to_one<Ret, cm::larger>(x, std::numeric_limits<E>::lowest(), flags);
}
CM_SPELT_OUT(cm_sum)
CM_SPELT_OUT(cm_prod)
CM_SPELT_OUT(cm_reduced_min)
CM_SPELT_OUT(cm_reduced_max)
// The names in the chapter on SIMD control flow.
template <class Ret = void, class X>
CM_INLINE auto cm_reduction_min(const X& x, int flags = _GENX_NOSAT) {
    return cm_reduced_min<Ret>(x, flags);
}
template <class Ret = void, class X>
CM_INLINE auto cm_reduction_max(const X& x, int flags = _GENX_NOSAT) {
    return cm_reduced_max<Ret>(x, flags);
}
CM_SPELT_OUT(cm_reduction_min)
CM_SPELT_OUT(cm_reduction_max)
