// SPDX-License-Identifier: MIT
// Arithmetic built-ins. CM spec 4.3. Integers are computed exactly, then clamped (SAT) or cut to Ret.
#pragma once

#include "../core/map.h"

#ifdef CM_GEN
#include "../gen/gen_arithmetic.h"
#endif

template <class Ret = void, class A>
CM_INLINE auto cm_abs(const A& a, int flags = _GENX_NOSAT) {
    using T = cm::operand_t<A>;
    using Exact = cm::exact<T, T>;
    using E = std::conditional_t<cm::is_integer<T> && !cm::is_signed<T>, typename Exact::either,
                                 typename Exact::sum>;
    cm::fits_64_bits(!cm::has_64_bits<T> || !(flags & SAT));
    return cm::map<cm::ret_or<Ret, T>, E, E>(
        [](auto w, auto x) CM_LAMBDA {
            constexpr int W = decltype(w)::value;
            if constexpr (cm::is_float<E>) {  // clears the sign, also of -0
                using U = cm::vec<cm::uint_of<E>, W>;
                constexpr auto sign = cm::uint_of<E>(1) << (sizeof(E) * 8 - 1);
                return cm::bits<cm::vec<E, W>>(cm::bits<U>(x) & ~sign);
            } else {
                return x < 0 ? -x : x;
            }
        },
        flags, a);
}

template <class Ret = void, class A, class B>
CM_INLINE auto cm_add(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = typename cm::exact<cm::operand_t<A>, cm::operand_t<B>>::sum;
    cm::fits_64_bits(!cm::has_64_bits<cm::operand_t<A>, cm::operand_t<B>> || !(flags & SAT));
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto, auto x, auto y) CM_LAMBDA { return x + y; }, flags, a, b);
}

template <class Ret = void, class A, class B>
CM_INLINE auto cm_mul(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using R = cm::ret_or<Ret, cm::own_t<A, B>>;
    constexpr bool fa = cm::is_float<cm::operand_t<A>>, fb = cm::is_float<cm::operand_t<B>>;
    static_assert(fa == fb, "cm_mul takes floats or integers, not both (CM spec 4.3)");
    static_assert(fa || !cm::is_float<R>, "cm_mul of integers does not give floats (CM spec 4.3)");
    using E = typename cm::exact<cm::operand_t<A>, cm::operand_t<B>>::product;
    cm::fits_64_bits(!cm::has_64_bits<cm::operand_t<A>, cm::operand_t<B>> || !(flags & SAT));
    return cm::map<R, E, E>([](auto w, auto x, auto y)
                                CM_LAMBDA { return cm::op_mul::apply<E, decltype(w)::value>(x, y); },
                            flags, a, b);
}

// Unsigned sums and differences of 32 bits. The third operand receives the carry or borrow, 0 or 1.
template <class A, class B, class Carry>
CM_INLINE auto cm_addc(const A& a, const B& b, Carry&& carry) {
    static_assert(!cm::is_signed<cm::operand_t<A>> && !cm::is_signed<cm::operand_t<B>>,
                  "cm_addc is for unsigned integers (CM spec 4.3)");
    cm::check_dwords<A, B>();
#ifdef CM_GEN
    return cm::gen::add_with_carry(a, b, carry);
#endif
    const auto sum = cm::map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return x + y; }, 0, a, b);
    const auto over = cm::map<uint, unsigned long long, unsigned long long>(
        [](auto, auto x, auto y) CM_LAMBDA { return (x + y) >> 32ull; }, 0, a, b);
    cm::write_back(carry, over);
    return sum;
}
template <class A, class B, class Borrow>
CM_INLINE auto cm_subb(const A& a, const B& b, Borrow&& borrow) {
    static_assert(!cm::is_signed<cm::operand_t<A>> && !cm::is_signed<cm::operand_t<B>>,
                  "cm_subb is for unsigned integers (CM spec 4.3)");
    cm::check_dwords<A, B>();
#ifdef CM_GEN
    return cm::gen::subtract_with_borrow(a, b, borrow);
#endif
    const auto difference =
        cm::map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return x - y; }, 0, a, b);
    const auto under = cm::map<uint, unsigned long long, unsigned long long>(
        [](auto, auto x, auto y) CM_LAMBDA { return ((x - y) >> 32ull) & 1ull; }, 0, a, b);
    cm::write_back(borrow, under);
    return difference;
}

