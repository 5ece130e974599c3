// SPDX-License-Identifier: MIT
// A statement with sections, in as few turns as the lengths of its dimensions allow.
#pragma once

#include "offload_memory.h"

namespace cm::offload {

constexpr int kMostLanes = 2048;    // of a statement in one turn
constexpr int kLanesOfThread = 32;  // of an offloaded statement

// The length of a dimension that an array's type says.
template <int Before, class A>
struct extent_of;
template <class T, size_t N>
struct extent_of<0, T[N]> {
    static constexpr long kValue = static_cast<long>(N);
};
template <class T, int N>
struct extent_of<0, array<T, N>> {
    static constexpr long kValue = N;
};
template <int Before, class T, size_t N>
struct extent_of<Before, T[N]> : extent_of<Before - 1, T> {};
template <int Before, class T, int N>
struct extent_of<Before, array<T, N>> : extent_of<Before - 1, T> {};
template <int Before, class T>
struct extent_of<Before, pointer<T>> : extent_of<Before - 1, T> {};
template <int Before, class A>
CM_INLINE constexpr auto extent() {
    constexpr long n = extent_of<Before, std::remove_cv_t<std::remove_reference_t<A>>>::kValue;
    return length<n>{static_cast<int>(n)};
}

// The length that sections share; of unequal ones the shorter.
template <long N>
CM_INLINE length<N> lengths(length<N> one) {
    return one;
}
template <long N, long M, class... Rest>
CM_INLINE auto lengths(length<N> one, length<M> other, Rest... rest) {
    if constexpr (N >= 0 && M >= 0) {
        static_assert(N == M, "sections of unequal length");
        return lengths(one, rest...);
    } else {
        return lengths(length<-1>{one.value < other.value ? one.value : other.value}, rest...);
    }
}

template <class F>
CM_INLINE void statement(const F& f) {
    f();
}
template <class F, long N, class... Rest>
CM_INLINE void statement(const F& f, length<N> first, Rest... rest) {
    if constexpr (N >= 0 && N <= kMostLanes) {
        statement([&](auto... d) CM_LAMBDA { f(all<static_cast<int>(N)>(), d...); }, rest...);
    } else {
        for (int i = 0; i < first.value; i++)
            statement([&](auto... d) CM_LAMBDA { f(one{i}, d...); }, rest...);
    }
}

// An offloaded statement: thread `t` has 32 elements, or a row of those of more dimensions.
template <class F, long N, class... Rest>
CM_INLINE void thread_of_statement(int t, const F& f, length<N> first, Rest... rest) {
    if constexpr (sizeof...(Rest) > 0) {
        statement([&](auto... d) CM_LAMBDA { f(one{t}, d...); }, rest...);
    } else {
        const int begin = t * kLanesOfThread;
        if (begin + kLanesOfThread <= first.value)
            f(part<kLanesOfThread>{begin});
        else
            for (int i = begin; i < first.value; i++) f(one{i});
    }
}
template <long N, class... Rest>
int threads_of_statement(length<N> first, Rest...) {
    return sizeof...(Rest) > 0 ? first.value : (first.value + kLanesOfThread - 1) / kLanesOfThread;
}

// Calls f with one element after the other of an expression, `f(dimensions...)`.
template <class F, class Step>
CM_INLINE void each_element(const F& f, const Step& take) {
    const auto v = f();
    if constexpr (is_object<decltype(v)>) {
#pragma unroll
        for (int i = 0; i < count_of<decltype(v)>; i++) take(v(i));
    } else {
        take(v);
    }
}
template <class F, class Step, long N, class... Rest>
CM_INLINE void each_element(const F& f, const Step& take, length<N> first, Rest... rest) {
    if constexpr (N >= 0 && N <= kMostLanes) {
        each_element([&](auto... d) CM_LAMBDA { return f(all<static_cast<int>(N)>(), d...); }, take, rest...);
    } else {
        for (int i = 0; i < first.value; i++)
            each_element([&](auto... d) CM_LAMBDA { return f(one{i}, d...); }, take, rest...);
    }
}

}  // namespace cm::offload
