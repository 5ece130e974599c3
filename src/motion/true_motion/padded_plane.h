// SPDX-License-Identifier: MIT
// A plane with its edge repeated on all sides, so that what reads near it needs no test.
#pragma once

#include "genmedia/image.h"
#include "motion/work_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace genmedia::motion {

template <class Sample>
class PaddedPlane {
public:
    static constexpr int kPadding = 48;  // samples on each side

    // A copy of a plane of such samples.
    explicit PaddedPlane(const PlaneView& plane) : PaddedPlane(plane.width, plane.height) {
        for (int y = 0; y < height_; y++)
            std::memcpy(line(y), plane.line(y), static_cast<size_t>(width_) * sizeof(Sample));
        pad();
    }

    int width() const { return width_; }
    int height() const { return height_; }
    int stride() const { return stride_; }  // samples
    const Sample* at(int x, int y) const { return samples_.data() + index(x, y); }

protected:
    PaddedPlane(int width, int height)
        : width_(width),
          height_(height),
          stride_(width + 2 * kPadding),
          samples_(static_cast<size_t>(stride_) * static_cast<size_t>(height + 2 * kPadding)) {}

    Sample* line(int y) { return samples_.data() + index(0, y); }

    void pad() {
        for (int y = 0; y < height_; y++) {
            std::fill_n(line(y) - kPadding, kPadding, line(y)[0]);
            std::fill_n(line(y) + width_, kPadding, line(y)[width_ - 1]);
        }
        const size_t bytes = static_cast<size_t>(stride_) * sizeof(Sample);
        for (int i = 1; i <= kPadding; i++) {
            std::memcpy(line(-i) - kPadding, line(0) - kPadding, bytes);
            std::memcpy(line(height_ - 1 + i) - kPadding, line(height_ - 1) - kPadding, bytes);
        }
    }

private:
    size_t index(int x, int y) const {
        return static_cast<size_t>(y + kPadding) * static_cast<size_t>(stride_) +
               static_cast<size_t>(x + kPadding);
    }

    int width_, height_, stride_;
    RawWorkVector<Sample> samples_;
};

}  // namespace genmedia::motion
