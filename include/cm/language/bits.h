// SPDX-License-Identifier: MIT
// Bit built-ins. CM spec 4.3.
#pragma once

#include "../core/map.h"

// Packs element k into bit k; and unpacks. Only the elements' lowest bits count. The specification has 8, 16
// and 32 elements; Intel's header packs any number up to that.
template <class X>
CM_INLINE uint cm_pack_mask(const X& x) {
    constexpr int n = cm::count_of<X>;
    static_assert(n <= 32, "cm_pack_mask takes up to 32 elements");
    return cm::pack_lanes<n>(cm::merge_lanes<short, 0, n>(x));
}
template <int... N, class X, std::enable_if_t<(sizeof...(N) > 0), int> = 0>
CM_INLINE uint cm_pack_mask(const X& x) {
    cm::check_spelt<X, N...>();
    return cm_pack_mask<X>(x);
}
template <class T, int N>
CM_INLINE vector<T, N> cm_unpack_mask(uint mask) {
    static_assert(N == 8 || N == 16 || N == 32, "cm_unpack_mask gives 8, 16 or 32 elements (CM spec 4.3)");
    vector<T, N> out{cm::uninitialised()};
    cm::init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        return cm::convert<T, int, W>(cm::unpack_lanes<W>(mask >> K) & 1);
    });
    return out;
}

namespace cm {
// f of each element as 32 bits, sign-extended if T is signed. On Gen f gets all elements at once, as uint.
template <class Ret, class X, class F>
CM_INLINE auto bit_map(const F& f, const X& x) {
    check_dwords<X>();
    using E = std::conditional_t<is_signed<operand_t<X>>, int, uint>;
    return map<ret_or<Ret, uint>, E, uint>(
        [&](auto w, auto v) CM_LAMBDA {
#ifdef CM_GEN
            return f(bits<vec<uint, decltype(w)::value>>(v));
#else
            return lanes<uint, E, decltype(w)::value>(f, v);
#endif
        },
        0, x);
}
CM_INLINE uint leading_zeroes(uint e) { return e ? static_cast<uint>(__builtin_clz(e)) : 32u; }
}  // namespace cm

