// SPDX-License-Identifier: MIT
// Pictures for tests.
#pragma once

#include "genmedia/image.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

namespace genmedia::test {

struct Picture {
    int width, height;
    std::vector<uint8_t> samples;

    Picture(int w, int h, uint8_t value = 0)
        : width(w), height(h), samples(static_cast<size_t>(w) * h, value) {}
    Picture(int w, int h, const std::function<int(int, int)>& sample) : Picture(w, h) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) at(x, y) = static_cast<uint8_t>(sample(x, y));
        }
    }

    uint8_t& at(int x, int y) { return samples[static_cast<size_t>(y) * width + x]; }
    // The nearest sample of the picture.
    int nearest(int x, int y) const {
        x = std::clamp(x, 0, width - 1);
        y = std::clamp(y, 0, height - 1);
        return samples[static_cast<size_t>(y) * width + x];
    }
    PlaneView view() const { return {samples.data(), width, height, width}; }
};

// The unit's SAD of w x h pixels (multiples of four) at (x, y), where their match is predicted(i, j): each
// 4x4 block ends at 2047.
template <class Predicted>
int unit_sad(const Picture& source, int x, int y, int w, int h, const Predicted& predicted) {
    int sum = 0;
    for (int by = y; by < y + h; by += 4)
        for (int bx = x; bx < x + w; bx += 4) {
            int block = 0;
            for (int j = by; j < by + 4; j++)
                for (int i = bx; i < bx + 4; i++) block += std::abs(source.nearest(i, j) - predicted(i, j));
            sum += std::min(block, 2047);
        }
    return sum;
}

inline Picture noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    return Picture(width, height, [&](int, int) { return static_cast<int>(random() >> 24); });
}

// What a camera sees: smooth enough that neighbouring positions match nearly.
inline Picture texture(int width, int height, unsigned seed) {
    Picture rough = noise(width + 8, height + 8, seed);
    const int line = rough.width + 1;
    std::vector<int> before(static_cast<size_t>(line) * (rough.height + 1));  // sums of all above and left
    for (int y = 0; y < rough.height; y++) {
        int* const sums = &before[static_cast<size_t>(y) * line];
        for (int x = 0, of_line = 0; x < rough.width; x++) {
            of_line += rough.at(x, y);
            sums[line + x + 1] = sums[x + 1] + of_line;
        }
    }
    return Picture(width, height, [&](int x, int y) {
        const int* const upper = &before[static_cast<size_t>(y) * line + x];
        const int* const lower = upper + 8 * static_cast<size_t>(line);
        const int sum = lower[8] - lower[0] - upper[8] + upper[0];
        return std::clamp((sum / 64 - 128) * 4 + 128, 0, 255);
    });
}

// Structure of all sizes, as real scenes have.
inline Picture landscape(int width, int height, unsigned seed) {
    std::vector<double> sum(static_cast<size_t>(width) * height, 128);
    for (const int cell : {64, 16, 4}) {
        const Picture knots = noise(width / cell + 2, height / cell + 2, seed++);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const int kx = x / cell, ky = y / cell;
                const double fx = x % cell / static_cast<double>(cell),
                             fy = y % cell / static_cast<double>(cell);
                const double upper = knots.nearest(kx, ky) * (1 - fx) + knots.nearest(kx + 1, ky) * fx;
                const double lower =
                    knots.nearest(kx, ky + 1) * (1 - fx) + knots.nearest(kx + 1, ky + 1) * fx;
                sum[static_cast<size_t>(y) * width + x] += (upper * (1 - fy) + lower * fy - 128) / 3;
            }
        }
    }
    return Picture(width, height,
                   [&](int x, int y) { return static_cast<int>(sum[static_cast<size_t>(y) * width + x]); });
}

// The picture moved by (dx, dy) pixels, its edge repeated.
inline Picture moved(const Picture& picture, int dx, int dy) {
    return Picture(picture.width, picture.height,
                   [&](int x, int y) { return picture.nearest(x - dx, y - dy); });
}

}  // namespace genmedia::test
