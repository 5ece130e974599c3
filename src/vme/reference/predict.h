// Samples of a reference picture between its pixels.
#pragma once

#include "genmedia/image.h"
#include "genmedia/vme.h"
#include "vme/reference/distortion.h"

namespace genmedia::vme::reference {

// Guess: bilinear keeps the structure of the four-tap filter and only takes the mean of two.
enum class Filter : uint8_t { four_tap, bilinear };

// The width x height block (at most 16x16) whose upper left sample lies at (x, y) quarter pixels.
void predict(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to);

// Mixes two predictions: (forward * (64 - weight) + backward * weight + 32) >> 6, as AVC's implicit
// weighting (guess: the registry text gives the weights, not the rounding).
void mix(const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int width, int height,
         Pixels& to);

}  // namespace genmedia::vme::reference
