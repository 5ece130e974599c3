#include "motion/pyramid.h"

#include <algorithm>

namespace genmedia {

SmallPicture quarter(const PlaneView& picture) {
    SmallPicture small;
    small.width = (picture.width + 3) / 4;
    small.height = (picture.height + 3) / 4;
    small.samples.resize(static_cast<size_t>(small.width) * small.height);
    for (int32_t y = 0; y < small.height; y++) {
        for (int32_t x = 0; x < small.width; x++) {
            int sum = 8;
            for (int32_t line = 4 * y; line < 4 * y + 4; line++) {
                const uint8_t* from = picture.line(std::min(line, picture.height - 1));
                for (int32_t i = 4 * x; i < 4 * x + 4; i++) sum += from[std::min(i, picture.width - 1)];
            }
            small.samples[static_cast<size_t>(y) * small.width + x] = static_cast<uint8_t>(sum / 16);
        }
    }
    return small;
}

std::vector<SmallPicture> pyramid(const PlaneView& picture) {
    constexpr int32_t kSmallestSide = 16;
    std::vector<SmallPicture> tiers;
    PlaneView from = picture;
    for (int i = 0; i < 2 && from.width > 4 * (kSmallestSide - 1) && from.height > 4 * (kSmallestSide - 1);
         i++) {
        tiers.push_back(quarter(from));
        from = tiers.back().view();
    }
    return tiers;
}

}  // namespace genmedia
