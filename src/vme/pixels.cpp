// SPDX-License-Identifier: MIT
#include "vme/pixels.h"

#include <algorithm>
#include <cstring>

namespace genmedia::vme {

namespace {

// Copies Width samples of each line. The compiler knows this size, so memcpy needs no call.
template <int Width>
void copy(const uint8_t* from, ptrdiff_t stride, int height, uint8_t* to, int to_stride) {
    for (int line = 0; line < height; line++) std::memcpy(to + line * to_stride, from + line * stride, Width);
}

}  // namespace

bool is_inside(const PlaneView& plane, int x, int y, int width, int height) {
    return x >= 0 && y >= 0 && x + width <= plane.width && y + height <= plane.height;
}

void fetch(const PlaneView& plane, int x, int y, int width, int height, uint8_t* to, int to_stride) {
    const int bytes = plane.bytes_per_sample;
    if (width * bytes == 16 && is_inside(plane, x, y, width, height)) {
        return copy<16>(plane.line(y) + x * bytes, plane.stride, height, to, to_stride);
    }
    const bool in_lines = x >= 0 && x + width <= plane.width;
    for (int line = 0; line < height; line++, to += to_stride) {
        const uint8_t* from = plane.line(std::clamp(y + line, 0, plane.height - 1));
        if (in_lines) {
            std::memcpy(to, from + x * bytes, static_cast<size_t>(width) * bytes);
            continue;
        }
        for (int column = 0; column < width; column++) {
            const int nearest = std::clamp(x + column, 0, plane.width - 1);
            std::memcpy(to + column * bytes, from + nearest * bytes, static_cast<size_t>(bytes));
        }
    }
}

Pixels fetch_source(const SourceBlock& source) {
    Pixels pixels;
    fetch(scan_lines(source.image.luma, source.scan), source.x, source.y, 16, 16, pixels.data(),
          kBlockStride);
    return pixels;
}

}  // namespace genmedia::vme
