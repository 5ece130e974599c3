// SPDX-License-Identifier: MIT
#include "motion/padded_picture.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>
#include <vector>

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

// The sums of the 33x33 pixels around those of a line, in loops that compilers vectorise.
class MeanSums {
public:
    explicit MeanSums(int width)
        : columns_(static_cast<size_t>(width + 2 * kMeanRadius)),
          fours_(columns_.size() - 3),
          eights_(columns_.size() - 7),
          sixteens_(columns_.size() - 15),
          sums_(static_cast<size_t>(width)) {}

    // Lines start kMeanRadius pixels before the picture's. 33 of them are added up at a time: 16 bits hold
    // them.
    void add(const uint8_t* line) {
        for (size_t x = 0; x < columns_.size(); x++)
            columns_[x] = static_cast<uint16_t>(columns_[x] + line[x]);
    }
    void take_away(const uint8_t* line) {
        for (size_t x = 0; x < columns_.size(); x++)
            columns_[x] = static_cast<uint16_t>(columns_[x] - line[x]);
    }
    const std::vector<uint32_t>& find() {
        for (size_t x = 0; x < fours_.size(); x++)
            fours_[x] =
                static_cast<uint16_t>(columns_[x] + columns_[x + 1] + columns_[x + 2] + columns_[x + 3]);
        for (size_t x = 0; x < eights_.size(); x++) eights_[x] = uint32_t{fours_[x]} + fours_[x + 4];
        for (size_t x = 0; x < sixteens_.size(); x++) sixteens_[x] = eights_[x] + eights_[x + 8];
        for (size_t x = 0; x < sums_.size(); x++)
            sums_[x] = sixteens_[x] + sixteens_[x + 16] + columns_[x + 32];
        return sums_;
    }

private:
    static_assert(kMeanSide == 33);
    std::vector<uint16_t> columns_, fours_;
    std::vector<uint32_t> eights_, sixteens_, sums_;
};

// The mean is rounded. Multiplying by 1 / pixels is faster than dividing, and exact: the half unit added to a
// sum is far more than a float's error.
void subtract_means(const std::vector<uint32_t>& sums, const uint8_t* from, uint8_t* to) {
    constexpr int pixels = kMeanSide * kMeanSide;
    for (size_t x = 0; x < sums.size(); x++) {
        const int sum = static_cast<int>(sums[x]) + pixels / 2;
        const int mean = static_cast<int>((static_cast<float>(sum) + 0.5F) * (1.F / pixels));
        to[x] = static_cast<uint8_t>(std::clamp(from[x] - mean + 128, 0, 255));
    }
}

}  // namespace

PaddedPicture PaddedPicture::without_mean() const {
    PaddedPicture result(width_, height_);
    parallel_for_runs(height_, 4 * kLinesOfARun, [&](int first, int end) {
        MeanSums sums(width_);
        for (int y = first - kMeanRadius; y < first + kMeanRadius; y++) sums.add(at(-kMeanRadius, y));
        for (int y = first; y < end; y++) {
            sums.add(at(-kMeanRadius, y + kMeanRadius));
            subtract_means(sums.find(), at(0, y), result.line(y));
            sums.take_away(at(-kMeanRadius, y - kMeanRadius));
        }
    });
    result.pad();
    return result;
}

}  // namespace genmedia
