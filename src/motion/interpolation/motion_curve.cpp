// SPDX-License-Identifier: MIT
#include "motion/interpolation/motion_curve.h"

#include "walker/worker_pool.h"

#include <cmath>

namespace genmedia::motion {
namespace {

// As much as both changes have in common: none where a speed rises, then falls.
float common(float a, float b) {
    if (a * b <= 0) return 0;
    return std::abs(a) < std::abs(b) ? a : b;
}

class Curve {
public:
    Curve(const MotionBetween& between, const MotionAround& around, float time)
        : between_(between), around_(around), time_(time) {}

    // Of what is at (x, y) at the time between and moves by `v` from the first picture to the second.
    RealVector bend(float x, float y, const RealVector& v) const {
        const RealVector first = change(0, x - time_ * v.x, y - time_ * v.y),
                         second = change(1, x + (1 - time_) * v.x, y + (1 - time_) * v.y);
        const float part = time_ * (1 - time_) / 2;
        return {part * common(first.x, second.x), part * common(first.y, second.y)};
    }

private:
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
};

}  // namespace

void bend(const MotionBetween& between, const MotionAround& around, float time, int columns,
          WorkVector<ShownBlock>& blocks) {
    const Curve curve(between, around, time);
    walker::parallel_for(static_cast<int>(blocks.size()) / columns, [&](int by) {
        for (int bx = 0; bx < columns; bx++) {
            ShownBlock& block = blocks[static_cast<size_t>(by * columns + bx)];
            const auto middle = [](int i) { return static_cast<float>(kShownSide * i + kShownSide / 2); };
            for (int i = 0; i < block.count; i++) {
                ShownMotion& motion = block.motions[static_cast<size_t>(i)];
                motion.bend = curve.bend(middle(bx), middle(by), motion.vector);
            }
        }
    });
}

}  // namespace genmedia::motion
