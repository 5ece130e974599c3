// SPDX-License-Identifier: MIT
#include "search/pyramid.h"

#include "walker/worker_pool.h"

#include <algorithm>

namespace genmedia::search {

SmallPicture quarter(const PlaneView& picture) {
    SmallPicture small;
    small.width = (picture.width + 3) / 4;
    small.height = (picture.height + 3) / 4;
    small.samples.resize(static_cast<size_t>(small.width) * small.height);
    walker::parallel_for(small.height, [&](int y) {
        // Sums of four lines first: loops that compilers vectorise. The last group of columns repeats the
        // edge.
        std::vector<uint16_t> columns(static_cast<size_t>(small.width) * 4);
        const uint8_t* lines[4];
        for (int32_t i = 0; i < 4; i++) lines[i] = picture.line(std::min(4 * y + i, picture.height - 1));
        for (int32_t x = 0; x < picture.width; x++) {
            columns[x] = static_cast<uint16_t>(lines[0][x] + lines[1][x] + lines[2][x] + lines[3][x]);
        }
        std::fill(columns.begin() + picture.width, columns.end(), columns[picture.width - 1]);
        uint8_t* const to = small.samples.data() + static_cast<size_t>(y) * small.width;
        for (int32_t x = 0; x < small.width; x++) {
            const uint16_t* c = columns.data() + 4 * x;
            to[x] = static_cast<uint8_t>((c[0] + c[1] + c[2] + c[3] + 8) / 16);
        }
    });
    return small;
}

int level_count(int32_t width, int32_t height) {
    constexpr int most = 2;
    constexpr int32_t smallest_side = 16;
    int count = 0;
    for (; count < most && width > 4 * (smallest_side - 1) && height > 4 * (smallest_side - 1); count++) {
        width = (width + 3) / 4;
        height = (height + 3) / 4;
    }
    return count;
}

std::vector<SmallPicture> pyramid(const PlaneView& picture) {
    std::vector<SmallPicture> levels;
    for (int i = level_count(picture.width, picture.height); i > 0; i--)
        levels.push_back(quarter(levels.empty() ? picture : levels.back().view()));
    return levels;
}

}  // namespace genmedia::search
