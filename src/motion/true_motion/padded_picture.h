// SPDX-License-Identifier: MIT
// A picture with its edge repeated on all sides, so that what reads near it needs no test.
#pragma once

#include "genmedia/image.h"
#include "motion/field_functions.h"
#include "motion/work_memory.h"

#include <cstdint>

namespace genmedia::motion {

class PaddedPicture {
public:
    static constexpr int kPadding = 48;  // pixels on each side

    PaddedPicture(int width, int height);
    explicit PaddedPicture(const PlaneView& plane);

    int width() const { return width_; }
    int height() const { return height_; }
    int stride() const { return stride_; }
    const uint8_t* at(int x, int y) const { return samples_.data() + index(x, y); }
    PlaneView view() const { return {at(0, 0), width_, height_, stride_}; }

    // Half the width and height, rounded up; each sample is the rounded mean of 2x2.
    PaddedPicture half() const;

    // The picture minus the mean of the 33x33 pixels around each pixel, plus 128. Changes of light do not
    // change it.
    PaddedPicture without_mean(const FieldFunctions& functions) const;

private:
    size_t index(int x, int y) const {
        return static_cast<size_t>(y + kPadding) * static_cast<size_t>(stride_) +
               static_cast<size_t>(x + kPadding);
    }
    uint8_t* line(int y) { return samples_.data() + index(0, y); }
    void pad();

    int width_, height_, stride_;
    WorkVector<uint8_t> samples_;
};

}  // namespace genmedia::motion
