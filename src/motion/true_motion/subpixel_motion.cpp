// SPDX-License-Identifier: MIT
#include "motion/true_motion/subpixel_motion.h"

#include "motion/field_rules/bilinear.h"
#include "motion/field_rules/half_round_order.h"
#include "motion/true_motion/subpixel_choice.h"
#include "motion/work_memory.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace genmedia::motion {
namespace {

constexpr ptrdiff_t kOfALine = 64 / sizeof(float);  // of a cache's lines

// Values of blocks in rows, with a block more around. Rows start where cache lines do.
class Grid {
public:
    // The blocks' own values are not set.
    Grid(int columns, int rows, float around = 0)
        : stride_(kOfALine + (columns + kOfALine) / kOfALine * kOfALine),
          values_(static_cast<size_t>(stride_) * static_cast<size_t>(rows + 2) + kReadAfterRow) {
        std::fill(values_.data(), row(0), around);
        for (int by = 0; by + 1 < rows; by++) std::fill(row(by) + columns, row(by + 1), around);
        std::fill(row(rows - 1) + columns, values_.data() + values_.size(), around);
    }
    ptrdiff_t stride() const { return stride_; }
    float* row(int by) { return values_.data() + (by + 1) * stride_ + kOfALine; }

private:
    ptrdiff_t stride_;
    RawWorkVector<float> values_;
};

// The same in red-black order, as FieldStep has it.
class RedBlackGrid {
public:
    // The blocks' own values are not set; all others are 0.
    RedBlackGrid(int columns, int rows)
        : odd_(with_one_more((columns + 1) / 2)),
          stride_(odd_ + with_one_more(columns / 2)),
          values_(static_cast<size_t>(stride_) * static_cast<size_t>(rows + 2) + kReadAfterRow) {
        std::fill(values_.data(), row(0), 0.F);
        for (int by = 0; by < rows; by++) {
            std::fill(row(by) + (columns + 1) / 2, row(by) + odd_, 0.F);
            std::fill(row(by) + odd_ + columns / 2, row(by + 1), 0.F);
        }
        std::fill(row(rows), values_.data() + values_.size(), 0.F);
    }
    ptrdiff_t odd() const { return odd_; }
    ptrdiff_t stride() const { return stride_; }
    float* row(int by) { return values_.data() + (by + 1) * stride_; }
    // A row's values, column by column.
    void put_in_order(int by, std::span<float> to) {
        const float *const even = row(by), *const odd = even + odd_;
        const size_t pairs = to.size() / 2;
        for (size_t i = 0; i < pairs; i++) {
            to[2 * i] = even[i];
            to[2 * i + 1] = odd[i];
        }
        if (to.size() % 2) to[2 * pairs] = even[pairs];
    }

private:
    static ptrdiff_t with_one_more(int blocks) { return (blocks / kOfALine + 1) * kOfALine; }

    ptrdiff_t odd_, stride_;
    RawWorkVector<float> values_;
};

class Refinement {
public:
    Refinement(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
               const BlockCosts& costs, const Brightness& brightness, const BlockMotion& whole,
               const std::optional<AffineMotion>& camera)
        : functions_(functions),
          source_(source),
          reference_(reference),
          costs_(costs),
          brightness_(brightness),
          camera_(camera),
          columns_(whole.columns),
          rows_(whole.rows),
          start_x_(columns_, rows_, kNowhere),
          start_y_(start_x_) {
        vectors_.resize(whole.vectors.size());
        walker::parallel_for(rows_, [&](int by) {
            const WholeVector* const from = whole.vectors.data() + whole.index(0, by);
            RealVector* const to = row(by);
            const auto count = static_cast<size_t>(columns_);
            for (size_t bx = 0; bx < count; bx++)
                to[bx] = {static_cast<float>(from[bx].x), static_cast<float>(from[bx].y)};
            if (camera_) begin_by_camera(by, from, to);
        });
    }

    // The last step is made from vectors that are chosen again. In those before it vectors are whole ones
    // still, which do not know the camera well enough to go its way.
    WorkVector<RealVector> run() {
        for (int i = 1; i < kGradientSteps; i++) step(0);
        choose_again(functions_, source_, reference_, costs_, brightness_, vectors_);
        step(kToCamera);
        return std::move(vectors_);
    }

private:
    // How the camera moves the blocks of a row.
    auto by_camera(int by) const {
        return
            [motion = camera_.value_or(AffineMotion{}), by, width = source_.width(),
             height = source_.height()](int bx) { return motion.of_block(bx, by, kFineSide, width, height); };
    }

    // A flat block matches as well along the vector of an object beside it, whose edge it sees.
    void begin_by_camera(int by, const WholeVector* from, RealVector* to) const {
        const float flat = costs_.weight_of(kFlatTexture);
        const size_t first = costs_.index(0, by);
        const auto moved_by_camera = by_camera(by);
        for (int bx = 0; bx < columns_; bx++) {
            if (!(costs_.weight(first + static_cast<size_t>(bx)) < flat)) continue;
            const BlockBrightness brightness = brightness_.of_block(bx, by);
            const float difference = brightness.difference(from[bx]);
            if (!(difference > kMeansAlike)) continue;
            const WholeVector moved = within_limits(rounded(moved_by_camera(bx)), kFineSide * bx,
                                                    kFineSide * by, kFineSide, source_);
            if (brightness.difference(moved) + kMeansAlike < difference)
                to[bx] = {static_cast<float>(moved.x), static_cast<float>(moved.y)};
        }
    }

