// SPDX-License-Identifier: MIT
// A picture of floats, or one part of a field's vectors, with its edge repeated on all sides.
#pragma once

#include "motion/work_memory.h"
#include "walker/worker_pool.h"

#include <array>
#include <cstddef>

namespace genmedia::motion {

// Calls body(y) for all lines of a picture.
template <class Body>
void each_line(int height, const Body& body) {
    walker::parallel_for_runs(height, 16, [&](int first, int end) {
        for (int y = first; y < end; y++) body(y);
    });
}

class FloatPicture {
public:
    static constexpr int kPadding = 2;

    FloatPicture(int width, int height)
        : width_(width),
          height_(height),
          stride_(width + 2 * kPadding),
          samples_(static_cast<size_t>(stride_) * static_cast<size_t>(height + 2 * kPadding)) {}

    int width() const { return width_; }
    int height() const { return height_; }
    ptrdiff_t stride() const { return stride_; }
    // From -kPadding on, and to as much behind the last line.
    float* line(int y) { return samples_.data() + (y + kPadding) * stride_ + kPadding; }
    const float* line(int y) const { return samples_.data() + (y + kPadding) * stride_ + kPadding; }

    // Calls body(y, line(y)) for all lines, then repeats the edge.
    template <class Body>
    void fill(const Body& body) {
        each_line(height_, [&](int y) { body(y, line(y)); });
        repeat_edge();
    }

    // Each sample's surroundings, weighted down and then across; `count` is odd.
    template <size_t count>
    FloatPicture weighted(const std::array<float, count>& weights) const {
        static_assert(count / 2 <= kPadding);
        const auto filtered = [&](const FloatPicture& from, ptrdiff_t step) {
            FloatPicture result(width_, height_);
            result.fill([&](int y, float* to) {
                const float* first = from.line(y) - static_cast<ptrdiff_t>(count / 2) * step;
                for (int x = 0; x < width_; x++) {
                    float sum = 0;
                    for (size_t k = 0; k < count; k++)
                        sum += weights[k] * first[x + static_cast<ptrdiff_t>(k) * step];
                    to[x] = sum;
                }
            });
            return result;
        };
        return filtered(filtered(*this, stride_), 1);
    }

    // Half the width and height, rounded up; each sample is `scale` times the mean of 2x2.
    FloatPicture half(float scale = 1) const;
    // Of this picture, of half the width and height: twice each sample, between those that are nearest.
    FloatPicture doubled(int width, int height) const;

    // As fill() does at its end.
    void repeat_edge();

private:
    int width_, height_;
    ptrdiff_t stride_;
    WorkVector<float> samples_;
};

}  // namespace genmedia::motion
