// SPDX-License-Identifier: MIT
#include "motion/true_motion/refinement/float_picture.h"

#include <algorithm>

namespace genmedia::motion {

FloatPicture FloatPicture::half(float scale) const {
    FloatPicture result((width_ + 1) / 2, (height_ + 1) / 2);
    result.fill([&](int y, float* to) {
        const float *a = line(2 * y), *b = line(2 * y + 1);
        for (int x = 0; x < result.width_; x++)
            to[x] = scale / 4 * ((a[2 * x] + a[2 * x + 1]) + (b[2 * x] + b[2 * x + 1]));
    });
    return result;
}

FloatPicture FloatPicture::doubled(int width, int height) const {
    FloatPicture result(width, height);
    result.fill([&](int y, float* to) {
        const float *near = line(y / 2), *far = line(y / 2 + (y % 2 ? 1 : -1));
        const auto mean = [&](int x) { return 1.5F * near[x] + 0.5F * far[x]; };  // twice the value
        for (int x = 0; x < width; x++) to[x] = 0.75F * mean(x / 2) + 0.25F * mean(x / 2 + (x % 2 ? 1 : -1));
    });
    return result;
}

void FloatPicture::repeat_edge() {
    for (int y = 0; y < height_; y++) {
        float* samples = line(y);
        std::fill_n(samples - kPadding, kPadding, samples[0]);
        std::fill_n(samples + width_, kPadding, samples[width_ - 1]);
    }
    for (int y = 1; y <= kPadding; y++) {
        std::copy_n(line(0) - kPadding, stride_, line(-y) - kPadding);
        std::copy_n(line(height_ - 1) - kPadding, stride_, line(height_ - 1 + y) - kPadding);
    }
}

}  // namespace genmedia::motion
