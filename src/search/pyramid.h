// SPDX-License-Identifier: MIT
// Pictures of a quarter and a sixteenth of the width and height.
#pragma once

#include "genmedia/image.h"

#include <cstdint>
#include <vector>

namespace genmedia::search {

// A plane that owns its samples.
struct SmallPicture {
    std::vector<uint8_t> samples;
    int32_t width = 0, height = 0;

    PlaneView view() const { return {samples.data(), width, height, width}; }
};

// Each sample is the rounded mean of 4x4; sides are rounded up, the picture's edge repeated.
SmallPicture quarter(const PlaneView& picture);

// The number of levels of a picture of this size.
int level_count(int32_t width, int32_t height);

// Levels of a picture, largest first: a quarter, a sixteenth. A level with a side below 16 pixels is left
// out, as is all that follows.
std::vector<SmallPicture> pyramid(const PlaneView& picture);

}  // namespace genmedia::search
