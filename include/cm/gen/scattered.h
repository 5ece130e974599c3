// Scattered messages: up to 32 lanes each, elements in dwords of their own.
#pragma once

#include "../simd_flow.h"
#include "oword_block.h"

namespace cm::gen {

constexpr int lanes_of_message(int n) { return n >= 16 ? 16 : n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1; }

// Lanes K..K+W-1 that are active.
template <int N, int K, int W>
CM_INLINE vec<short, W> active_lanes() {
    if constexpr (N > 1 && N <= 32)
        if (cm_simd_used) return __builtin_convertvector(unpack_lanes<W>(active_mask(N) >> K), vec<short, W>);
    return splat<short, W>(1);
}
template <class T>
using dword = std::conditional_t<sizeof(T) == 4, T, uint>;
template <class T>
inline constexpr int log2_bytes = sizeof(T) == 4   ? 2
                                  : sizeof(T) == 2 ? 1
                                                   : 0;

// `surface` at (global + offsets) * scale bytes.
template <int K = 0, class O, class V>
CM_INLINE void gather(uint surface, uint global, const O& offsets, uint scale, const V& v) {
    static_assert(count_of<O> == count_of<V>, "a scattered read has as many offsets as elements");
    using T = element_t<V>;
    static_assert(sizeof(T) <= 4, "scattered messages on Gen move elements of up to 4 bytes");
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = lanes_of_message(N - K);
        const vec<T, N> old = load<T, 0, N>(v);
        const vec<uint, W> at = load<uint, K, W>(offsets) * scale;
        using D = vec<dword<T>, W>;
        const vec<T, W> before = part<T, K, N>(old, std::make_integer_sequence<int, W>());
        D in;
        if constexpr (sizeof(T) == 4)
            in = before;
        else
            in = __builtin_convertvector(bits<vec<uint_of<T>, W>>(before), D);
        D got = gather_scaled<D>(active_lanes<N, K, W>(), log2_bytes<T>, short(0), surface, global * scale,
                                 at, in);
        const region r = v.cm_region();
        vec<T, W> result;
        if constexpr (sizeof(T) == 4)
            result = got;
        else
            result = bits<vec<T, W>>(__builtin_convertvector(got, vec<uint_of<T>, W>));
        store_rows<T, rows_of<V>, cols_of<V>, K, W>(r, result);
        gather<K + W>(surface, global, offsets, scale, v);
    }
}
template <int K = 0, class O, class V>
CM_INLINE void scatter(uint surface, uint global, const O& offsets, uint scale, const V& v) {
    static_assert(count_of<O> == count_of<V>, "a scattered write has as many offsets as elements");
    using T = element_t<V>;
    static_assert(sizeof(T) <= 4, "scattered messages on Gen move elements of up to 4 bytes");
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = lanes_of_message(N - K);
        const vec<uint, W> at = load<uint, K, W>(offsets) * scale;
        using D = vec<dword<T>, W>;
        const vec<T, W> piece = load<T, K, W>(v);
        D out;
        if constexpr (sizeof(T) == 4)
            out = piece;
        else
            out = __builtin_convertvector(bits<vec<uint_of<T>, W>>(piece), D);
        scatter_scaled(active_lanes<N, K, W>(), log2_bytes<T>, short(0), surface, global * scale, at, out);
        scatter<K + W>(surface, global, offsets, scale, v);
    }
}

}  // namespace cm::gen

template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void read(SurfaceIndex buffer, uint global, const O& offsets, V&& v, CM_SOURCE_PLACE) {
    cm::gen::gather(buffer.cm_index(), global, offsets, sizeof(cm::element_t<V>), v);
}
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void write(SurfaceIndex buffer, uint global, const O& offsets, const V& v, CM_SOURCE_PLACE) {
    cm::gen::scatter(buffer.cm_index(), global, offsets, sizeof(cm::element_t<V>), v);
}
template <class T, std::enable_if_t<cm::is_scalar<T>, int> = 0>
CM_INLINE void write(SurfaceIndex buffer, uint global, uint offset, T value, CM_SOURCE_PLACE) {
    cm::gen::scatter(buffer.cm_index(), global, vector<uint, 1>(offset), sizeof(T), vector<T, 1>(value));
}
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void read_scaled(SurfaceIndex buffer, uint global, const O& offsets, V&& v, CM_SOURCE_PLACE) {
    cm::gen::gather(buffer.cm_index(), global, offsets, 1, v);
}
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void write_scaled(SurfaceIndex buffer, uint global, const O& offsets, const V& v, CM_SOURCE_PLACE) {
    cm::gen::scatter(buffer.cm_index(), global, offsets, 1, v);
}
