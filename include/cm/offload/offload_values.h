// SPDX-License-Identifier: MIT
// Operations of C++ on the values of sections: conversions, conditions, calls, reductions.
#pragma once

#include "offload_statement.h"

namespace cm::offload {

template <class T, class X>
CM_INLINE auto cast(const X& x) {
    if constexpr (is_object<X>)
        return vector<T, count_of<X>>(x);
    else
        return static_cast<T>(x);
}

template <class C, class A, class B>
CM_INLINE auto choose(const C& condition, const A& a, const B& b) {
    if constexpr (is_object<C>) {
        vector<common_t<operand_t<A>, operand_t<B>>, count_of<C>> v, x = a, y = b;
        v.merge(x, y, truth(condition));
        return v;
    } else if constexpr (is_object<A> || is_object<B>) {
        constexpr int n = count_of<std::conditional_t<is_object<A>, A, B>>;
        vector<common_t<operand_t<A>, operand_t<B>>, n> v = b;
        if (condition) v = a;
        return v;
    } else {
        return condition ? a : b;
    }
}

template <class X>
CM_INLINE auto lane_of(const X& x, int i) {
    if constexpr (is_object<X>)
        return x(i);
    else
        return x;
}
template <class... X>
constexpr int most_lanes() {
    int n = 1;
    ((n = is_object<X> ? [] {
        if constexpr (is_object<X>)
            return count_of<X>;
        else
            return 1;
    }()
                       : n),
     ...);
    return n;
}
// f of each element.
template <class F, class... X>
CM_INLINE auto each(const F& f, const X&... x) {
    constexpr int n = most_lanes<X...>();
    if constexpr (!(is_object<X> || ...)) {
        return f(x...);
    } else if constexpr (std::is_void_v<decltype(f(lane_of(x, 0)...))>) {
#pragma unroll
        for (int i = 0; i < n; i++) f(lane_of(x, i)...);
    } else {
        vector<std::decay_t<decltype(f(lane_of(x, 0)...))>, n> v;
#pragma unroll
        for (int i = 0; i < n; i++) v(i) = f(lane_of(x, i)...);
        return v;
    }
}

enum class Reduce { add, mul, max, min, max_ind, min_ind, all_zero, all_nonzero, any_zero, any_nonzero };

// Of a type T, minus infinity or the least number, and the other end.
template <class T>
constexpr T least() {
    using L = std::numeric_limits<T>;
    return L::has_infinity ? -L::infinity() : L::lowest();
}
template <class T>
constexpr T most() {
    using L = std::numeric_limits<T>;
    return L::has_infinity ? L::infinity() : L::max();
}

// As Cilk Plus defines them: one element after the other. Of equal elements the index is the last one's, as
// on the host (gfx/rewriting/array_notation/reductions.cpp).
template <Reduce R, class F, class... L>
CM_INLINE auto reduce(const F& f, L... lengths) {
    using Value = std::decay_t<decltype(f((static_cast<void>(lengths), one{0})...))>;
    constexpr bool logical = R >= Reduce::all_zero;
    constexpr bool indexed = R == Reduce::max_ind || R == Reduce::min_ind;
    int at = 0, found = 0;
    bool first = true, all_zero = true, all_nonzero = true;
    using T = operand_t<Value>;
    T v = R == Reduce::max ? least<T>() : R == Reduce::min ? most<T>() : R == Reduce::mul ? T(1) : T(0);
    each_element(
        f,
        [&](auto e) CM_LAMBDA {
            if constexpr (R == Reduce::add) {
                v += e;
            } else if constexpr (R == Reduce::mul) {
                v *= e;
            } else if constexpr (logical) {
                all_zero = all_zero && e == 0;
                all_nonzero = all_nonzero && e != 0;
            } else {
                const bool larger = R == Reduce::max || R == Reduce::max_ind;
                const bool better = larger ? e > v : e < v;
                if (better || (indexed && (first || e == v))) {
                    v = e;
                    found = at;
                }
                first = false;
                at++;
            }
        },
        lengths...);
    if constexpr (R == Reduce::all_zero)
        return static_cast<int>(all_zero);
    else if constexpr (R == Reduce::all_nonzero)
        return static_cast<int>(all_nonzero);
    else if constexpr (R == Reduce::any_zero)
        return static_cast<int>(!all_nonzero);
    else if constexpr (R == Reduce::any_nonzero)
        return static_cast<int>(!all_zero);
    else if constexpr (indexed)
        return found;
    else
        return v;
}

}  // namespace cm::offload
