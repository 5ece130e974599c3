// SPDX-License-Identifier: MIT
#include "media/partitions.h"

#include "media/field_queries.h"

namespace genmedia::media {

// Shapes 0 to 3 are the whole square, its halves on top of each other, side by side, and its quarters.
void Partitions::cut(int32_t x, int32_t y, int32_t side, int shape) {
    const int32_t width = shape >= 2 ? side / 2 : side;
    const int32_t height = shape == 1 || shape == 3 ? side / 2 : side;
    for (int32_t part_y = y; part_y < y + side; part_y += height)
        for (int32_t part_x = x; part_x < x + side; part_x += width)
            add({part_x, part_y, width, height, block_index(part_x / 4, part_y / 4)});
}

Partitions::Partitions(const vme::InterResult& result) {
    if (result.major_shape != vme::MajorShape::shape_8x8) {
        cut(0, 0, 16, static_cast<int>(result.major_shape));
        return;
    }
    for (int q = 0; q < 4; q++) cut(q % 2 * 8, q / 2 * 8, 8, static_cast<int>(result.minor_shapes[q]));
}

}  // namespace genmedia::media
