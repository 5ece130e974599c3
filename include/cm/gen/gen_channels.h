// SPDX-License-Identifier: MIT
// Messages of up to four channels on Gen: untyped ones of 16 or 8 lanes, typed ones of 8.
#pragma once

namespace cm::gen {

// The lanes of the message that begins at lane K of N. Lanes past N are off.
constexpr int channel_lanes(int left) { return left > 8 ? 16 : 8; }

// L lanes, then zeros.
template <class T, int L, int W>
CM_INLINE vec<T, W> widened(vec<T, L> v) {
    if constexpr (L == W)
        return v;
    else
        return join<T, L, W - L>(v, splat<T, W - L>(0), std::make_integer_sequence<int, W>());
}
// Elements K..K+L-1 of an operand as 32 bits, in the first L of W lanes.
template <int K, int L, int W, class X>
CM_INLINE vec<uint, W> bits_of_lanes(const X& x) {
    using E = std::conditional_t<std::is_same<operand_t<X>, float>::value, float, uint>;
    return widened<uint, L, W>(bits<vec<uint, L>>(load<E, K, L>(x)));
}
template <int K, int L, int W, class X>
CM_INLINE vec<uint, W> bits_or_0(const X& x) {
    if constexpr (is_object<X>)
        return bits_of_lanes<K, L, W>(x);
    else
        return splat<uint, W>(0);
}
// Sets elements K..K+L-1 of x to lanes From.. of `lanes`.
template <int K, int L, int From, int W, class X>
CM_INLINE void set_bits_of_lanes(const X& x, vec<uint, W> lanes) {
    using T = element_t<X>;
    const auto v = part<uint, From, W>(lanes, std::make_integer_sequence<int, L>());
    vec<T, L> converted;
    if constexpr (std::is_same<T, float>::value)
        converted = bits<vec<T, L>>(v);
    else
        converted = convert<T, uint, L>(v);
    store_rows<T, rows_of<X>, cols_of<X>, K, L>(x.cm_region(), converted);
}
// Lanes K..K+L-1 of N that are active and not masked out.
template <int N, int K, int L, int W, class M>
CM_INLINE vec<uint, W> enabled_lanes(const M& mask) {
    return bits_of_lanes<K, L, W>(mask) &
           __builtin_convertvector(active_lanes<N, K, W>() != short(0), vec<uint, W>);
}

constexpr int channels_in(int mask) { return __builtin_popcount(static_cast<uint>(mask)); }
// The first of the mask's channels: as many as there are rows.
constexpr int channels_with_rows(int mask, int rows) {
    for (int c = 3; c >= 0; c--)
        if (channels_in(mask) > rows) mask &= ~(1 << c);
    return mask;
}
// Calls f(mask) with the mask as a type.
template <int Mask = 1, class F>
CM_INLINE void with_channels(int mask, const F& f) {
    if constexpr (Mask < 16) {
        if (mask == Mask) f(std::integral_constant<int, Mask>());
        with_channels<Mask + 1>(mask, f);
    }
}
// Calls f(first channel, channels, first row) for each run of channels in Mask. A write must begin with the
// first channel.
template <int Mask, int C = 0, class F>
CM_INLINE void for_runs(const F& f) {
    if constexpr (C < 4 && (Mask >> C) != 0) {
        constexpr int run = __builtin_ctz(~(static_cast<uint>(Mask) >> C));
        if constexpr (run > 0)
            f(std::integral_constant<int, C>(), std::integral_constant<int, run>(),
              std::integral_constant<int, channels_in(Mask & ((1 << C) - 1))>());
        for_runs<Mask, C + run + 1>(f);
    }
}

// Rows Row..Row+C-1 of m as one vector: lanes K..K+L-1 of N from each, W lanes each. And the reverse.
template <int Row, int C, int N, int K, int L, int W, class M>
CM_INLINE vec<uint, C * W> channel_rows(const M& m) {
    const auto row = bits_of_lanes<Row * N + K, L, W>(m);
    if constexpr (C == 1)
        return row;
    else
        return join<uint, W, (C - 1) * W>(row, channel_rows<Row + 1, C - 1, N, K, L, W>(m),
                                          std::make_integer_sequence<int, C * W>());
}
template <int C, int N, int K, int L, int W, class M, int... Row>
CM_INLINE void set_channel_rows(const M& m, vec<uint, C * W> v, std::integer_sequence<int, Row...>) {
    (set_bits_of_lanes<Row * N + K, L, Row * W, C * W>(m, v), ...);
}

// Calls f(mask, first lane, lanes, lanes of the message) for the messages that move the mask's channels to or
// from M, in `lanes` lanes.
template <class M, int Lanes, int Widest, int K = 0, class F>
CM_INLINE void for_channel_messages(int mask, const F& f) {
    static_assert(sizeof(element_t<M>) == 4, "channels are dwords on Gen");
    if constexpr (K < Lanes) {
        constexpr int W = least(Widest, channel_lanes(Lanes - K)), n = least(W, Lanes - K);
        with_channels(mask, [&](auto enabled) CM_LAMBDA {
            constexpr int fitting = channels_with_rows(enabled(), count_of<M> / Lanes);
            f(std::integral_constant<int, fitting>(), std::integral_constant<int, K>(),
              std::integral_constant<int, n>(), std::integral_constant<int, W>());
        });
        for_channel_messages<M, Lanes, Widest, K + W>(mask, f);
    }
}

}  // namespace cm::gen

