// SPDX-License-Identifier: MIT
#include "motion/true_motion/motion_regions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace genmedia::motion {

// Places have a column more than there are blocks, and a row more above and below: what is beside the
// picture counts as taken.
MotionRegions::MotionRegions(std::span<const RealVector> vectors, int columns, int rows, size_t most) {
    const int stride = columns + 1;
    const auto places = static_cast<size_t>(stride) * static_cast<size_t>(rows + 2) + 1;
    const auto at = [](int place) { return static_cast<size_t>(place); };
    const auto place_of = [&](int bx, int by) { return (by + 1) * stride + bx + 1; };
    WorkVector<char> taken(places, 1);
    WorkVector<RealVector> moved(places);
    for (int by = 0; by < rows; by++) {
        std::fill_n(taken.data() + place_of(0, by), columns, char{0});
        std::copy_n(vectors.data() + at(by) * at(columns), columns, moved.data() + place_of(0, by));
    }
    // Room for one more, which is written and not kept.
    RawWorkVector<int> found(vectors.size() + 1);
    for (int by = 0; by < rows; by++)
        for (int bx = 0; bx < columns; bx++) {
            const int first = place_of(bx, by);
            if (taken[at(first)]) continue;
            taken[at(first)] = 1;
            found[0] = first;
            size_t size = 1;
            for (size_t next = 0; next < size; next++) {
                const int place = found[next];
                const RealVector own = moved[at(place)];
                for (const int step : std::array{-1, 1, -stride, stride}) {
                    const size_t n = at(place + step);
                    // Without a branch, which processors would guess wrongly.
                    const bool takes =
                        !taken[n] &
                        (std::abs(own.x - moved[n].x) + std::abs(own.y - moved[n].y) < kSameMotion);
                    taken[n] = static_cast<char>(taken[n] | takes);
                    found[size] = place + step;
                    size += takes;
                }
            }
            if (size > most) continue;
            for (size_t i = 0; i < size; i++) {
                const int row = found[i] / stride - 1;
                blocks_.push_back(found[i] - stride - 1 - row);
            }
            ends_.push_back(blocks_.size());
        }
}

}  // namespace genmedia::motion
