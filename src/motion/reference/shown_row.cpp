// SPDX-License-Identifier: MIT
#include "motion/field_rules/shown_row.h"

#include "motion/reference/reference_fields.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion::reference {
namespace {

// The samples of a half block around (x, y) in one picture.
template <class Sample>
class Shown {
public:
    Shown(const ShownRow<Sample>& row, const Sample* plane, float x, float y)
        : plane_(plane), stride_(row.stride) {
        const auto within = [](float at, int side) {
            return std::clamp(at, -static_cast<float>(kShownRoom), static_cast<float>(side + kShownRoom));
        };
        x = within(x, row.width);
        y = within(y, row.height);
        left_ = static_cast<int>(std::floor(x));
        upper_ = static_cast<int>(std::floor(y));
        across_ = cubic(x - static_cast<float>(left_));
        down_ = cubic(y - static_cast<float>(upper_));
    }

    float operator()(int x, int y) const {
        const auto line = [&](int i) {
            const Sample* at = plane_ + (upper_ - 1 + y + i) * stride_ + left_ - 1 + x;
            return across_[0] * at[0] + across_[1] * at[1] + across_[2] * at[2] + across_[3] * at[3];
        };
        return down_[0] * line(0) + down_[1] * line(1) + down_[2] * line(2) + down_[3] * line(3);
    }

private:
    const Sample* plane_;
    ptrdiff_t stride_;
    int left_, upper_;
    std::array<float, 4> across_, down_;
};

template <class Sample>
void add_plane(const ShownRow<Sample>& row, const std::array<const Sample*, 2>& planes, float* sums,
               float* weights) {
    const int w = row.block_width, h = row.block_height;
    for (int column = -1; column <= row.columns; column++) {
        const Passing& passing = row.passing[std::clamp(column, 0, row.columns - 1)];
        const RealVector v{passing.vector.x * static_cast<float>(w) / 4,  // in this plane
                           passing.vector.y * static_cast<float>(h) / 4};
        const int left = w * column - w / 2;
        const auto x = static_cast<float>(left), y = static_cast<float>(row.top);
        const Shown first(row, planes[0], x - row.time * v.x, y - row.time * v.y),
            second(row, planes[1], x + (1 - row.time) * v.x, y + (1 - row.time) * v.y);
        const float share = passing.first_share, belief = 1 / (1 + passing.cost);
        for (int i = 0; i < h; i++) {
            const float near_y = nearness(row.is_upper ? i : i + h, h);
            const ptrdiff_t to = i * row.sums_stride + left + 2 * w;
            for (int k = 0; k < 2 * w; k++) {
                const float weight = belief * nearness(k, w) * near_y;
                if (weights) weights[to + k] += weight;
                sums[to + k] += weight * (share * first(k, i) + (1 - share) * second(k, i));
            }
        }
    }
}

template <class Sample>
void add_row(const ShownRow<Sample>& row) {
    add_plane<Sample>(row, row.planes, row.sums, row.weights);
    if (row.others[0]) add_plane<Sample>(row, row.others, row.other_sums, nullptr);
}

}  // namespace

void show_row(const ShownRow<uint8_t>& row) { add_row(row); }
void show_deep_row(const ShownRow<uint16_t>& row) { add_row(row); }

}  // namespace genmedia::motion::reference
