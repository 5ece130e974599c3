// SPDX-License-Identifier: MIT
#include "motion/true_motion/padded_picture.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kLinesOfARun = 32;  // that a worker makes
constexpr int kMeanRadius = kMeanSide / 2;
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
    walker::parallel_for_runs(result.height_, kLinesOfARun, [&](int first, int end) {
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

// Sums of columns move down line by line: 33 pixels of each, that 16 bits hold.
PaddedPicture PaddedPicture::without_mean(const FieldFunctions& functions) const {
    PaddedPicture result(width_, height_);
    walker::parallel_for_runs(height_, 4 * kLinesOfARun, [&](int first, int end) {
        const auto count = static_cast<size_t>(width_ + 2 * kMeanRadius);
        std::vector<uint16_t> columns(count + kReadAfterLine);
        for (int y = first - kMeanRadius; y <= first + kMeanRadius; y++) {
            const uint8_t* line = at(-kMeanRadius, y);
            for (size_t x = 0; x < count; x++) columns[x] = static_cast<uint16_t>(columns[x] + line[x]);
        }
        for (int y = first; y < end; y++) {
            functions.subtract_local_means({.width = static_cast<size_t>(width_),
                                            .columns = columns.data(),
                                            .from = at(0, y),
                                            .to = result.line(y)});
            const uint8_t* leaving = at(-kMeanRadius, y - kMeanRadius);
            const uint8_t* entering = at(-kMeanRadius, y + kMeanRadius + 1);
            for (size_t x = 0; x < count; x++)
                columns[x] = static_cast<uint16_t>(columns[x] + entering[x] - leaving[x]);
        }
    });
    result.pad();
    return result;
}

}  // namespace genmedia::motion
