// SPDX-License-Identifier: MIT
// Atomic operations on Gen: messages of 16, 8 or 1 lanes; on pixels, of 8.
#pragma once

namespace cm::gen {

// Sets elements K..K+L-1 of ret to the message's result.
template <int K, int L, class Ret, int W>
CM_INLINE void set_old_values(CmAtomicOpType op, vec<uint, W> enabled, const Ret& ret, vec<uint, W> old,
                              vec<uint, W> got) {
    if constexpr (is_object<Ret>) {
        if (op == ATOMIC_PREDEC) got -= 1u;  // the new values
        set_bits_of_lanes<K, L, 0, W>(ret, vec<uint, W>(enabled != 0u ? got : old));
    }
}
CM_INLINE int operation_of(CmAtomicOpType op) { return op == ATOMIC_PREDEC ? ATOMIC_DEC : op; }

}  // namespace cm::gen

namespace cm {

// Each lane k whose mask element is not 0 works on the dword at (global + offsets[k]) * scale bytes.
template <int K = 0, class M, class O, class A, class B, class Ret>
CM_INLINE void atomics(CmAtomicOpType op, memory to, uint global, uint scale, const M& mask, const O& offsets,
                       const A& a, const B& b, const Ret& ret) {
    constexpr int N = count_of<O>;
    if constexpr (K < N) {
        constexpr int W = N == 1 ? 1 : gen::channel_lanes(N - K), n = gen::least(W, N - K);
        const auto enabled = gen::enabled_lanes<N, K, n, W>(mask);
        const auto old = gen::bits_or_0<K, n, W>(ret);
        const auto got = gen::dword_atomic<vec<uint, W>>(
            gen::operation_of(op), enabled, to.surface,
            vec<uint, W>((gen::bits_of_lanes<K, n, W>(offsets) + global) * scale + to.offset),
            gen::bits_of_lanes<K, n, W>(a), gen::bits_of_lanes<K, n, W>(b), old);
        gen::set_old_values<K, n, Ret, W>(op, enabled, ret, old, got);
        atomics<K + W>(op, to, global, scale, mask, offsets, a, b, ret);
    }
}
// The same for pixels (u, v, r).
template <int K = 0, class M, class U, class V, class R, class A, class B, class Ret>
CM_INLINE void pixel_atomics(CmAtomicOpType op, SurfaceIndex to, const M& mask, const U& u, const V& v,
                             const R& r, const A& a, const B& b, const Ret& ret) {
    constexpr int N = count_of<U>, W = 8;
    if constexpr (K < N) {
        constexpr int n = gen::least(W, N - K);
        const auto enabled = gen::enabled_lanes<N, K, n, W>(mask);
        const auto got = gen::typed_atomic<vec<uint, W>>(
            gen::operation_of(op), enabled, to.cm_index(), gen::bits_of_lanes<K, n, W>(a),
            gen::bits_of_lanes<K, n, W>(b), gen::bits_of_lanes<K, n, W>(u), gen::bits_of_lanes<K, n, W>(v),
            gen::bits_of_lanes<K, n, W>(r), splat<uint, W>(0));
        gen::set_old_values<K, n, Ret, W>(op, enabled, ret, gen::bits_or_0<K, n, W>(ret), got);
        pixel_atomics<K + W>(op, to, mask, u, v, r, a, b, ret);
    }
}

}  // namespace cm
