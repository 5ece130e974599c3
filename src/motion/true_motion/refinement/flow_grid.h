// SPDX-License-Identifier: MIT
// Where a pixel's values are in FlowPlanes: of each row first the even columns, then the odd ones. So each
// second pixel of a row is the neighbour of the last one, as vectors want it. There is room for some rows at
// once, which others take over.
#pragma once

#include "motion/field_rules/flow_row.h"

namespace genmedia::motion {

class FlowGrid {
public:
    FlowGrid(int width, int height, int rows_at_once)
        : width_(width),
          height_(height),
          rows_(rows_at_once),
          pitch_(kMargin + ((width + 1) / 2 + kMargin - 1) / kMargin * kMargin) {}

    int width() const { return width_; }
    int height() const { return height_; }
    // Floats of a plane.
    size_t size() const { return static_cast<size_t>(2 * pitch_ * rows_ + kMargin); }

    // Also of the pixels around the picture, of which each has a place but the corners.
    ptrdiff_t place(int x, int y) const {
        const int odd = x & 1, column = (x - odd) / 2;
        return (2 * ((y + rows_) % rows_) + odd) * pitch_ + kMargin + column;
    }

    // Every second pixel, from column `odd` (0 or 1) on.
    FlowRow row(const FlowPlanes& planes, int y, int odd) const {
        return {.planes = &planes,
                .count = static_cast<size_t>((width_ - odd + 1) / 2),
                .self = place(odd, y),
                .left = place(odd - 1, y),
                .right = place(odd + 1, y),
                .above = place(odd, y - 1),
                .under = place(odd, y + 1)};
    }

private:
    static constexpr ptrdiff_t kMargin = kAfterFlowRow + 1;

    int width_, height_, rows_;
    ptrdiff_t pitch_;  // from a row's even columns to its odd ones
};

}  // namespace genmedia::motion
