// SPDX-License-Identifier: MIT
#include "motion/true_motion/block_costs.h"

#include "motion/true_motion/block_sums.h"
#include "motion/work_memory.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion {
namespace {

uint8_t distance(uint8_t a, uint8_t b) { return static_cast<uint8_t>(std::max(a, b) - std::min(a, b)); }

float share_of_means(float mean, float other) { return 1 / (1 + std::abs(other - mean) / kShareEdge); }

}  // namespace

BlockCosts::BlockCosts(const PaddedPicture& source, int side, float smoothness)
    : columns_((source.width() + side - 1) / side),
      rows_((source.height() + side - 1) / side),
      smoothness_(smoothness) {
    const size_t count = static_cast<size_t>(columns_) * static_cast<size_t>(rows_);
    const auto values = std::make_shared<Values>(count);
    WorkVector<float> means(count);
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

void BlockCosts::find_means(const PaddedPicture& source, int side, int by, WorkVector<float>& means) const {
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
    const auto line_of = [&](int y) {
        return lines.data() + width * static_cast<size_t>((y - top) % height);
    };
    const auto add = [&](int y) {
        const uint8_t *line = source.at(compared_left(side, 0), y), *below = line + source.stride();
        uint16_t* const to = line_of(y);
        for (size_t x = 0; x < width; x++) {
            to[x] = static_cast<uint16_t>(distance(line[x], line[x + 1]) + distance(line[x], below[x]));
            sums[x] = static_cast<uint16_t>(sums[x] + to[x]);
        }
    };
    const auto leave = [&](int y) {
        const uint16_t* const of = line_of(y);
        for (size_t x = 0; x < width; x++) sums[x] = static_cast<uint16_t>(sums[x] - of[x]);
    };
    for (int y = top; y < top + height; y++) add(y);
    for (int by = first; by < end; by++) {
        for (int y = compared_top(side, by) - side; by > first && y < compared_top(side, by); y++) {
            leave(y);
            add(y + height);
        }
        sum_groups(sums.data(), side, groups);
        for (int bx = 0; bx < columns_; bx++) {
            int sum = 0;
            for (int i = bx; i < bx + kComparedWidth / side; i++) sum += groups[static_cast<size_t>(i)];
            const float texture = static_cast<float>(sum) / static_cast<float>(2 * kComparedWidth * height);
            weights[index(bx, by)] = kBaseShare + kTextureShare * texture;
        }
    }
}

}  // namespace genmedia::motion
