// SPDX-License-Identifier: MIT
// Shared virtual memory on Gen: blocks of 16 to 128 bytes; 16 or 8 lanes with own addresses, atomics of 8.
#pragma once

namespace cm::gen {
template <class V>
CM_INLINE constexpr void check_owords() {  // what lies behind a block may not be there
    static_assert(bytes_in<V> % 16 == 0,
                  "a block of shared virtual memory is a multiple of 16 bytes on Gen (CM spec 4.18)");
}
}  // namespace cm::gen

template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read(svmptr_t address, V&& v) {
    using T = cm::element_t<V>;
    cm::gen::check_owords<V>();
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::svm_block_ld<cm::vec<T, n()>>(address + static_cast<svmptr_t>(at));
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read_unaligned(svmptr_t address, V&& v) {
    using T = cm::element_t<V>;
    cm::gen::check_owords<V>();
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::svm_block_ld_unaligned<cm::vec<T, n()>>(address + static_cast<svmptr_t>(at));
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_write(svmptr_t address, const V& v) {
    cm::gen::check_owords<V>();
    cm::gen::write_owords(
        v,
        [&](int at, auto piece)
            CM_LAMBDA { cm::gen::svm_block_st(address + static_cast<svmptr_t>(at), piece); },
        [](auto...) {});
}

namespace cm::gen {

template <int K, int L, int W, class A>
CM_INLINE vec<unsigned long, W> address_lanes(const A& addresses) {
    return widened<unsigned long, L, W>(load<unsigned long, K, L>(addresses));
}
// The element type in messages: dwords or qwords.
template <class T>
using message_bits = std::conditional_t<sizeof(T) == 8, unsigned long, uint>;
template <int K, int L, int W, class V, class E = message_bits<element_t<V>>>
CM_INLINE vec<E, W> element_lanes(const V& v) {
    using T = element_t<V>;
    return widened<E, L, W>(bits<vec<E, L>>(to_dwords<T, L>(load<T, K, L>(v))));
}

}  // namespace cm::gen

namespace cm {

template <int K = 0, class A, class V>
CM_INLINE void gather_addresses(const A& addresses, const V& v) {
    using T = element_t<V>;
    using E = gen::message_bits<T>;
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = gen::channel_lanes(N - K), n = gen::least(W, N - K);
        const auto enabled = gen::enabled_lanes<N, K, n, W>(1u);
        const auto at = gen::address_lanes<K, n, W>(addresses);
        const auto old = gen::element_lanes<K, n, W>(v);
        vec<E, W> got;
        if constexpr (sizeof(T) >= 4)
            got = gen::svm_gather<vec<E, W>>(enabled, 0, at, old);
        else  // elements are in the first bytes of dwords
            got = bits<vec<E, W>>(gen::svm_gather<vec<uchar, 4 * W>>(enabled, gen::log2_bytes<T>, at,
                                                                     bits<vec<uchar, 4 * W>>(old)));
        const auto piece = part<E, 0, W>(got, std::make_integer_sequence<int, n>());
        store_rows<T, rows_of<V>, cols_of<V>, K, n>(
            v.cm_region(), gen::from_dwords<T, n>(bits<vec<gen::dword<T>, n>>(piece)));
        gather_addresses<K + W>(addresses, v);
    }
}
template <int K = 0, class A, class V>
CM_INLINE void scatter_addresses(const A& addresses, const V& v) {
    using T = element_t<V>;
    constexpr int N = count_of<V>;
    if constexpr (K < N) {
        constexpr int W = gen::channel_lanes(N - K), n = gen::least(W, N - K);
        const auto enabled = gen::enabled_lanes<N, K, n, W>(1u);
        const auto at = gen::address_lanes<K, n, W>(addresses);
        const auto out = gen::element_lanes<K, n, W>(v);
        if constexpr (sizeof(T) >= 4)
            gen::svm_scatter(enabled, 0, at, out);
        else
            gen::svm_scatter(enabled, gen::log2_bytes<T>, at, bits<vec<uchar, 4 * W>>(out));
        scatter_addresses<K + W>(addresses, v);
    }
}

template <int K = 0, class A, class Ret, class S0, class S1>
CM_INLINE void address_atomics(CmAtomicOpType op, const A& addresses, const Ret& ret, const S0& a,
                               const S1& b) {
    constexpr int N = count_of<A>, W = 8;
    if constexpr (K < N) {
        constexpr int n = gen::least(W, N - K);
        const auto enabled = gen::enabled_lanes<N, K, n, W>(1u);
        const auto old = gen::bits_or_0<K, n, W>(ret);
        const auto got = gen::svm_atomic<vec<uint, W>>(
            gen::operation_of(op), enabled, gen::address_lanes<K, n, W>(addresses),
            gen::bits_of_lanes<K, n, W>(a), gen::bits_of_lanes<K, n, W>(b), old);
        gen::set_old_values<K, n, Ret, W>(op, enabled, ret, old, got);
        address_atomics<K + W>(op, addresses, ret, a, b);
    }
}

// Channel c of lane k is c dwords after the lane's address.
template <class A, class M>
CM_INLINE void gather_address_channels(const A& addresses, int mask, const M& m) {
    constexpr int N = count_of<A>;
    gen::for_channel_messages<M, N, 16>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int C = gen::channels_in(enabled()), K = k(), W = w();
        const auto got = gen::svm_gather4_scaled<vec<uint, C * W>>(
            gen::enabled_lanes<N, K, n(), W>(1u), enabled(), short(0), 0ul,
            gen::address_lanes<K, n(), W>(addresses), gen::channel_rows<0, C, N, K, n(), W>(m));
        gen::set_channel_rows<C, N, K, n(), W>(m, got, std::make_integer_sequence<int, C>());
    });
}
template <class A, class M>
CM_INLINE void scatter_address_channels(const A& addresses, int mask, const M& m) {
    constexpr int N = count_of<A>;
    gen::for_channel_messages<M, N, 16>(mask, [&](auto enabled, auto k, auto n, auto w) CM_LAMBDA {
        constexpr int K = k(), W = w();
        gen::for_runs<enabled()>([&](auto first, auto channels, auto row) CM_LAMBDA {
            gen::svm_scatter4_scaled(gen::enabled_lanes<N, K, n(), W>(1u), (1 << channels()) - 1, short(0),
                                     first() * 4ul, gen::address_lanes<K, n(), W>(addresses),
                                     gen::channel_rows<row(), channels(), N, K, n(), W>(m));
        });
    });
}

}  // namespace cm
