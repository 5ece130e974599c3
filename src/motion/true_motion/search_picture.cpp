// SPDX-License-Identifier: MIT
#include "motion/true_motion/search_picture.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <utility>

namespace genmedia::motion {
namespace {

constexpr int kSmallestSmoothSide = 30, kMostSmoothLevels = 8;

std::vector<PaddedPicture> levels_of(const FieldFunctions& functions, const PaddedPicture& picture) {
    std::vector<PaddedPicture> levels;
    levels.push_back(picture.without_mean(functions));
    const int count = search_level_count(picture.width(), picture.height());
    for (PaddedPicture half(0, 0); static_cast<int>(levels.size()) < count;
         levels.push_back(half.without_mean(functions)))
        half = levels.size() == 1 ? picture.half() : half.half();
    return levels;
}

FloatPicture smooth(const PaddedPicture& picture) {
    FloatPicture samples(picture.width(), picture.height());
    samples.fill([&](int y, float* to) { std::copy_n(picture.at(0, y), picture.width(), to); });
    return samples.weighted<5>({1 / 16.F, 4 / 16.F, 6 / 16.F, 4 / 16.F, 1 / 16.F});
}

std::vector<FloatPicture> smooth_levels_of(const PaddedPicture& picture) {
    std::vector<FloatPicture> levels;
    levels.push_back(smooth(picture));
    while (static_cast<int>(levels.size()) < kMostSmoothLevels &&
           std::min(levels.back().width(), levels.back().height()) >= 2 * kSmallestSmoothSide)
        levels.push_back(levels.back().half());
    return levels;
}

}  // namespace

int search_level_count(int width, int height) {
    constexpr int smallest_side = 20, most = 7;  // of the coarsest picture, pixels
    int count = 1;
    for (int side = std::min(width, height); count < most && side >= 2 * smallest_side; side = (side + 1) / 2)
        count++;
    return count;
}

SearchPicture::SearchPicture(const FieldFunctions& functions, PaddedPicture picture)
    : picture_(std::move(picture)), levels_(levels_of(functions, picture_)), coarse_costs_(levels_.size()) {}

const BlockCosts& SearchPicture::costs_of(Costs& costs, const PaddedPicture& level, int side) {
    std::call_once(costs.once, [&] { walker::isolated([&] { costs.costs.emplace(level, side); }); });
    return *costs.costs;
}

const std::vector<FloatPicture>& SearchPicture::smooth_levels() const {
    std::call_once(smooth_once_,
                   [&] { walker::isolated([&] { smooth_levels_ = smooth_levels_of(picture_); }); });
    return smooth_levels_;
}

}  // namespace genmedia::motion
