// SPDX-License-Identifier: MIT
#include "motion/interpolation/motion_curve.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace genmedia::motion {
namespace {

// On the mean, vectors change by no more than this often their length, and by this many pixels more: else the
// pictures around are of another time, as where a shot jumps.
constexpr double kMostChange = 2, kStill = 0.25;

// As much as both changes have in common: none where a speed rises, then falls.
float common(float a, float b) {
    if (a * b <= 0) return 0;
    return std::abs(a) < std::abs(b) ? a : b;
}

float length(const RealVector& v) { return std::abs(v.x) + std::abs(v.y); }

class Curve {
public:
    Curve(const MotionBetween& between, const MotionAround& around, float time, int columns,
          WorkVector<ShownBlock>& blocks)
        : between_(between),
          around_(around),
          time_(time),
          columns_(static_cast<size_t>(columns)),
          blocks_(blocks),
          rows_(blocks.size() / columns_) {}

    void bend() {
        walker::parallel_for(static_cast<int>(rows_.size()), [&](int by) { bend_row(by); });
        Row all;
        for (const Row& row : rows_) {
            all.changes += row.changes;
            all.lengths += row.lengths;
            all.motions += row.motions;
        }
        if (all.changes <= kMostChange * (all.lengths + kStill * all.motions)) return;
        for (ShownBlock& block : blocks_)
            for (ShownMotion& motion : block.motions) motion.bend = {};
    }

private:
    // Sums: of how much vectors change, of their lengths, and how many there are.
    struct Row {
        double changes = 0, lengths = 0, motions = 0;
    };

    void bend_row(int by) {
        const auto middle = [](int i) { return static_cast<float>(kShownSide * i + kShownSide / 2); };
        Row& row = rows_[static_cast<size_t>(by)];
        for (size_t bx = 0; bx < columns_; bx++) {
            ShownBlock& block = blocks_[static_cast<size_t>(by) * columns_ + bx];
            for (int i = 0; i < block.count; i++)
                bend(middle(static_cast<int>(bx)), middle(by), block.motions[static_cast<size_t>(i)], row);
        }
    }

    // Of what is at (x, y) at the time between.
    void bend(float x, float y, ShownMotion& motion, Row& row) const {
        const RealVector& v = motion.vector;
        const RealVector first = change(0, x - time_ * v.x, y - time_ * v.y),
                         second = change(1, x + (1 - time_) * v.x, y + (1 - time_) * v.y);
        const float part = time_ * (1 - time_) / 2;
        motion.bend = {part * common(first.x, second.x), part * common(first.y, second.y)};
        row.changes += std::max(length(first), length(second));
        row.lengths += length(v);
        row.motions++;
    }

    // By how much the vector of what a picture shows there changes within the time between the two.
    RealVector change(size_t picture, float x, float y) const {
        const TrueMotion& inward = *between_.motions[picture];
        const size_t block = inward.nearest(static_cast<int>(std::floor(x / kFineSide)),
                                            static_cast<int>(std::floor(y / kFineSide)));
        const RealVector in = inward.vectors[block], out = around_.motions[picture]->vectors[block];
        const float lasts = around_.lasts[picture], scale = 2 / (1 + lasts);
        return {scale * (in.x + out.x / lasts), scale * (in.y + out.y / lasts)};
    }

    const MotionBetween& between_;
    const MotionAround& around_;
    float time_;
    size_t columns_;
    WorkVector<ShownBlock>& blocks_;
    std::vector<Row> rows_;
};

}  // namespace

void bend(const MotionBetween& between, const MotionAround& around, float time, int columns,
          WorkVector<ShownBlock>& blocks) {
    Curve(between, around, time, columns, blocks).bend();
}

}  // namespace genmedia::motion