// Returns the high 32 bits of the product. The first operand receives the low bits.
template <class Low, class A, class B>
CM_INLINE auto cm_imul(Low&& low, const A& a, const B& b) {
    using T = cm::common_of<A, B>;
    using E = std::conditional_t<cm::is_signed<T>, long long, unsigned long long>;
    cm::check_dwords<A, B>();
    const auto full = [](auto w, auto x, auto y)
                          CM_LAMBDA { return cm::op_mul::apply<E, decltype(w)::value>(x, y); };
    const auto lo = cm::map<uint, E, E>(full, 0, a, b);
    const auto hi =
        cm::map<T, E, E>([&](auto w, auto x, auto y) CM_LAMBDA { return full(w, x, y) >> E(32); }, 0, a, b);
    cm::write_back(low, lo);
    return hi;
}

template <class Ret = void, class A, class B>
CM_INLINE auto cm_quot(const A& a, const B& b, int = _GENX_NOSAT) {
    using E = cm::common_of<A, B>;
    static_assert(cm::is_integer<E>, "cm_quot is for integers (CM spec 4.3)");
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto w, auto x, auto y) CM_LAMBDA { return cm::op_div::apply<E, decltype(w)::value>(x, y); }, 0, a,
        b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_mod(const A& a, const B& b, int = _GENX_NOSAT) {
    using E = cm::common_of<A, B>;
    static_assert(cm::is_integer<E>, "cm_mod is for integers (CM spec 4.3)");
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto w, auto x, auto y) CM_LAMBDA { return cm::op_mod::apply<E, decltype(w)::value>(x, y); }, 0, a,
        b);
}
// Returns the quotient. The first operand receives the remainder.
template <class Ret = void, class Rem, class A, class B>
CM_INLINE auto cm_div(Rem&& remainder, const A& a, const B& b, int = _GENX_NOSAT) {
    const auto quotient = cm_quot<Ret>(a, b);
    cm::write_back(remainder, cm_mod(a, b));
    return quotient;
}

// The average, rounded up.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_avg(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = typename cm::exact<cm::operand_t<A>, cm::operand_t<B>>::sum;
    static_assert(cm::is_integer<E>, "cm_avg is for integers (CM spec 4.3)");
    cm::fits_64_bits(!cm::has_64_bits<cm::operand_t<A>, cm::operand_t<B>>);
#ifdef CM_GEN
    if constexpr (cm::gen::has_average<cm::ret_or<Ret, cm::own_t<A, B>>, A, B>())
        return cm::gen::average<cm::ret_or<Ret, cm::own_t<A, B>>>(flags, a, b);
#endif
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto, auto x, auto y) CM_LAMBDA { return (x + y + E(1)) >> E(1); }, flags, a, b);
}

// For a number and NaN: the number.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_max(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using Exact = cm::exact<cm::operand_t<A>, cm::operand_t<B>>;
    using E = typename Exact::either;
    cm::fits_64_bits(Exact::kEitherFits);
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto, auto x, auto y) CM_LAMBDA {
            auto r = x > y ? x : y;
            if constexpr (cm::is_float<E>) r = y == y ? r : x;
            return r;
        },
        flags, a, b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_min(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using Exact = cm::exact<cm::operand_t<A>, cm::operand_t<B>>;
    using E = typename Exact::either;
    cm::fits_64_bits(Exact::kEitherFits);
    return cm::map<cm::ret_or<Ret, cm::own_t<A, B>>, E, E>(
        [](auto, auto x, auto y) CM_LAMBDA {
            auto r = x < y ? x : y;
            if constexpr (cm::is_float<E>) r = y == y ? r : x;
            return r;
        },
        flags, a, b);
}

CM_SPELT_OUT(cm_abs)
CM_COUNTED(cm_abs)
CM_SPELT_OUT(cm_add)
CM_SPELT_OUT(cm_mul)
CM_SPELT_OUT(cm_quot)
CM_COUNTED(cm_quot)
CM_SPELT_OUT(cm_mod)
CM_COUNTED(cm_mod)
CM_SPELT_IN_VAIN(cm_imul, (class T0, class T1, class T2), )
CM_SPELT_IN_VAIN(cm_div, (class T), <T>)
CM_SPELT_OUT(cm_avg)
CM_SPELT_OUT(cm_max)
CM_SPELT_OUT(cm_min)
