// SPDX-License-Identifier: MIT
#include "motion/block_costs.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>

namespace genmedia {
namespace {

constexpr float kEdge = 10;  // gray levels: a neighbour that differs by this much counts half
// A block's weight is kBaseShare plus kTextureShare times its texture in gray levels.
constexpr float kTextureShare = 0.3F, kBaseShare = 0.3F;

float mean_of(const PaddedPicture& picture, int x, int y, int side) {
    int sum = 0;
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++) sum += *picture.at(x + k, y + i);
    return static_cast<float>(sum) / static_cast<float>(side * side);
}

}  // namespace

BlockCosts::BlockCosts(const PaddedPicture& source, int side)
    : source_(source),
      side_(side),
      columns_((source.width() + side - 1) / side),
      rows_((source.height() + side - 1) / side),
      means_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_)) {
    parallel_for(rows_, [&](int by) {
        for (int bx = 0; bx < columns_; bx++)
            means_[static_cast<size_t>(by * columns_ + bx)] = mean_of(source, bx * side, by * side, side);
    });
}

float BlockCosts::mean(int bx, int by) const {
    return means_[static_cast<size_t>(std::clamp(by, 0, rows_ - 1) * columns_ +
                                      std::clamp(bx, 0, columns_ - 1))];
}

float BlockCosts::share(int bx, int by, int neighbor_bx, int neighbor_by) const {
    return 1 / (1 + std::abs(mean(neighbor_bx, neighbor_by) - mean(bx, by)) / kEdge);
}

float BlockCosts::weight(int bx, int by) const {
    const int stride = source_.stride();
    const uint8_t* here = source_.at(compared_left(side_, bx), compared_top(side_, by));
    const auto difference_to = [&](const uint8_t* pixels) {
        return side_ == 8 ? sum_of_differences<compared_height(8)>(here, stride, pixels, stride)
                          : sum_of_differences<compared_height(4)>(here, stride, pixels, stride);
    };
    const int sum = difference_to(here + 1) + difference_to(here + stride);
    const float texture =  // the mean absolute difference of pixels beside and below each other
        static_cast<float>(sum) / static_cast<float>(2 * kComparedWidth * compared_height(side_));
    return kBaseShare + kTextureShare * texture;
}

}  // namespace genmedia
