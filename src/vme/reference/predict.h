// SPDX-License-Identifier: MIT
// Samples of a reference picture between its pixels.
#pragma once

#include "genmedia/image.h"
#include "genmedia/vme.h"
#include "vme/unit_functions.h"

namespace genmedia::vme::reference {

void predict(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to);

void mix(const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int width, int height,
         Pixels& to);

}  // namespace genmedia::vme::reference
