// SPDX-License-Identifier: MIT
// Times of a file are any numbers of 64 bits. Of bounded ones, two can be added and subtracted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace genmedia::media {

inline constexpr int64_t kMostTicks = int64_t{1} << 61;

inline int64_t bounded_ticks(int64_t ticks) { return std::clamp(ticks, -kMostTicks, kMostTicks); }

// To the nearest.
inline int64_t whole_ticks(double ticks) {
    constexpr auto most = static_cast<double>(kMostTicks);
    return std::isnan(ticks) ? 0 : std::llround(std::clamp(ticks, -most, most));
}

}  // namespace genmedia::media
