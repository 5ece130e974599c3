// SPDX-License-Identifier: MIT
// What is known of a picture besides its pixels.
#pragma once

#include <cstdint>

namespace genmedia::media {

struct TimeBase {
    int32_t numerator = 1, denominator = 25;  // seconds a tick
};

struct FrameRate {
    int32_t numerator = 25, denominator = 1;  // frames per `denominator` seconds
};

struct PixelAspect {
    int32_t numerator = 1, denominator = 1;  // a pixel's width by its height

    double value() const { return static_cast<double>(numerator) / denominator; }
};

struct FrameFacts {
    int64_t number = 0;              // counted from 0 in the order of display, over those that were decoded
    int64_t pts = 0;                 // when it is displayed, in ticks of the video's time base
    double seconds = 0;              // the same
    bool damaged = false;            // the decoder made up some of its pixels
    bool damaged_reference = false;  // or some of a picture that it was searched in
    int64_t missing_before = 0;      // frame times without a picture before it; -1: time does not go on
};

// The marks that results have: 1 damaged, 2 searched in a damaged picture, 3 both.
inline uint8_t damage_marks(const FrameFacts& facts) {
    return static_cast<uint8_t>((facts.damaged ? 1 : 0) | (facts.damaged_reference ? 2 : 0));
}

}  // namespace genmedia::media
