// SPDX-License-Identifier: MIT
#include "motion/true_motion/block_costs.h"

#include "motion/true_motion/block_sums.h"
#include "motion/work_memory.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace genmedia::motion {
namespace {

// GCC makes more of std::min and std::max than one instruction each where a loop has both.
uint8_t distance(uint8_t a, uint8_t b) {
    const uint8_t most = a > b ? a : b, least = b < a ? b : a;
    return static_cast<uint8_t>(most - least);
}

// The sums of each Count groups from one on.
template <size_t Count>
void sum_windows(std::span<const uint16_t> groups, std::span<float> sums) {
    for (size_t i = 0; i < sums.size(); i++) {
        int sum = 0;
        for (size_t k = 0; k < Count; k++) sum += groups[i + k];
        sums[i] = static_cast<float>(sum);
    }
}

float share_of_means(float mean, float other) { return 1 / (1 + std::abs(other - mean) / kShareEdge); }

}  // namespace

BlockCosts::BlockCosts(const PaddedPicture& source, int side, float smoothness)
    : columns_((source.width() + side - 1) / side),
      rows_((source.height() + side - 1) / side),
      smoothness_(smoothness) {
    const size_t count = static_cast<size_t>(columns_) * static_cast<size_t>(rows_);
    const auto values = std::make_shared<Values>(count);
    RawWorkVector<float> means(count);
    walker::parallel_for(rows_, [&](int by) { find_means(source, side, by, means); });
    walker::parallel_for_runs(rows_, 16, [&](int first, int end) {
        find_weights(source, side, first, end, values->weights.data());
    });
    const auto columns = static_cast<size_t>(columns_);
    walker::parallel_for(rows_, [&](int by) {
        const size_t first = index(0, by);
        for (size_t i = first; i + 1 < first + columns; i++)
            values->shares_right[i] = share_of_means(means[i], means[i + 1]);
        if (by + 1 == rows_) return;
        for (size_t i = first; i < first + columns; i++)
            values->shares_below[i] = share_of_means(means[i], means[i + columns]);
    });
    weights_ = values->weights.data();
    shares_right_ = values->shares_right.data();
    shares_below_ = values->shares_below.data();
    values_ = values;
}

BlockCosts BlockCosts::with(float smoothness) const {
    BlockCosts result = *this;
    result.smoothness_ = smoothness;
    return result;
}

void BlockCosts::find_means(const PaddedPicture& source, int side, int by,
                            RawWorkVector<float>& means) const {
    RawWorkVector<uint16_t> sums(static_cast<size_t>(columns_));
    sum_blocks(source, side, by, sums);
    float* const to = means.data() + index(0, by);
    for (size_t i = 0; i < sums.size(); i++)
        to[i] = static_cast<float>(sums[i]) / static_cast<float>(side * side);
}

// Sums of columns move down row by row, as each line is compared for several.
void BlockCosts::find_weights(const PaddedPicture& source, int side, int first, int end,
                              float* weights) const {
    const int height = compared_height(side), top = compared_top(side, first);
    const auto width = static_cast<size_t>(columns_ * side + kComparedWidth);
    // Of each line the differences between pixels beside and below each other: at most 2 * 255 * 16 a column.
    std::vector<uint16_t> sums(width), lines(width * static_cast<size_t>(height)),
        groups(width / static_cast<size_t>(side));
    // A line takes the place of the one that leaves the sums.
    const auto add = [&](int y) {
        const uint8_t *line = source.at(compared_left(side, 0), y), *below = line + source.stride();
        uint16_t* const to = lines.data() + width * static_cast<size_t>((y - top) % height);
        for (size_t x = 0; x < width; x++) {
            const auto differences =
                static_cast<uint16_t>(distance(line[x], line[x + 1]) + distance(line[x], below[x]));
            sums[x] = static_cast<uint16_t>(sums[x] + differences - to[x]);
            to[x] = differences;
        }
    };
    int next = top;
    for (int by = first; by < end; by++) {
        while (next < compared_top(side, by) + height) add(next++);
        sum_groups(sums.data(), side, groups);
        const std::span of_row(weights + index(0, by), static_cast<size_t>(columns_));
        side == 4 ? sum_windows<kComparedWidth / 4>(groups, of_row)
                  : sum_windows<kComparedWidth / 8>(groups, of_row);
        for (float& weight : of_row) {
            const float texture = weight / static_cast<float>(2 * kComparedWidth * height);
            weight = kBaseShare + kTextureShare * texture;
        }
    }
}

}  // namespace genmedia::motion
