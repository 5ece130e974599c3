// SPDX-License-Identifier: MIT
// A line of a picture without the mean of the 17x17 pixels around each pixel.
#pragma once

#include <cstddef>
#include <cstdint>

namespace genmedia::motion {

inline constexpr int kMeanSide = 17;

// `columns`: the sums of 17 pixels each of width + 16 columns, from the one 8 before the line's first pixel
// on. To `to` goes `from` minus the rounded mean plus 128, limited to 0..255.
struct LocalMeans {
    size_t width;
    const uint16_t* columns;
    const uint8_t* from;
    uint8_t* to;
};

// What is read after `columns` and `from`, at most, and not used: elements.
inline constexpr size_t kReadAfterLine = 64;

}  // namespace genmedia::motion
