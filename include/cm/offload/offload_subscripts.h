// SPDX-License-Identifier: MIT
// Subscripts of sections, and the lengths of their dimensions.
#pragma once

#include "../core/matrix.h"

namespace cm::offload {

// How many elements a dimension has; -1: only the run knows.
template <long N>
struct length {
    int value;
};

// What a dimension is in one turn of a statement: all of it at once, a part that begins at an element, or one
// element.
template <int N>
struct all {};
template <int N>
struct part {
    int first;
};
struct one {
    int at;
};

// A stride; 0: only the run knows.
template <int S>
struct step {
    int value;
};

// N elements from `first` on, `step` apart.
template <int N, int S>
struct range {
    int first, step;
};
// One element for each of a vector's, which is held as a plain value: pointers stand beside it in structures.
template <int N>
struct gathered {
    vec<int, N> at;

    CM_INLINE vector<int, N> get() const {
        vector<int, N> v{uninitialised()};
        cm::put<0, N>(v, at);
        return v;
    }
};

template <class First, int N, int S = 1>
CM_INLINE range<N, S> section(First first, all<N>, step<S> s = {1}) {
    return {static_cast<int>(first), s.value};
}
template <class First, int N, int S = 1>
CM_INLINE range<N, S> section(First first, part<N> d, step<S> s = {1}) {
    return {static_cast<int>(first) + d.first * s.value, s.value};
}
template <class First, int S = 1>
CM_INLINE int section(First first, one d, step<S> s = {1}) {
    return static_cast<int>(first) + d.at * s.value;
}
template <class T, int N>
CM_INLINE gathered<N> gather(const vector<T, N>& at) {
    return {load<int, 0, N>(at)};
}
template <class T, std::enable_if_t<is_scalar<T>, int> = 0>
CM_INLINE int gather(T at) {
    return static_cast<int>(at);
}

// Which elements of a statement a dimension's index stands for.
template <class D>
inline constexpr int lanes_in = 1;
template <int N>
inline constexpr int lanes_in<all<N>> = N;
template <int N>
inline constexpr int lanes_in<part<N>> = N;

template <int N>
CM_INLINE int first_of(all<N>) {
    return 0;
}
template <int N>
CM_INLINE int first_of(part<N> d) {
    return d.first;
}
CM_INLINE int first_of(one d) { return d.at; }

// __sec_implicit_index: the index of dimension K, which `inner` elements share.
template <int K, class... D>
CM_INLINE auto implicit_index(D... d) {
    constexpr int lanes[] = {lanes_in<D>...};
    const int firsts[] = {first_of(d)...};
    constexpr int inner = [&]() constexpr {
        int n = 1;
        for (int k = K + 1; k < static_cast<int>(sizeof...(D)); k++) n *= lanes[k];
        return n;
    }
    ();
    constexpr int total = (1 * ... * lanes_in<D>);
    if constexpr (total == 1) {
        return firsts[K];
    } else {
        vector<int, total> v;
#pragma unroll
        for (int i = 0; i < total; i++) v(i) = i / inner % lanes[K];
        return vector<int, total>(v + firsts[K]);
    }
}

}  // namespace cm::offload
