// SPDX-License-Identifier: MIT
// Windows and pixmaps of X11, by libX11, which is loaded when the first picture is put. Programs with such a
// display have it.
#pragma once

#include "va/surfaces/picture_layout.h"

#include <va/va.h>

#include <optional>
#include <span>

namespace genmedia::va {

struct X11Drawable {
    void* display;           // Display*
    unsigned long drawable;  // Window or Pixmap
};

// How its pixels lie. Nothing: libX11 is missing, there is no such drawable, or its depth is none of 16, 24,
// 30 and 32 bits.
std::optional<AVPixelFormat> pixels_of(const X11Drawable& target);

// Draws the picture, which has these pixels, with its corner at x, y; inside of `clips` where there are any.
// `clear`: the rest becomes black first.
bool put(const X11Drawable& target, const Planes& picture, int x, int y, std::span<const VARectangle> clips,
         bool clear);

}  // namespace genmedia::va
