// SPDX-License-Identifier: MIT
// Luma of 8 bits, as searches read it.
#pragma once

#include "genmedia/image.h"
#include "motion/field_functions.h"
#include "motion/true_motion/padded_plane.h"

#include <cstdint>

namespace genmedia::motion {

class PaddedPicture : public PaddedPlane<uint8_t> {
public:
    PaddedPicture(int width, int height) : PaddedPlane(width, height) {}
    // Of a plane of `bits` bits a sample; more than 8 are rounded to 8.
    explicit PaddedPicture(const PlaneView& plane, int bits = 8);

    PlaneView view() const { return {at(0, 0), width(), height(), stride()}; }
    // The same with its padding.
    PlaneView padded_view() const {
        return {at(-kPadding, -kPadding), width() + 2 * kPadding, height() + 2 * kPadding, stride()};
    }

    // Half the width and height, rounded up; each sample is the rounded mean of 2x2.
    PaddedPicture half() const;

    // The picture minus the mean of the 17x17 pixels around each pixel, plus 128. Changes of light do not
    // change it.
    PaddedPicture without_mean(const FieldFunctions& functions) const;
};

}  // namespace genmedia::motion
