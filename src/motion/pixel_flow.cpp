// SPDX-License-Identifier: MIT
#include "motion/pixel_flow.h"

#include "motion/bilinear.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace genmedia {
namespace {

constexpr int kReach = 2 * kFineSide;  // pixels across and down that a block contributes to
// Their weights, from the first pixel on: larger near the block's middle.
constexpr std::array<float, kReach> kNear{1, 3, 5, 7, 7, 5, 3, 1};

// The four lines of pixels between the middles of a row of blocks and those of the row below.
class Band {
public:
    Band(const PaddedPicture& source, const PaddedPicture& reference, const std::vector<RealVector>& vectors)
        : source_(source),
          reference_(reference),
          vectors_(vectors),
          columns_((source.width() + kFineSide - 1) / kFineSide),
          rows_((source.height() + kFineSide - 1) / kFineSide),
          stride_(static_cast<size_t>(kFineSide * columns_ + 2 * kReach)) {
        for (std::vector<float>* sum : {&weights_, &x_, &y_}) sum->resize(kFineSide * stride_);
    }

    // `row` may be -1, the row above the picture.
    void compute(int row, FlowVector* flow) {
        for (std::vector<float>* sum : {&weights_, &x_, &y_}) std::fill(sum->begin(), sum->end(), 0.F);
        for (int half = 0; half < 2; half++)
            for (int column = -1; column <= columns_; column++) add(column, row, half);
        for (int i = 0; i < kFineSide; i++) {
            const int y = top(row) + i;
            if (y < 0 || y >= source_.height()) continue;
            FlowVector* const to = flow + static_cast<size_t>(y) * static_cast<size_t>(source_.width());
            const size_t from = static_cast<size_t>(i) * stride_ + place(0);
            for (size_t x = 0; x < static_cast<size_t>(source_.width()); x++)
                to[x] = {x_[from + x] / weights_[from + x], y_[from + x] / weights_[from + x]};
        }
    }

private:
    static int top(int row) { return kFineSide * row + kFineSide / 2; }
    // The index of pixel x in a line of sums. Blocks beside the picture also add to places before pixel 0.
    static size_t place(int x) { return static_cast<size_t>(x + kReach); }

    const RealVector& vector_of(int column, int row) const {
        return vectors_[static_cast<size_t>(std::clamp(row, 0, rows_ - 1) * columns_ +
                                            std::clamp(column, 0, columns_ - 1))];
    }

    // Adds a block's vector to these lines: its lower half (0), or the upper half of the block below (1).
    void add(int column, int row, int half) {
        const RealVector v = vector_of(column, row + half);
        const int x = kFineSide * column - kFineSide / 2, y = top(row);
        const auto match =
            bilinear<kReach, kFineSide>(reference_, kSteps * x + in_steps(v.x), kSteps * y + in_steps(v.y));
        for (size_t i = 0; i < kFineSide; i++) {
            const uint8_t* here = source_.at(x, y + static_cast<int>(i));
            const float near = kNear[half == 0 ? kFineSide + i : i];
            const size_t to = i * stride_ + place(x);
            for (size_t k = 0; k < kReach; k++) {
                const auto there = static_cast<uint16_t>(match[i][k] + 128) >> 8;
                const int away = std::max(1, std::abs(here[k] - there));
                const float weight = near * kNear[k] / static_cast<float>(away);
                weights_[to + k] += weight;
                x_[to + k] += weight * v.x;
                y_[to + k] += weight * v.y;
            }
        }
    }

    const PaddedPicture &source_, &reference_;
    const std::vector<RealVector>& vectors_;
    int columns_, rows_;
    size_t stride_;
    std::vector<float> weights_, x_, y_;  // of pixels, and of their vectors
};

}  // namespace

std::vector<FlowVector> pixel_flow(const PaddedPicture& source, const PaddedPicture& reference,
                                   const std::vector<RealVector>& vectors) {
    std::vector<FlowVector> flow(static_cast<size_t>(source.width()) * static_cast<size_t>(source.height()));
    const int bands = (source.height() + kFineSide - 1) / kFineSide + 1;
    parallel_for_runs(bands, 16, [&](int first, int end) {
        Band band(source, reference, vectors);
        for (int i = first; i < end; i++) band.compute(i - 1, flow.data());
    });
    return flow;
}

}  // namespace genmedia
