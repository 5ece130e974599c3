// SPDX-License-Identifier: MIT
// Sums and products of neighbouring elements with Gen's own instructions. bdw and skl have sad2, sada2, dp2,
// dp3, dp4, dph and lrp; tgllp has dp4a. The back end refuses others, or makes illegal instructions of them.
#pragma once

#include "../language/arithmetic.h"

namespace cm::gen {

constexpr bool kHasSad2 = CM_GENX < 1100;
constexpr bool kHasDotProducts = CM_GENX < 1100;
constexpr bool kHasDp4a = CM_GENX >= 1200;

// sad2 takes bytes: both signed or both unsigned.
template <class A, class B>
constexpr bool bytes_alike() {
    using TA = operand_t<A>;
    return is_integer<TA> && sizeof(TA) == 1 && std::is_same<TA, operand_t<B>>::value;
}

template <int... I>
CM_INLINE vec<ushort, sizeof...(I)> sums_of_pairs(vec<short, sizeof...(I)> d,
                                                  std::integer_sequence<int, I...>) {
    return bits<vec<ushort, sizeof...(I)>>(absi(d) + absi(__builtin_shufflevector(d, d, (I | 1)...)));
}
// On bytes. Only the first element of each pair counts; the other may be anything (vISA, SAD2).
template <class T, int W>
CM_INLINE vec<ushort, W> sad2(vec<T, W> x, vec<T, W> y) {
    if constexpr (!kHasSad2)
        return sums_of_pairs(
            __builtin_convertvector(x, vec<short, W>) - __builtin_convertvector(y, vec<short, W>),
            std::make_integer_sequence<int, W>());
    else if constexpr (is_signed<T>)
        return ssad2<vec<ushort, W>>(x, y);
    else
        return usad2<vec<ushort, W>>(x, y);
}

template <class Ret, class A, class B>
CM_INLINE auto sad2_of(int flags, const A& a, const B& b) {
    using T = operand_t<A>;
    return map<Ret, T, ushort>(
        [](auto w, auto x, auto y) CM_LAMBDA { return sad2<T, decltype(w)::value>(x, y); }, flags, a, b);
}

// The type of sada2's addend and result: 16 bits, signed as the bytes are, and the same as Ret.
template <class Ret, class A, class B, class C>
constexpr bool sada2_types() {
    using T = operand_t<A>;
    using R = std::conditional_t<is_signed<T>, short, ushort>;
    return bytes_alike<A, B>() && std::is_same<operand_t<C>, R>::value && std::is_same<Ret, R>::value;
}
template <class Ret, class A, class B, class C>
CM_INLINE auto sada2_of(int flags, const A& a, const B& b, const C& c) {
    using T = operand_t<A>;
    vector<Ret, count_of<A>> out{uninitialised()};
    init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        const auto x = load<T, K, W>(a), y = load<T, K, W>(b);
        const auto z = load<Ret, K, W>(c);
        if constexpr (is_signed<T>)
            return flags & SAT ? sssad2add_sat(x, y, z) : sssad2add(x, y, z);
        else
            return flags & SAT ? uusad2add_sat(x, y, z) : uusad2add(x, y, z);
    });
    return out;
}

// Products of groups of four floats. All four elements get the result.
template <int Terms, class V>
CM_INLINE V dot_product(V x, V y) {
    if constexpr (Terms == 2) return dp2(x, y);
    if constexpr (Terms == 3) return dp3(x, y);
    if constexpr (Terms == 4) return dp4(x, y);
}

// dp4a's bytes are all signed or all unsigned. Its sum has 32 bits.
template <class Ret, class C, class A, class B>
constexpr bool dp4a_types() {
    return kHasDp4a && std::is_same<operand_t<A>, operand_t<B>>::value && sizeof(operand_t<C>) == 4 &&
           is_integer<Ret> && sizeof(Ret) == 4;
}
template <class Ret, class C, class A, class B>
CM_INLINE auto dp4a_of(const C& acc, const A& a, const B& b) {
    using T = operand_t<A>;
    return map<Ret, T, T>(
        [](auto, auto sum, auto x, auto y) CM_LAMBDA {
            if constexpr (is_signed<T>)
                return ssdp4a(sum, x, y);
            else
                return uudp4a(sum, x, y);
        },
        0, acc, a, b);
}

}  // namespace cm::gen