namespace cm {

// Channel c of lane k is c dwords after (base + offsets[k]) * scale bytes.
template <class O, class M>
CM_INLINE void gather_channels(memory from, int mask, uint base, const O& offsets, uint scale, const M& m) {
    constexpr int N = count_of<O>;
    gen::for_channel_messages<M, N, 16>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int C = gen::channels_in(enabled()), K = k(), W = w();
        const auto old = gen::channel_rows<0, C, N, K, n(), W>(m);
        const auto got = gen::gather4_scaled<vec<uint, C * W>>(
            gen::enabled_lanes<N, K, n(), W>(1u), enabled(), short(0), from.surface,
            from.offset + base * scale, vec<uint, W>(gen::bits_of_lanes<K, n(), W>(offsets) * scale), old);
        gen::set_channel_rows<C, N, K, n(), W>(m, got, std::make_integer_sequence<int, C>());
    });
}
template <class O, class M>
CM_INLINE void scatter_channels(memory to, int mask, uint base, const O& offsets, uint scale, const M& m) {
    constexpr int N = count_of<O>;
    gen::for_channel_messages<M, N, 16>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int K = k(), W = w();
        gen::for_runs<enabled()>([&](auto first, auto channels, auto row) CM_LAMBDA {
            gen::scatter4_scaled(gen::enabled_lanes<N, K, n(), W>(1u), (1 << channels()) - 1, short(0),
                                 to.surface, to.offset + base * scale + first() * 4u,
                                 vec<uint, W>(gen::bits_of_lanes<K, n(), W>(offsets) * scale),
                                 gen::channel_rows<row(), channels(), N, K, n(), W>(m));
        });
    });
}

// The pixel (u, v, r) of lane k.
template <class M, class U, class V, class R>
CM_INLINE void gather_pixels(SurfaceIndex from, int mask, const M& m, const U& u, const V& v, const R& r) {
    constexpr int N = count_of<U>;
    gen::for_channel_messages<M, N, 8>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int C = gen::channels_in(enabled()), K = k(), W = w();
        const auto old = gen::channel_rows<0, C, N, K, n(), W>(m);
        const auto got = gen::gather4_typed<vec<uint, C * W>>(
            enabled(), gen::enabled_lanes<N, K, n(), W>(1u), from.cm_index(),
            gen::bits_of_lanes<K, n(), W>(u), gen::bits_of_lanes<K, n(), W>(v),
            gen::bits_of_lanes<K, n(), W>(r), old);
        gen::set_channel_rows<C, N, K, n(), W>(m, got, std::make_integer_sequence<int, C>());
    });
}
template <class M, class U, class V, class R>
CM_INLINE void scatter_pixels(SurfaceIndex to, int mask, const M& m, const U& u, const V& v, const R& r) {
    constexpr int N = count_of<U>;
    gen::for_channel_messages<M, N, 8>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int C = gen::channels_in(enabled()), K = k(), W = w();
        gen::scatter4_typed(enabled(), gen::enabled_lanes<N, K, n(), W>(1u), to.cm_index(),
                            gen::bits_of_lanes<K, n(), W>(u), gen::bits_of_lanes<K, n(), W>(v),
                            gen::bits_of_lanes<K, n(), W>(r), gen::channel_rows<0, C, N, K, n(), W>(m));
    });
}

}  // namespace cm
