// SPDX-License-Identifier: MIT
#include "motion/padded_picture.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>

namespace genmedia {
namespace {

constexpr int kLinesOfARun = 32;  // that a worker makes
constexpr int kMeanRadius = 16, kMeanSide = 2 * kMeanRadius + 1;
static_assert(kMeanRadius < PaddedPicture::kPadding);

}  // namespace

PaddedPicture::PaddedPicture(int width, int height)
    : width_(width),
      height_(height),
      stride_(width + 2 * kPadding),
      samples_(static_cast<size_t>(stride_) * static_cast<size_t>(height + 2 * kPadding)) {}

PaddedPicture::PaddedPicture(const PlaneView& plane) : PaddedPicture(plane.width, plane.height) {
    for (int y = 0; y < height_; y++) std::memcpy(line(y), plane.line(y), static_cast<size_t>(width_));
    pad();
}

void PaddedPicture::pad() {
    for (int y = 0; y < height_; y++) {
        std::memset(line(y) - kPadding, line(y)[0], kPadding);
        std::memset(line(y) + width_, line(y)[width_ - 1], kPadding);
    }
    for (int i = 1; i <= kPadding; i++) {
        std::memcpy(line(-i) - kPadding, line(0) - kPadding, static_cast<size_t>(stride_));
        std::memcpy(line(height_ - 1 + i) - kPadding, line(height_ - 1) - kPadding,
                    static_cast<size_t>(stride_));
    }
}

PaddedPicture PaddedPicture::half() const {
    PaddedPicture result((width_ + 1) / 2, (height_ + 1) / 2);
    parallel_for_runs(result.height_, kLinesOfARun, [&](int first, int end) {
        for (int y = first; y < end; y++) {
            const uint8_t *upper = at(0, 2 * y), *lower = at(0, 2 * y + 1);
            uint8_t* to = result.line(y);
            for (int x = 0; x < result.width_; x++)
                to[x] = static_cast<uint8_t>(
                    (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
        }
    });
    result.pad();
    return result;
}

namespace {

// The mean is rounded. Multiplying by 1 / pixels is faster than dividing, and exact: the half unit added to a
// sum is far more than a float's error.
void subtract_means(const std::vector<int>& sums, const uint8_t* from, uint8_t* to) {
    constexpr int pixels = kMeanSide * kMeanSide;
    for (size_t x = 0; x < sums.size(); x++) {
        const int mean = static_cast<int>((static_cast<float>(sums[x] + pixels / 2) + 0.5F) * (1.F / pixels));
        to[x] = static_cast<uint8_t>(std::clamp(from[x] - mean + 128, 0, 255));
    }
}

}  // namespace

// Running sums: those of a column's 33 lines move down line by line, those of 33 columns along a line.
PaddedPicture PaddedPicture::without_mean() const {
    PaddedPicture result(width_, height_);
    parallel_for_runs(height_, 4 * kLinesOfARun, [&](int first, int end) {
        std::vector<int> columns(static_cast<size_t>(width_ + 2 * kMeanRadius)),
            sums(static_cast<size_t>(width_));
        for (int y = first - kMeanRadius; y < first + kMeanRadius; y++)
            for (size_t x = 0; x < columns.size(); x++) columns[x] += at(-kMeanRadius, y)[x];
        for (int y = first; y < end; y++) {
            const uint8_t* entering = at(-kMeanRadius, y + kMeanRadius);
            for (size_t x = 0; x < columns.size(); x++) columns[x] += entering[x];
            int sum = 0;
            for (int x = 0; x < kMeanSide - 1; x++) sum += columns[static_cast<size_t>(x)];
            for (size_t x = 0; x < sums.size(); x++) {
                sum += columns[x + kMeanSide - 1];
                sums[x] = sum;
                sum -= columns[x];
            }
            subtract_means(sums, at(0, y), result.line(y));
            const uint8_t* leaving = at(-kMeanRadius, y - kMeanRadius);
            for (size_t x = 0; x < columns.size(); x++) columns[x] -= leaving[x];
        }
    });
    result.pad();
    return result;
}

}  // namespace genmedia
