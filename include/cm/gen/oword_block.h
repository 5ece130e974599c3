// Consecutive bytes: messages of 128, 64, 32 and 16 bytes.
#pragma once

#include "../memory.h"

namespace cm::gen {

constexpr int oword_message(int bytes) {
    return bytes >= 128 ? 128 : bytes >= 64 ? 64 : bytes >= 32 ? 32 : 16;
}

// Calls f(first element, elements) for the messages that a block of N elements of T takes.
template <class T, int N, int K = 0, class F>
CM_INLINE void for_owords(const F& f) {
    static_assert(N * sizeof(T) % 16 == 0,
                  "a block read or write of a buffer moves multiples of 16 bytes (CM spec 4.5)");
    if constexpr (K < N) {
        constexpr int n = oword_message((N - K) * static_cast<int>(sizeof(T))) / static_cast<int>(sizeof(T));
        f(std::integral_constant<int, K>(), std::integral_constant<int, n>());
        for_owords<T, N, K + n>(f);
    }
}
template <class X, class F>
CM_INLINE void read_owords(const X& x, const F& message) {
    using T = element_t<X>;
    vector<T, count_of<X>> all{uninitialised()};
    for_owords<T, count_of<X>>([&](auto k, auto n) CM_LAMBDA {
        put<0, n()>(all.template select<n(), 1>(k()), message(n, k() * static_cast<int>(sizeof(T))));
    });
    put<0, count_of<X>>(x, load<T, 0, count_of<X>>(all));
}
template <class X, class F>
CM_INLINE void write_owords(const X& x, const F& message) {
    using T = element_t<X>;
    vector<T, count_of<X>> all{uninitialised()};
    put<0, count_of<X>>(all, load<T, 0, count_of<X>>(x));
    for_owords<T, count_of<X>>([&](auto k, auto n) CM_LAMBDA {
        message(k() * static_cast<int>(sizeof(T)), load<T, 0, n()>(all.template select<n(), 1>(k())));
    });
}

}  // namespace cm::gen

template <class V, cm::if_object<V> = 0>
CM_INLINE void read(SurfaceIndex buffer, int offset, V&& v, CM_SOURCE_PLACE) {
    using T = cm::element_t<V>;
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::oword_ld<cm::vec<T, n()>>(0, buffer.cm_index(), static_cast<uint>(offset + at) >> 4);
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void read(cm::dword_aligned buffer, int offset, V&& v, CM_SOURCE_PLACE) {
    using T = cm::element_t<V>;
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::oword_ld_unaligned<cm::vec<T, n()>>(0, buffer.surface.cm_index(),
                                                            static_cast<uint>(offset + at));
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void write(SurfaceIndex buffer, int offset, const V& v, CM_SOURCE_PLACE) {
    cm::gen::write_owords(v, [&](int at, auto piece) CM_LAMBDA {
        cm::gen::oword_st(buffer.cm_index(), static_cast<uint>(offset + at) >> 4, piece);
    });
}
