// SPDX-License-Identifier: MIT
// Sections of a loop's own arrays, which are in registers: regions with strides that the compiler knows.
#pragma once

#include "offload_subscripts.h"

namespace cm::offload {

// N elements, so many bytes apart.
template <int N, int Pitch>
struct lanes {
    static constexpr int kCount = N, kPitch = Pitch;
};

template <class T, class... D>
struct local_section;
template <class T>
struct local_section<T> {
    T& element;
    CM_INLINE T get() const { return element; }
    template <class X>
    CM_INLINE void put(const X& x) const {
        element = static_cast<T>(x);
    }
};
template <class T, int N, int Pitch>
struct local_section<T, lanes<N, Pitch>> {
    char* base;
    int size, at;

    CM_INLINE auto place() const { return vector_ref<T, N>(region{base, size, at, Pitch, 0}); }
    CM_INLINE vector<T, N> get() const { return place(); }
    template <class X>
    CM_INLINE void put(const X& x) const {
        place() = x;
    }
};
template <class T, int R, int Row, int C, int Column>
struct local_section<T, lanes<R, Row>, lanes<C, Column>> {
    char* base;
    int size, at;

    CM_INLINE auto place() const { return matrix_ref<T, R, C>(region{base, size, at, Column, Row}); }
    CM_INLINE vector<T, R * C> get() const { return place(); }
    template <class X>
    CM_INLINE void put(const X& x) const {
        place() = x;
    }
};
// Takes the subscripts of a section one by one. T: what is left of the array's type.
template <class T, class... D>
CM_INLINE auto at_local(char* base, int size, int at) {
    static_assert(!std::is_array_v<T>, "a section with fewer subscripts than its array has dimensions");
    static_assert(sizeof...(D) <= 2, "a section of more than two dimensions is not supported in a kernel");
    if constexpr (sizeof...(D) == 0)
        return local_section<T>{*reinterpret_cast<T*>(base + at)};
    else
        return local_section<T, D...>{base, size, at};
}
template <class T, class... D, class... Rest>
CM_INLINE auto at_local(char* base, int size, int at, int index, Rest... rest) {
    using E = std::remove_extent_t<T>;
    return at_local<E, D...>(base, size, at + index * static_cast<int>(sizeof(E)), rest...);
}
template <class T, class... D, int N, int S, class... Rest>
CM_INLINE auto at_local(char* base, int size, int at, range<N, S> r, Rest... rest) {
    using E = std::remove_extent_t<T>;
    static_assert(S != 0, "the stride of a section of a local array; expected a constant in a kernel");
    return at_local<E, D..., lanes<N, S* static_cast<int>(sizeof(E))>>(
        base, size, at + r.first * static_cast<int>(sizeof(E)), rest...);
}

// Elements of a local array by a vector of indices.
template <class T, int Total, int N>
struct local_gathered {
    T* base;
    gathered<N> index;

    CM_INLINE auto whole() const {
        return vector_ref<T, Total>(region{const_cast<char*>(reinterpret_cast<const char*>(base)),
                                           Total * long{sizeof(T)}, 0, sizeof(T), 0});
    }
    CM_INLINE vector<T, N> get() const { return whole().iselect(vector<ushort, N>(index.get())); }
    template <class X>
    CM_INLINE void put(const X& x) const {
        const vector<T, N> v = x;
        const vector<int, N> at = index.get();
#pragma unroll
        for (int i = 0; i < N; i++) base[at(i)] = v(i);
    }
};

template <class T, size_t N, class First, class... S>
CM_INLINE auto at(T (&array)[N], First first, S... rest) {
    using E = std::remove_cv_t<std::remove_all_extents_t<T>>;
    using A = std::remove_cv_t<T>;
    static_assert(is_scalar<E>, "a section of an array of structures is not supported in a kernel");
    return at_local<A[N]>(const_cast<char*>(reinterpret_cast<const char*>(&array)), sizeof array, 0, first,
                          rest...);
}
template <class T, size_t N, int M>
CM_INLINE auto at(T (&array)[N], gathered<M> g) {
    return local_gathered<T, static_cast<int>(N), M>{array, g};
}

}  // namespace cm::offload
