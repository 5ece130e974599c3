// SPDX-License-Identifier: MIT
// Arithmetic built-ins on Gen, by its instructions.
#pragma once

#include "../core/map.h"

namespace cm::gen {

// cm_avg: its instruction is exact. The type of both operands: theirs if both have the same, else int if int
// holds both. void: any other case.
template <class A, class B>
using average_operand =
    std::conditional_t<std::is_same<A, B>::value, A,
                       std::conditional_t<(value_bits<A> < 32 && value_bits<B> < 32), int, void>>;

template <class Ret, class A, class B>
constexpr bool has_average() {
    using T = average_operand<operand_t<A>, operand_t<B>>;
    if constexpr (std::is_void<T>::value)
        return false;
    else
        return sizeof(T) <= 4 && !std::is_same<T, bool>::value && is_integer<Ret>;
}
template <class Ret, class A, class B>
CM_INLINE auto average(int flags, const A& a, const B& b) {
    using T = average_operand<operand_t<A>, operand_t<B>>;
    return map<Ret, T, T>(
        [](auto, auto x, auto y) CM_LAMBDA {
            if constexpr (is_signed<T>)
                return ssavg<decltype(x)>(x, y);
            else
                return uuavg<decltype(x)>(x, y);
        },
        flags, a, b);
}

// cm_addc and cm_subb.
template <class A, class B, class Carry>
CM_INLINE auto add_with_carry(const A& a, const B& b, Carry& carry) {
    const auto sum =
        map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return addc_sum(x, y); }, 0, a, b);
    write_back(carry, map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return addc_carry(x, y); },
                                            0, a, b));
    return sum;
}
template <class A, class B, class Borrow>
CM_INLINE auto subtract_with_borrow(const A& a, const B& b, Borrow& borrow) {
    const auto difference =
        map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return subb_difference(x, y); }, 0, a, b);
    write_back(borrow, map<uint, uint, uint>([](auto, auto x, auto y) CM_LAMBDA { return subb_borrow(x, y); },
                                             0, a, b));
    return difference;
}

}  // namespace cm::gen
