// SPDX-License-Identifier: MIT
// A colour for a value: perceptually even, from dark violet over red to light yellow (inferno's stops).
#pragma once

namespace genmedia::media {

struct Color {
    double red = 0, green = 0, blue = 0;  // 0..1
};

Color heat_color(double value);  // 0..1; clamped

}  // namespace genmedia::media
