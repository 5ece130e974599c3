// SPDX-License-Identifier: MIT
#include "media/results/picture_quality.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace genmedia::media {
namespace {

uint64_t squared_error(const PlaneView& a, const PlaneView& b) {
    uint64_t sum = 0;
    for (int32_t y = 0; y < a.height; y++) {
        uint32_t line = 0;  // of at most 66051 samples
        for (int32_t x = 0; x < a.width; x++) {
            const int difference = a.line(y)[x] - b.line(y)[x];
            line += static_cast<uint32_t>(difference * difference);
        }
        sum += line;
    }
    return sum;
}

constexpr int kWindow = 8, kStep = 4;

double window_similarity(const PlaneView& a, const PlaneView& b, int32_t left, int32_t top) {
    int sum_a = 0, sum_b = 0, squares = 0, products = 0;
    for (int32_t y = top; y < top + kWindow; y++) {
        for (int32_t x = left; x < left + kWindow; x++) {
            const int p = a.line(y)[x], q = b.line(y)[x];
            sum_a += p;
            sum_b += q;
            squares += p * p + q * q;
            products += p * q;
        }
    }
    // The figures of the paper, for sums over the window instead of means.
    constexpr double n = kWindow * kWindow, c1 = 0.01 * 0.01 * 255 * 255 * n * n,
                     c2 = 0.03 * 0.03 * 255 * 255 * n * (n - 1);
    const double means = 2.0 * sum_a * sum_b, mean_squares = double(sum_a) * sum_a + double(sum_b) * sum_b;
    const double variances = n * squares - mean_squares, covariance = n * products - double(sum_a) * sum_b;
    return (means + c1) * (2 * covariance + c2) / ((mean_squares + c1) * (variances + c2));
}

}  // namespace

double psnr(const PlaneView& original, const PlaneView& coded) {
    const uint64_t error = squared_error(original, coded);
    if (error == 0) return kSamePlane;
    const double mean = static_cast<double>(error) / original.width / original.height;
    return std::min(kSamePlane, 10 * std::log10(255 * 255 / mean));
}

double ssim(const PlaneView& original, const PlaneView& coded) {
    if (original.width < kWindow || original.height < kWindow) return squared_error(original, coded) == 0;
    double sum = 0;
    int64_t count = 0;
    for (int32_t y = 0; y + kWindow <= original.height; y += kStep) {
        for (int32_t x = 0; x + kWindow <= original.width; x += kStep, count++)
            sum += window_similarity(original, coded, x, y);
    }
    return sum / static_cast<double>(count);
}

}  // namespace genmedia::media