#ifdef CM_GEN
#include "../gen/gen_bits.h"
#else
template <class Ret = void, class X>
CM_INLINE auto cm_cbit(const X& x) {
    using U = cm::uint_of<cm::operand_t<X>>;  // counts only the element's own bits
    return cm::bit_map<Ret>([](auto e) CM_LAMBDA { return static_cast<uint>(__builtin_popcount(U(e))); }, x);
}
// The lowest set bit; ~0 if there is none.
template <class Ret = void, class X>
CM_INLINE auto cm_fbl(const X& x) {
    return cm::bit_map<Ret>(
        [](auto e) CM_LAMBDA { return e ? static_cast<uint>(__builtin_ctz(static_cast<uint>(e))) : ~0u; }, x);
}
// Leading zeroes; for negative numbers leading ones. ~0 for 0 and -1.
template <class Ret = void, class X>
CM_INLINE auto cm_fbh(const X& x) {
    return cm::bit_map<Ret>(
        [](auto e) CM_LAMBDA {
            const uint u = static_cast<uint>(e < 0 ? ~e : e);
            return u ? cm::leading_zeroes(u) : ~0u;
        },
        x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_lzd(const X& x, int = _GENX_NOSAT) {
    return cm::bit_map<Ret>([](auto e) CM_LAMBDA { return cm::leading_zeroes(static_cast<uint>(e)); }, x);
}
// The 32 bits in reverse order.
template <class Ret = void, class X>
CM_INLINE auto cm_bf_reverse(const X& x) {
    return cm::bit_map<Ret>(
        [](auto e) CM_LAMBDA { return static_cast<uint>(__builtin_bitreverse32(static_cast<uint>(e))); }, x);
}
#endif

CM_COUNTED(cm_cbit)
CM_COUNTED(cm_fbl)
CM_COUNTED(cm_fbh)
CM_SPELT_OUT(cm_lzd)
CM_COUNTED(cm_lzd)
CM_SPELT_OUT(cm_bf_reverse)

// Shifts of the promoted first operand. As on Gen, counts are modulo 32, or 64 where 64 bits are shifted: of
// the first operand, or of the result of a left shift. The specification says 5 bits, and 6.
namespace cm {
template <class Ret, class E, class A, class B>
CM_INLINE auto shift_right(const A& a, const B& b, int flags) {
    static_assert(is_integer<operand_t<A>> && is_integer<operand_t<B>>,
                  "shifts are for integers (CM spec 4.3)");
    return map<Ret, E, E>([](auto, auto x, auto y) CM_LAMBDA { return x >> (y & E(sizeof(E) * 8 - 1)); },
                          flags, a, b);
}
}  // namespace cm
template <class Ret = void, class A, class B>
CM_INLINE auto cm_shr(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = cm::promoted_t<cm::operand_t<A>>;
    using Signed = std::conditional_t<cm::is_signed<cm::operand_t<A>>, E, std::make_unsigned_t<E>>;
    return cm::shift_right<cm::ret_or<Ret, cm::operand_t<A>>, Signed>(a, b, flags);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_asr(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = std::make_signed_t<cm::promoted_t<cm::operand_t<A>>>;
    return cm::shift_right<cm::ret_or<Ret, cm::operand_t<A>>, E>(a, b, flags);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_lsr(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = std::make_unsigned_t<cm::promoted_t<cm::operand_t<A>>>;
    return cm::shift_right<cm::ret_or<Ret, cm::operand_t<A>>, E>(a, b, flags);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_shl(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using R = cm::ret_or<Ret, cm::operand_t<A>>;
    constexpr bool wide = sizeof(cm::operand_t<A>) == 8 || sizeof(R) == 8;
    using L = std::conditional_t<
        wide, cm::int128, std::conditional_t<cm::is_signed<cm::operand_t<A>>, long long, unsigned long long>>;
    constexpr L most = wide ? 63 : 31;
    cm::fits_64_bits(!wide || !(flags & SAT));
    return cm::map<R, L, L>([](auto w, auto x, auto y)
                                CM_LAMBDA { return cm::op_shl::apply<L, decltype(w)::value>(x, y & most); },
                            flags, a, b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_rol(const A& a, const B& b) {
    using U = cm::uint_of<cm::operand_t<A>>;
    constexpr U mask = sizeof(U) * 8 - 1;
    return cm::map<cm::ret_or<Ret, cm::operand_t<A>>, U, U>(
        [](auto, auto x, auto y) CM_LAMBDA { return (x << (y & mask)) | (x >> ((U(0) - y) & mask)); }, 0, a,
        b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_ror(const A& a, const B& b) {
    using U = cm::uint_of<cm::operand_t<A>>;
    constexpr U mask = sizeof(U) * 8 - 1;
    return cm::map<cm::ret_or<Ret, cm::operand_t<A>>, U, U>(
        [](auto, auto x, auto y) CM_LAMBDA { return (x >> (y & mask)) | (x << ((U(0) - y) & mask)); }, 0, a,
        b);
}

CM_SPELT_OUT(cm_shr)
CM_SPELT_OUT(cm_asr)
CM_SPELT_OUT(cm_lsr)
CM_SPELT_OUT(cm_shl)
CM_SPELT_OUT(cm_rol)
CM_SPELT_OUT(cm_ror)

// Fields of `width` bits from bit `offset`. Only the low five bits of both are used.
template <class Ret = void, class W, class O, class V, class S>
CM_INLINE auto cm_bf_insert(const W& width, const O& offset, const V& val, const S& src) {
    cm::check_dwords<V, S>();
    return cm::map<cm::ret_or<Ret, cm::operand_t<S>>, uint, uint>(
        [](auto, auto w, auto o, auto v, auto s) CM_LAMBDA {
            const auto field = ((1u << (w & 31u)) - 1u) << (o & 31u);
            return (s & ~field) | ((v << (o & 31u)) & field);
        },
        0, width, offset, val, src);
}
// For a signed source, the field's highest bit is its sign.
template <class Ret = void, class W, class O, class S>
CM_INLINE auto cm_bf_extract(const W& width, const O& offset, const S& src) {
    cm::check_dwords<S>();
    using T = cm::operand_t<S>;
    return cm::map<cm::ret_or<Ret, T>, uint, uint>(
        [](auto n, auto w, auto o, auto s) CM_LAMBDA {
            using V = cm::vec<uint, decltype(n)::value>;
            const V field = (V(1u) << (w & 31u)) - 1u;
            const V low = (s >> (o & 31u)) & field;
            if constexpr (cm::is_signed<T>) {
                const V sign = field ^ (field >> 1u);
                return V((low ^ sign) - sign);
            } else {
                return low;
            }
        },
        0, width, offset, src);
}

// Kernels may spell the element type and size of the last operand.
template <class Ret, class T, int N, class... More, class W, class O, class V, class S>
CM_INLINE auto cm_bf_insert(const W& width, const O& offset, const V& val, const S& src) {
    return cm_bf_insert<Ret>(width, offset, val, cm::spelt_elements<T, N>(src));
}
template <class Ret, class T, int R, int C, class... More, class W, class O, class V, class S>
CM_INLINE auto cm_bf_insert(const W& width, const O& offset, const V& val, const S& src) {
    return cm_bf_insert<Ret>(width, offset, val, cm::spelt_elements<T, R, C>(src));
}
template <class Ret, class T, int N, class... More, class W, class O, class S>
CM_INLINE auto cm_bf_extract(const W& width, const O& offset, const S& src) {
    return cm_bf_extract<Ret>(width, offset, cm::spelt_elements<T, N>(src));
}
template <class Ret, class T, int R, int C, class... More, class W, class O, class S>
CM_INLINE auto cm_bf_extract(const W& width, const O& offset, const S& src) {
    return cm_bf_extract<Ret>(width, offset, cm::spelt_elements<T, R, C>(src));
}

// Any function of three bits, e.g. cm_bfn<~BFN_X & BFN_Y>(s0, s1, s2).
enum BFNT : uchar { BFN_X = 0xaa, BFN_Y = 0xcc, BFN_Z = 0xf0 };
template <int Function, class A, class B, class C>
CM_INLINE auto cm_bfn(const A& s0, const B& s1, const C& s2) {
    using T = cm::operand_t<A>;
    return cm::map<T, T, T>(
        [](auto n, auto x, auto y, auto z) CM_LAMBDA {
            using V = cm::vec<T, decltype(n)::value>;
            V r = V(T(0));
            for (int i = 0; i < 8; i++)
                if (Function >> i & 1) r |= (i & 1 ? x : ~x) & (i & 2 ? y : ~y) & (i & 4 ? z : ~z);
            return r;
        },
        0, s0, s1, s2);
}

#ifndef CM_GEN
// The processor's time stamp: low and high half, 0 (no context switch is known), 0.
CM_INLINE vector<uint, 4> cm_rdtsc() {
#ifdef __aarch64__
    unsigned long long now;  // of the timer: programs may not read the cycle counter
    asm volatile("isb\n mrs %0, cntvct_el0" : "=r"(now));
#else
    const unsigned long long now = __builtin_readcyclecounter();
#endif
    vector<uint, 4> t;
    t(0) = static_cast<uint>(now);
    t(1) = static_cast<uint>(now >> 32);
    return t;
}
#else
CM_NOT_ON_GEN(cm_rdtsc)
#endif
