// SPDX-License-Identifier: MIT
// What the built-in functions `cm_name<Ret>(operands, flags)` share. CM spec 4.3.
//
// Operands are objects with the same number of elements, or scalars, which apply to every element. The result
// is a vector, or a scalar if all operands are. Its element type is Ret, by default the operands' own.
#pragma once

#include <initializer_list>

#include "float_mode.h"
#include "matrix.h"

namespace cm {

template <class X>
constexpr int elements_of() {
    if constexpr (is_object<X>)
        return count_of<X>;
    else
        return 0;
}
constexpr int largest(std::initializer_list<int> list) {
    int n = 0;
    for (int i : list) n = i > n ? i : n;
    return n;
}
// The number of the operands' elements; 0 if all are scalars.
template <class... A>
constexpr int common_count() {
    constexpr int n = largest({elements_of<A>()...});
    static_assert(((!is_object<A> || elements_of<A>() == n) && ...),
                  "all operands must have the same number of elements (CM spec 2.5)");
    return n;
}

// Ret, or Default if the kernel gives none.
template <class Ret, class Default>
using ret_or = std::conditional_t<std::is_void<Ret>::value, Default, Ret>;
// The type of both if it is the same, else the type of the usual arithmetic conversions.
template <class A, class B>
using own_t = std::conditional_t<std::is_same<operand_t<A>, operand_t<B>>::value, operand_t<A>,
                                 common_t<operand_t<A>, operand_t<B>>>;

// The signed integer type that holds every value of `bits` value bits, up to 127.
template <int Bits>
using int_for = std::conditional_t<(Bits < 32), int, std::conditional_t<(Bits < 64), long long, int128>>;
// Types in which the sum or the product of two elements is exact, and one that holds both.
template <class A, class B, bool Float = is_float<A> || is_float<B>>
struct exact {
    using sum = compute_t<common_t<A, B>>;
    using product = sum;
    using either = sum;
    static constexpr bool kEitherFits = true;
};
template <class A, class B>
struct exact<A, B, false> {
    static constexpr int kMore = value_bits<A> > value_bits<B> ? value_bits<A> : value_bits<B>;
    static constexpr int kBoth = value_bits<A> + value_bits<B>;
    static constexpr bool kUnsigned = !is_signed<A> && !is_signed<B>;
    using sum = int_for<kMore + 2>;
    // The product of -2^63 and 2^64 - 1 fits in 127 bits.
    using product = std::conditional_t<
        kUnsigned && kBoth == 64, unsigned long long,
        std::conditional_t<kUnsigned && kBoth == 128, uint128, int_for<(kBoth < 126 ? kBoth + 1 : 127)>>>;
    using either = std::conditional_t<kUnsigned && kMore == 64, unsigned long long, int_for<kMore>>;
    static constexpr bool kEitherFits = kUnsigned || kMore < 64;
};

template <class... T>
inline constexpr bool has_64_bits = ((is_integer<T> && sizeof(T) == 8) || ...);
// Where a result may have more bits, Gen refuses the call, with its line in the kernel.
CM_INLINE void fits_64_bits([[maybe_unused]] bool fits) {
#ifdef CM_GEN
    if (!fits) gen::more_than_64_bits();
#endif
}

// Instructions for bits and carries have 32.
template <class... A>
CM_INLINE constexpr void check_dwords() {
    static_assert(((is_integer<operand_t<A>> && sizeof(operand_t<A>) <= 4) && ...),
                  "this built-in is for integers of up to 32 bits (CM spec 4.3)");
}

// Applies f to pieces of the operands, converted to In. The results have type Out and are converted to Ret.
template <class Ret, class In, class Out, class F, class... A>
CM_INLINE auto map(const F& f, int flags, const A&... a) {
    constexpr int n = common_count<A...>();
    if constexpr (n == 0) {
        vec<Ret, 1> r = convert<Ret, Out, 1>(
            in_float_mode<Out, 1>(f(std::integral_constant<int, 1>(), load<In, 0, 1>(a)...)), flags);
        Ret scalar;
        store_packed<Ret, 1>(&scalar, r);
        return scalar;
    } else {
        vector<Ret, n> out{uninitialised()};
        init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            return convert<Ret, Out, W>(in_float_mode<Out, W>(f(w, load<In, K, W>(a)...)), flags);
        });
        return out;
    }
}

template <class Out, class V, class F, int... I>
CM_INLINE vec<Out, sizeof...(I)> lanes_of(const F& f, V x, std::integer_sequence<int, I...>) {
    return vec<Out, sizeof...(I)>{f(x[I])...};
}
// Applies a function of one element to every lane.
template <class Out, class In, int W, class F>
CM_INLINE vec<Out, W> lanes(const F& f, vec<In, W> x) {
    return lanes_of<Out>(f, x, std::make_integer_sequence<int, W>());
}

// Writes a second result through a reference to an object or a scalar.
template <class Ref, class X>
CM_INLINE void write_back(Ref&& to, const X& x) {
    to = x;
}

template <class X>
using if_operand = std::enable_if_t<is_operand<X>, int>;

}  // namespace cm

#include "spelt.h"
