// SPDX-License-Identifier: MIT
// Assignment and initialisation of objects of all shapes. CM spec 3.2.1, 3.3.
#pragma once

#include "simd_flow.h"

namespace cm {

template <class D, class X>
CM_INLINE constexpr void check_counts() {
    if constexpr (is_object<X>)
        static_assert(count_of<D> == count_of<X>,
                      "both sides must have the same number of elements (CM spec 2.5, 3.2.1)");
}

// Writes a piece of a new object.
template <int K, int W, class D>
CM_INLINE void put(const D& d, vec<element_t<D>, W> v) {
#ifndef CM_GEN
    if constexpr (!is_ref<D>)
        store_own<K, W>(d, v);
    else
#endif
        store_range<element_t<D>, rows_of<D>, cols_of<D>, K, W>(d.cm_region(), v);
}

#ifdef CM_GEN  // its instructions take a mask
constexpr bool kBranchWhereAllActive = false;
#else
constexpr bool kBranchWhereAllActive = true;
#endif

// Writes a piece of an existing object, only in active channels.
template <int K, int W, class D>
CM_INLINE void put_active(const D& d, vec<element_t<D>, W> v) {
    using T = element_t<D>;
    constexpr int n = count_of<D>;
    if constexpr (n > 1 && n <= 32) {
        if (cm_simd_used) {
            const std::uint32_t mask = active_mask(n);
            if (!kBranchWhereAllActive || mask != low_bits(n)) {
                auto lanes = __builtin_convertvector(unpack_lanes<W>(mask >> K), vec<sint_of<T>, W>);
                v = blend<T, W>(lanes, v, load<T, K, W>(d));
            }
        }
    }
    put<K, W>(d, v);
}

// Makes d's elements from the pieces that f(K, W) returns. d is new, and f does not read it.
template <class D, class F>
CM_INLINE void init_pieces(const D& d, const F& f) {
    for_pieces<element_t<D>, rows_of<D>, cols_of<D>>(
        [&](auto k, auto w) CM_LAMBDA { put<decltype(k)::value, decltype(w)::value>(d, f(k, w)); });
}

template <class X, int R, int C, bool M>
struct whole {
    using type = vector<X, R * C>;
};
template <class X, int R, int C>
struct whole<X, R, C, true> {
    using type = matrix<X, R, C>;
};
// A new object of the same shape as D, with elements of type E.
template <class E, class D>
using like = typename whole<E, rows_of<D>, cols_of<D>, is_matrix<D>>::type;

struct uninitialised {};

// The same for an existing object. f may read it: all of f is computed before d is written.
template <class D, class F>
CM_INLINE void assign_pieces(const D& d, const F& f) {
    using T = element_t<D>;
    constexpr int R = rows_of<D>, C = cols_of<D>;
    if constexpr (one_piece<T, R, C>) {
        put_active<0, R * C>(d, f(std::integral_constant<int, 0>(), std::integral_constant<int, R * C>()));
    } else {
        like<T, D> copy{uninitialised()};
        init_pieces(copy, f);
        for_pieces<T, R, C>([&](auto k, auto w) CM_LAMBDA {
            put_active<decltype(k)::value, decltype(w)::value>(
                d, load<T, decltype(k)::value, decltype(w)::value>(copy));
        });
    }
}

template <class D, class X>
CM_INLINE void init(const D& d, const X& x, int flags = 0) {
    check_counts<D, X>();
    using S = operand_t<X>;
    init_pieces(d, [&](auto k, auto w) CM_LAMBDA {
        constexpr int W = decltype(w)::value;
        return convert<element_t<D>, S, W>(load<S, decltype(k)::value, W>(x), flags);
    });
}

template <class D, class X>
CM_INLINE void assign(const D& d, const X& x) {
    check_counts<D, X>();
    using T = element_t<D>;
    if constexpr (!is_object<X>) {
        for_pieces<T, rows_of<D>, cols_of<D>>([&](auto k, auto w) CM_LAMBDA {
            constexpr int W = decltype(w)::value;
            put_active<decltype(k)::value, W>(d, load<T, decltype(k)::value, W>(x));
        });
    } else if constexpr (!is_ref<D> && !is_ref<X>) {  // the same object, or two that share no elements
        for_pieces<T, rows_of<D>, cols_of<D>>([&](auto k, auto w) CM_LAMBDA {
            constexpr int W = decltype(w)::value;
            put_active<decltype(k)::value, W>(d, load<T, decltype(k)::value, W>(x));
        });
    } else {
        assign_pieces(
            d, [&](auto k, auto w) CM_LAMBDA { return load<T, decltype(k)::value, decltype(w)::value>(x); });
    }
}

// From a table of constants. Copies as many elements as both have. CM spec 3.2.3.
template <class D, class A>
CM_INLINE void init_table(const D& d, const A& table) {
    using E = std::remove_cv_t<std::remove_all_extents_t<A>>;
    using T = element_t<D>;
    constexpr int given = static_cast<int>(sizeof(A) / sizeof(E));
    constexpr int n = given < count_of<D> ? given : count_of<D>;
    const region from{const_cast<char*>(reinterpret_cast<const char*>(&table)), sizeof(A), 0, sizeof(E), 0};
    for_pieces<T, rows_of<D>, cols_of<D>>([&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        if constexpr (K < n) {
            constexpr int M = K + W <= n ? W : n - K;
            put<K, M>(d, convert<T, E, M>(load_rows<E, 1, given, K, M>(from)));
        }
    });
}

}  // namespace cm