    // A Gauss-Newton step for all blocks, which pull their neighbours. It changes by how much blocks move
    // otherwise than the camera moves them.
    void step(float to_camera) {
        if (camera_)
            camera_ = fitted_again(*camera_, samples());
        else
            to_camera = 0;
        walker::parallel_for(rows_, [&](int by) { find_sums(by); });
        walker::parallel_for(rows_, [&](int by) { functions_.step_equations(row_of_step(by, to_camera)); });
        each_row_of_half_rounds(rows_, 2 * kRelaxRounds, [&](int by, int half) {
            functions_.step_relax(row_of_step(by, to_camera), static_cast<size_t>((by + half) % 2));
        });
        walker::parallel_for(rows_, [&](int by) {
            const auto moved = by_camera(by);
            const int columns = columns_;
            RawWorkVector<float> x(static_cast<size_t>(columns)), y(x.size());
            x_.put_in_order(by, x);
            y_.put_in_order(by, y);
            RealVector* const to = row(by);
            for (int bx = 0; bx < columns; bx++) {
                const RealVector m = moved(bx);
                to[bx] = {x[static_cast<size_t>(bx)] + m.x, y[static_cast<size_t>(bx)] + m.y};
            }
        });
    }

    // Flat blocks, whose vectors say little, count next to nothing.
    CameraSamples samples() {
        return camera_samples(
            columns_, rows_, kFineSide, source_.width(), source_.height(),
            [&](int bx, int by) { return row(by)[bx]; },
            [&](int bx, int by) {
                const float weight = costs_.weight(costs_.index(bx, by));
                return weight * weight;
            });
    }
    FieldStep row_of_step(int by, float to_camera) {
        return {.columns = static_cast<size_t>(columns_),
                .to_camera = to_camera,
                .stride = start_x_.stride(),
                .start_x = start_x_.row(by),
                .start_y = start_y_.row(by),
                .xx = xx_.row(by),
                .xy = xy_.row(by),
                .yy = yy_.row(by),
                .xd = xd_.row(by),
                .yd = yd_.row(by),
                .odd = x_.odd(),
                .red_black_stride = x_.stride(),
                .inverse_xx = inverse_xx_.row(by),
                .inverse_xy = inverse_xy_.row(by),
                .inverse_yy = inverse_yy_.row(by),
                .right_x = right_x_.row(by),
                .right_y = right_y_.row(by),
                .pull_beside = pull_beside_.row(by),
                .pull_below = pull_below_.row(by),
                .middle_x = middle_x_.row(by),
                .middle_y = middle_y_.row(by),
                .x = x_.row(by),
                .y = y_.row(by)};
    }

    RealVector* row(int by) {
        return vectors_.data() + static_cast<size_t>(by) * static_cast<size_t>(columns_);
    }

    void find_sums(int by) {
        const auto moved = by_camera(by);
        const RealVector* const vectors = row(by);
        float *const start_x = start_x_.row(by), *const start_y = start_y_.row(by);
        const int columns = columns_;
        for (int bx = 0; bx < columns; bx++) {
            const RealVector v = vectors[bx], m = moved(bx);
            start_x[bx] = v.x - m.x;
            start_y[bx] = v.y - m.y;
        }
        functions_.gradient_sums(
            matched_row(source_, reference_, by, {vectors, static_cast<size_t>(columns)}),
            {xx_.row(by), xy_.row(by), yy_.row(by), xd_.row(by), yd_.row(by)});
    }

    const FieldFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const BlockCosts& costs_;
    const Brightness& brightness_;
    std::optional<AffineMotion> camera_;
    int columns_, rows_;
    WorkVector<RealVector> vectors_;
    // As FieldStep has them.
    Grid start_x_, start_y_;
    Grid xx_{columns_, rows_}, xy_{columns_, rows_}, yy_{columns_, rows_}, xd_{columns_, rows_},
        yd_{columns_, rows_};
    RedBlackGrid inverse_xx_{columns_, rows_}, inverse_xy_{columns_, rows_}, inverse_yy_{columns_, rows_},
        right_x_{columns_, rows_}, right_y_{columns_, rows_};
    RedBlackGrid pull_beside_{columns_, rows_}, pull_below_{columns_, rows_};
    RedBlackGrid middle_x_{columns_, rows_}, middle_y_{columns_, rows_}, x_{columns_, rows_},
        y_{columns_, rows_};
};

}  // namespace

WorkVector<RealVector> between_pixels(const FieldFunctions& functions, const PaddedPicture& source,
                                      const PaddedPicture& reference, const BlockCosts& costs,
                                      const Brightness& brightness, const BlockMotion& whole,
                                      const std::optional<AffineMotion>& camera) {
    return Refinement(functions, source, reference, costs, brightness, whole, camera).run();
}

}  // namespace genmedia::motion
