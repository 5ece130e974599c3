// SPDX-License-Identifier: MIT
// Values of 16 bits, for results of 8.
#pragma once

#include <type_traits>

namespace gfxcc {

// The low 16 bits of an integer, which is all that sums, products and bits of the same need. C++ would
// compute on int with an unsigned short, and LLVM takes these back to int.
using narrow = unsigned _BitInt(16);

template <class T>
using plain = std::remove_cv_t<std::remove_reference_t<T>>;
template <class T>
inline constexpr bool is_byte = std::is_same_v<plain<T>, unsigned char> ||
                                std::is_same_v<plain<T>, signed char> || std::is_same_v<plain<T>, char>;
template <class T>
inline constexpr bool is_int = std::is_integral_v<plain<T>> && sizeof(plain<T>) <= sizeof(int);

// Whether an expression of such values, which shifts right by so much in all, goes to a byte: bits that a
// shift brings down are among the 16.
template <class To, int Shift, class... Values>
inline constexpr bool narrows = is_byte<To>&& Shift <= 8 && (is_int<Values> && ...);

// What follows is compiled for other types as well, and does not run then.
template <class T>
constexpr narrow low(const T& value) {
    if constexpr (is_int<T>)
        return static_cast<narrow>(static_cast<unsigned>(value));
    else
        return (void)value, narrow(0);
}
template <class To>
constexpr void assign([[maybe_unused]] To&& to, [[maybe_unused]] narrow value) {
    if constexpr (is_byte<To>) to = static_cast<plain<To>>(value);
}

}  // namespace gfxcc
