// SPDX-License-Identifier: MIT
// Scattered messages: up to 32 lanes each. Each element takes its own dword.
#pragma once

namespace cm::gen {

constexpr int lanes_of_message(int n) { return n >= 16 ? 16 : n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1; }

// The active ones of lanes K..K+W-1.
template <int N, int K, int W>
CM_INLINE vec<short, W> active_lanes() {
    if constexpr (N > 1 && N <= 32)
        if (cm_simd_used) return __builtin_convertvector(unpack_lanes<W>(active_mask(N) >> K), vec<short, W>);
    return splat<short, W>(1);
}
// The type of a message's elements.
template <class T>
using dword = std::conditional_t<(sizeof(T) >= 4), T, uint>;
template <class T>
inline constexpr int log2_bytes = sizeof(T) == 4   ? 2
                                  : sizeof(T) == 2 ? 1
                                                   : 0;

template <class T, int W>
CM_INLINE vec<dword<T>, W> to_dwords(vec<T, W> v) {
    if constexpr (sizeof(T) >= 4)
        return v;
    else
        return __builtin_convertvector(bits<vec<uint_of<T>, W>>(v), vec<uint, W>);
}
template <class T, int W>
CM_INLINE vec<T, W> from_dwords(vec<dword<T>, W> v) {
    if constexpr (sizeof(T) >= 4)
        return v;
    else
        return bits<vec<T, W>>(__builtin_convertvector(v, vec<uint_of<T>, W>));
}

}  // namespace cm::gen

namespace cm {

// Elements of v at (global + offsets) * scale bytes.
template <int K = 0, class O, class V>
CM_INLINE void gather(memory from, uint global, const O& offsets, uint scale, const V& v) {
    static_assert(count_of<O> == count_of<V>, "a scattered message has as many offsets as elements");
    using T = element_t<V>;
    static_assert(sizeof(T) <= 4, "scattered messages on Gen move elements of up to 4 bytes");
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = gen::lanes_of_message(N - K);
        const auto old = gen::to_dwords<T, W>(load<T, K, W>(v));
        const auto got = gen::gather_scaled<vec<gen::dword<T>, W>>(
            gen::active_lanes<N, K, W>(), gen::log2_bytes<T>, short(0), from.surface,
            from.offset + global * scale, vec<uint, W>(load<uint, K, W>(offsets) * scale), old);
        store_rows<T, rows_of<V>, cols_of<V>, K, W>(v.cm_region(), gen::from_dwords<T, W>(got));
        gather<K + W>(from, global, offsets, scale, v);
    }
}
template <int K = 0, class O, class V>
CM_INLINE void scatter(memory to, uint global, const O& offsets, uint scale, const V& v) {
    static_assert(count_of<O> == count_of<V>, "a scattered message has as many offsets as elements");
    using T = element_t<V>;
    static_assert(sizeof(T) <= 4, "scattered messages on Gen move elements of up to 4 bytes");
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = gen::lanes_of_message(N - K);
        gen::scatter_scaled(gen::active_lanes<N, K, W>(), gen::log2_bytes<T>, short(0), to.surface,
                            to.offset + global * scale, vec<uint, W>(load<uint, K, W>(offsets) * scale),
                            gen::to_dwords<T, W>(load<T, K, W>(v)));
        scatter<K + W>(to, global, offsets, scale, v);
    }
}
template <class T>
CM_INLINE void write_element(memory to, unsigned long offset, T value) {
    scatter(to, 0, vector<uint, 1>(static_cast<uint>(offset)), 1, vector<T, 1>(value));
}

// Consecutive bytes, one dword for each lane: for what block messages cannot write.
template <uint Bytes = 4, int... I>
CM_INLINE vector<uint, sizeof...(I)> dword_offsets(uint first, std::integer_sequence<int, I...>) {
    vector<uint, sizeof...(I)> at{uninitialised()};
    put<0, sizeof...(I)>(at, vec<uint, sizeof...(I)>{(I * Bytes)...} + first);
    return at;
}
template <class X>
CM_INLINE void gather_dwords(memory from, uint offset, const X& x) {
    using T = element_t<X>;
    static_assert(bytes_in<X> % 4 == 0, "such blocks are whole dwords on Gen");
    vector<T, count_of<X>> all{uninitialised()};
    gather(from, 0, dword_offsets(offset, std::make_integer_sequence<int, bytes_in<X> / 4>()), 1,
           all.template format<uint>());
    put<0, count_of<X>>(x, load<T, 0, count_of<X>>(all));
}
template <class X>
CM_INLINE void scatter_dwords(memory to, uint offset, const X& x) {
    static_assert(bytes_in<X> % 4 == 0, "such blocks are whole dwords on Gen");
    const vector<element_t<X>, count_of<X>> all = x;
    scatter(to, 0, dword_offsets(offset, std::make_integer_sequence<int, bytes_in<X> / 4>()), 1,
            all.template format<uint>());
}

// Whole dwords if they are, else an element for each lane.
template <class X>
CM_INLINE void scatter_elements(memory to, uint offset, const X& x) {
    if constexpr (bytes_in<X> % 4 == 0)
        scatter_dwords(to, offset, x);
    else
        scatter(to, 0,
                dword_offsets<sizeof(element_t<X>)>(offset, std::make_integer_sequence<int, count_of<X>>()),
                1, x);
}

}  // namespace cm
