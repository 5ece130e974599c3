// SPDX-License-Identifier: MIT
// Pictures with chroma for tests of the encoder.
#pragma once

#include "genmedia/image.h"
#include "made_pictures.h"

#include <array>
#include <cmath>

namespace genmedia::test {

struct ColorPicture {
    std::array<Picture, 3> planes;

    ColorPicture(int width, int height, uint8_t value = 0)
        : planes{Picture(width, height, value), Picture((width + 1) / 2, (height + 1) / 2, value),
                 Picture((width + 1) / 2, (height + 1) / 2, value)} {}
    Yuv420View view() const { return {planes[0].view(), planes[1].view(), planes[2].view()}; }
};

inline ColorPicture color_noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    ColorPicture picture(width, height);
    for (Picture& plane : picture.planes)
        for (uint8_t& sample : plane.samples) sample = static_cast<uint8_t>(random() >> 24);
    return picture;
}

// Waves that drift by (2.3, 0.7) pixels a picture under a square of noise that moves the other way.
inline ColorPicture drifting(int width, int height, int time) {
    ColorPicture picture(width, height);
    const Picture texture = noise(64, 64, 5);
    for (size_t p = 0; p < 3; p++) {
        Picture& plane = picture.planes[p];
        const double scale = p == 0 ? 1 : 2, phase = static_cast<double>(p);
        for (int y = 0; y < plane.height; y++) {
            for (int x = 0; x < plane.width; x++) {
                const double u = scale * x + 2.3 * time, v = scale * y + 0.7 * time;
                const double wave = 40 * std::sin(0.13 * u + phase) + 30 * std::sin(0.21 * v + 0.05 * u);
                int value = static_cast<int>(std::lround(128 + wave));
                const int left = static_cast<int>(scale * x) - width / 4 + 3 * time,
                          top = static_cast<int>(scale * y) - height / 4;
                if (left >= 0 && left < width / 3 && top >= 0 && top < height / 3)
                    value = 64 + texture.samples[static_cast<size_t>(top % 64 * 64 + left % 64)] / 2;
                plane.at(x, y) = static_cast<uint8_t>(value);
            }
        }
    }
    return picture;
}

// A video that begins dark and still, goes on in noise and has cuts.
inline ColorPicture restless(int width, int height, int time) {
    if (time < 10) return ColorPicture(width, height);
    const bool noisy = time % 50 >= 25 && time % 50 < 30;
    return noisy ? color_noise(width, height, static_cast<unsigned>(time)) : drifting(width, height, time);
}

}  // namespace genmedia::test
