// SPDX-License-Identifier: MIT
#include "motion/true_motion/pixel_flow.h"

#include "motion/field_rules/bilinear.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace genmedia::motion {
namespace {

// A vector is spread over the 24x24 pixels around its block. Those of every fourth block are: they lie kApart
// apart, and in every other row half of that further to the right, unless there is but one column of blocks.
constexpr int kApart = 2 * kFineSide, kReach = 3 * kApart;
static_assert(kReach == kSpreadColumns && kApart == kSpreadLines);
constexpr int kMarginOfReach = (kReach - kFineSide) / 2;

// Weights of the pixels across and down: larger near the block's middle.
constexpr std::array<float, kReach> kNear = [] {
    std::array<float, kReach> near{};
    for (int i = 0; i < kReach; i++)
        near[static_cast<size_t>(i)] = static_cast<float>(2 * std::min(i, kReach - 1 - i) + 1);
    return near;
}();

// The kApart lines of pixels around a row of such blocks, to which the rows above and below it contribute as
// well.
class Band {
public:
    Band(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
         const WorkVector<RealVector>& vectors)
        : functions_(functions),
          source_(source),
          reference_(reference),
          vectors_(vectors),
          columns_((source.width() + kFineSide - 1) / kFineSide),
          rows_((source.height() + kFineSide - 1) / kFineSide),
          stride_(static_cast<size_t>(kFineSide * columns_ + kReach)) {
        for (std::vector<float>* sum : {&weights_, &x_, &y_}) sum->resize(kApart * stride_);
    }

    // How many there are in a picture.
    static int count(int height) { return (height - 1 - top(0)) / kApart + 1; }

    void compute(int band, FlowVector* flow) {
        for (std::vector<float>* sum : {&weights_, &x_, &y_}) std::fill(sum->begin(), sum->end(), 0.F);
        for (int row = std::max(0, band - 1); row <= band + 1 && 2 * row < rows_; row++)
            for (int column = columns_ == 1 ? 0 : row % 2; column < columns_; column += 2)
                add(column, row, band);
        for (int i = 0; i < kApart; i++) {
            const int y = top(band) + i;
            if (y < 0 || y >= source_.height()) continue;
            FlowVector* const to = flow + static_cast<size_t>(y) * static_cast<size_t>(source_.width());
            const size_t from = static_cast<size_t>(i) * stride_ + place(0);
            for (size_t x = 0; x < static_cast<size_t>(source_.width()); x++)
                to[x] = {x_[from + x] / weights_[from + x], y_[from + x] / weights_[from + x]};
        }
    }

private:
    static int top(int band) { return kApart * band - (kApart - kFineSide) / 2; }
    // The index of pixel x in a line of sums. Blocks at the picture's edge also add to places before pixel 0.
    static size_t place(int x) { return static_cast<size_t>(x + kMarginOfReach); }

    // Adds the vector of a block of the band's row, or of the row above or below, to these lines.
    void add(int column, int row, int band) {
        const RealVector v = vectors_[static_cast<size_t>(2 * row * columns_ + column)];
        const int x = kFineSide * column - kMarginOfReach;
        const size_t to = place(x);
        functions_.spread_vector({.pixels = matched_block(source_, reference_, x, top(band), v),
                                  .near_x = kNear.data(),
                                  .near_y = kNear.data() + kApart * (band - row + 1),
                                  .vector_x = v.x,
                                  .vector_y = v.y,
                                  .weights = weights_.data() + to,
                                  .sums_x = x_.data() + to,
                                  .sums_y = y_.data() + to,
                                  .stride = static_cast<ptrdiff_t>(stride_)});
    }

    const FieldFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const WorkVector<RealVector>& vectors_;
    int columns_, rows_;
    size_t stride_;
    std::vector<float> weights_, x_, y_;  // of pixels, and of their vectors
};

}  // namespace

void pixel_flow(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
                const WorkVector<RealVector>& vectors, std::vector<FlowVector>& flow) {
    flow.resize(static_cast<size_t>(source.width()) * static_cast<size_t>(source.height()));
    walker::parallel_for_runs(Band::count(source.height()), 8, [&](int first, int end) {
        Band band(functions, source, reference, vectors);
        for (int i = first; i < end; i++) band.compute(i, flow.data());
    });
}

}  // namespace genmedia::motion
