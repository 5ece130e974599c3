// SPDX-License-Identifier: MIT
// How often a parallel loop runs, and where each round is.
#pragma once

#include <type_traits>

namespace gfxcc {

enum Comparison { below, below_or_equal, above, above_or_equal, unequal };

template <class First>
inline constexpr bool counts = !std::is_floating_point_v<std::remove_cv_t<First>>;

inline long least_of(long a, long b) { return a < b ? a : b; }

template <Comparison compares, class First, class Limit>
long rounds(const First& first, const Limit& limit, long step) {
    long distance = 0;
    if constexpr (std::is_integral_v<First> || std::is_enum_v<First>)
        distance = static_cast<long>(limit) - static_cast<long>(first);
    else
        distance = static_cast<long>(limit - first);
    if constexpr (compares == unequal) return step == 0 ? 0 : distance / step;
    if constexpr (compares == above || compares == above_or_equal) {
        distance = -distance;
        step = -step;
    }
    if constexpr (compares == below_or_equal || compares == above_or_equal) distance++;
    return distance <= 0 || step <= 0 ? 0 : (distance + step - 1) / step;
}

// A step that is computed must be one.
template <long N>
inline constexpr long constant = N;

template <class First>
std::remove_cv_t<First> at(const First& first, long round, long step) {
    if constexpr (std::is_integral_v<First> || std::is_enum_v<First>)
        return static_cast<std::remove_cv_t<First>>(static_cast<long>(first) + round * step);
    else
        return first + round * step;
}

}  // namespace gfxcc
