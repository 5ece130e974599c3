// SPDX-License-Identifier: MIT
// Where a search starts: around a predicted vector, within what the unit takes.
#pragma once

#include "genmedia/vme.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace genmedia::search {

// Windows further from the macroblock than this may leave the unit's range of vectors, -2048..2047.75 across
// and -512..511.75 down. Pixels.
inline constexpr vme::PixelOffset kFurthest{2000, 500};

constexpr vme::PixelOffset limit(vme::PixelOffset offset, vme::PixelOffset furthest = kFurthest) {
    return {std::clamp(offset.x, -furthest.x, furthest.x), std::clamp(offset.y, -furthest.y, furthest.y)};
}

constexpr vme::PixelOffset whole_pixels(vme::MotionVector vector) {
    return {(vector.x + 2) >> 2, (vector.y + 2) >> 2};
}

// Starts further apart than this are far from each other: in the window around one, the other would lie
// outside or in the rim, a quarter of the positions on each side.
constexpr vme::PixelOffset far_limits(vme::WindowSize window) {
    return {(window.width - 16) / 4, (window.height - 16) / 4};
}

inline bool is_far(vme::PixelOffset a, vme::PixelOffset b, vme::WindowSize window) {
    const vme::PixelOffset limits = far_limits(window);
    return std::abs(a.x - b.x) > limits.x || std::abs(a.y - b.y) > limits.y;
}

constexpr int16_t median(int16_t a, int16_t b, int16_t c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// As AVC predicts a vector from three. [H.264 8.4.1.3.1]
constexpr vme::MotionVector median(vme::MotionVector a, vme::MotionVector b, vme::MotionVector c) {
    return {median(a.x, b.x, c.x), median(a.y, b.y, c.y)};
}

}  // namespace genmedia::search
