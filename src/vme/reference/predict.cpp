// SPDX-License-Identifier: MIT
#include "vme/reference/predict.h"

#include <algorithm>

namespace genmedia::vme::reference {
namespace {

// The sample halfway between b and c, whose outer neighbours are a and d. Silicon truncates, although the
// manual shows rounding.
int halfway(Filter filter, int a, int b, int c, int d) {
    if (filter == Filter::bilinear) return (b + c) >> 1;
    return std::clamp((-a + 5 * b + 5 * c - d) >> 3, 0, 255);
}

// A block on the grid of half pixels: (x, y) counts half pixels. Where both are odd the vertical filter
// comes first and its result is shifted and clipped (the clipping is a guess) before the horizontal one.
void predict_half(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to) {
    constexpr int stride = 19;  // 16 pixels, one before and two after them
    uint8_t pixels[stride * stride];
    fetch(plane, (x >> 1) - 1, (y >> 1) - 1, width + 3, height + 3, pixels, stride);
    for (int line = 0; line < height; line++) {
        const uint8_t* p = pixels + (line + 1) * stride;
        uint8_t between_lines[stride];
        if (y & 1) {
            for (int i = 0; i < width + 3; i++) {
                between_lines[i] = static_cast<uint8_t>(
                    halfway(filter, p[i - stride], p[i], p[i + stride], p[i + 2 * stride]));
            }
            p = between_lines;
        }
        uint8_t* out = to.data() + line * kBlockStride;
        for (int i = 0; i < width; i++) {
            out[i] =
                x & 1 ? static_cast<uint8_t>(halfway(filter, p[i], p[i + 1], p[i + 2], p[i + 3])) : p[i + 1];
        }
    }
}

}  // namespace

void predict(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to) {
    // The sample is the truncated mean of two neighbours on the half grid: the two along the odd axis or,
    // with both axes odd, the two diagonal ones that have exactly one half coordinate.
    int x0 = x >> 1, y0 = y >> 1, x1 = (x + 1) >> 1, y1 = (y + 1) >> 1;
    if (x0 != x1 && y0 != y1 && ((x0 ^ y0) & 1) == 0) std::swap(x0, x1);
    predict_half(plane, x0, y0, width, height, filter, to);
    if (x0 == x1 && y0 == y1) return;
    Pixels other;
    predict_half(plane, x1, y1, width, height, filter, other);
    for (int line = 0; line < height; line++) {
        for (int i = line * kBlockStride; i < line * kBlockStride + width; i++) {
            to[i] = static_cast<uint8_t>((to[i] + other[i]) >> 1);
        }
    }
}

void mix(const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int width, int height,
         Pixels& to) {
    const int w = static_cast<int>(weight);
    for (int line = 0; line < height; line++) {
        for (int i = line * kBlockStride; i < line * kBlockStride + width; i++) {
            to[i] = static_cast<uint8_t>((forward[i] * (64 - w) + backward[i] * w + 32) >> 6);
        }
    }
}

}  // namespace genmedia::vme::reference
