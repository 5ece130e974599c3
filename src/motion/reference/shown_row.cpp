// SPDX-License-Identifier: MIT
#include "motion/field_rules/shown_row.h"

#include "motion/reference/reference_fields.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace genmedia::motion::reference {
namespace {

// The samples of a half block around (x, y) in one picture, times `weight`.
template <class Sample>
class Shown {
public:
    Shown(const ShownRow<Sample>& row, const Sample* plane, float x, float y, float weight)
        : plane_(plane), stride_(row.stride) {
        const auto in_steps = [](float at, int side) {
            const float within =
                std::clamp(at, -static_cast<float>(kShownRoom), static_cast<float>(side + kShownRoom));
            return static_cast<int>(std::floor(within * kSteps + 0.5F));
        };
        const int across = in_steps(x, row.width), down = in_steps(y, row.height);
        left_ = across >> 6;
        upper_ = down >> 6;
        across_ = kTapsOfSteps[static_cast<size_t>(across & (kSteps - 1))];
        down_ = kTapsOfSteps[static_cast<size_t>(down & (kSteps - 1))];
        for (float& tap : down_) tap *= weight;
    }

    float operator()(int x, int y) const {
        const auto line = [&](int i) {
            const Sample* at = plane_ + (upper_ - 2 + y + i) * stride_ + left_ - 2 + x;
            return sum_of(across_, [&](int k) { return at[k]; });
        };
        return sum_of(down_, line);
    }

private:
    template <class Values>
    static float sum_of(const std::array<float, kTaps>& taps, const Values& values) {
        float sum = taps[0] * static_cast<float>(values(0));
        for (int i = 1; i < kTaps; i++) sum += taps[static_cast<size_t>(i)] * static_cast<float>(values(i));
        return sum;
    }

    const Sample* plane_;
    ptrdiff_t stride_;
    int left_, upper_;
    std::array<float, kTaps> across_, down_;
};

template <class Sample>
void add_plane(const ShownRow<Sample>& row, const std::array<const Sample*, 2>& planes, float* sums,
               float* weights) {
    const int w = row.block_width, h = row.block_height;
    for (int column = -1; column <= row.columns; column++) {
        const ShownBlock& block = row.blocks[std::clamp(column, 0, row.columns - 1)];
        const int left = w * column - w / 2;
        const auto x = static_cast<float>(left), y = static_cast<float>(row.top);
        std::vector<float> seen(static_cast<size_t>(2 * w * h));
        for (int m = 0; m < block.count; m++) {
            const ShownMotion& motion = block.motions[static_cast<size_t>(m)];
            const auto in_plane = [&](const RealVector& of_luma) {
                return RealVector{of_luma.x * (static_cast<float>(w) / kShownSide),
                                  of_luma.y * (static_cast<float>(h) / kShownSide)};
            };
            const RealVector v = in_plane(motion.vector), bend = in_plane(motion.bend);
            const auto shown = [&](size_t picture, float part, float weight) {
                return Shown(row, planes[picture], x + part * v.x + bend.x, y + part * v.y + bend.y, weight);
            };
            const Shown first = shown(0, -row.time, motion.first),
                        second = shown(1, 1 - row.time, motion.second);
            for (int i = 0; i < h; i++)
                for (int k = 0; k < 2 * w; k++)
                    seen[static_cast<size_t>(2 * w * i + k)] += first(k, i) + second(k, i);
        }
        for (int i = 0; i < h; i++) {
            const float near_y = nearness(row.is_upper ? i : i + h, h);
            const ptrdiff_t to = i * row.sums_stride + left + 2 * w;
            for (int k = 0; k < 2 * w; k++) {
                const float near = nearness(k, w) * near_y;
                if (weights) weights[to + k] += near * block.weight;
                sums[to + k] += near * seen[static_cast<size_t>(2 * w * i + k)];
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
