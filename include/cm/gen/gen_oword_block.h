// SPDX-License-Identifier: MIT
// Consecutive bytes, in messages of 128, 64, 32 and 16 bytes. What is left of a block of another size is read
// as a whole oword, and written element by element.
#pragma once

namespace cm::gen {

constexpr int oword_message(int bytes) {
    return bytes >= 128 ? 128 : bytes >= 64 ? 64 : bytes >= 32 ? 32 : 16;
}

// Calls f(first element, elements) for each message of a block of N elements of T.
template <class T, int N, int K = 0, class F>
CM_INLINE void for_owords(const F& f) {
    if constexpr (K < N) {
        constexpr int n = oword_message((N - K) * static_cast<int>(sizeof(T))) / static_cast<int>(sizeof(T));
        f(std::integral_constant<int, K>(), std::integral_constant<int, n>());
        for_owords<T, N, K + n>(f);
    }
}
template <class X, class F>
CM_INLINE void read_owords(const X& x, const F& message) {
    using T = element_t<X>;
    constexpr int N = count_of<X>, per_oword = 16 / int{sizeof(T)};
    vector<T, (N + per_oword - 1) / per_oword * per_oword> all{uninitialised()};
    for_owords<T, count_of<decltype(all)>>([&](auto k, auto n) CM_LAMBDA {
        put<0, n()>(all.template select<n(), 1>(k()), message(n, k() * static_cast<int>(sizeof(T))));
    });
    put<0, N>(x, load<T, 0, N>(all.template select<N, 1>(0)));
}
template <class X, class F, class G>
CM_INLINE void write_owords(const X& x, const F& message, const G& elements) {
    using T = element_t<X>;
    constexpr int N = count_of<X>, Rest = N % (16 / int{sizeof(T)});
    vector<T, N> all{uninitialised()};
    put<0, N>(all, load<T, 0, N>(x));
    for_owords<T, N - Rest>([&](auto k, auto n) CM_LAMBDA {
        message(k() * static_cast<int>(sizeof(T)), load<T, 0, n()>(all.template select<n(), 1>(k())));
    });
    if constexpr (Rest > 0)
        elements((N - Rest) * static_cast<int>(sizeof(T)), all.template select<Rest, 1>(N - Rest));
}

}  // namespace cm::gen

namespace cm {

// A buffer with offsets that are aligned only to 4 bytes.
struct dword_memory : memory {};
CM_INLINE dword_memory buffer_memory(dword_aligned buffer) { return {buffer_memory(buffer.surface)}; }
CM_INLINE void check_buffer(SurfaceIndex, const char*, int) {}
CM_INLINE uint whole_units(int offset, uint) {
    return static_cast<uint>(offset);
}  // messages have no bits below

template <class X>
CM_INLINE void read_linear(memory from, uint offset, const X& x) {
    gen::read_owords(x, [&](auto n, int at) CM_LAMBDA {
        return gen::oword_ld<vec<element_t<X>, n()>>(0, from.surface, (offset + static_cast<uint>(at)) >> 4);
    });
}
template <class X>
CM_INLINE void read_linear(dword_memory from, uint offset, const X& x) {
    gen::read_owords(x, [&](auto n, int at) CM_LAMBDA {
        return gen::oword_ld_unaligned<vec<element_t<X>, n()>>(0, from.surface,
                                                               offset + static_cast<uint>(at));
    });
}
template <class X>
CM_INLINE void write_linear(memory to, uint offset, const X& x) {
    gen::write_owords(
        x,
        [&](int at, auto piece)
            CM_LAMBDA { gen::oword_st(to.surface, (offset + static_cast<uint>(at)) >> 4, piece); },
        [&](int at, auto rest)
            CM_LAMBDA { scatter_elements(to, (offset & ~15u) + static_cast<uint>(at), rest); });
}
template <class X>
CM_INLINE void write_linear(dword_memory to, uint offset, const X& x) {
    scatter_elements(to, offset, x);  // from scattered.h: block messages write only owords
}

}  // namespace cm
