// SPDX-License-Identifier: MIT
#include "motion/true_motion/field_trust.h"

#include "walker/worker_pool.h"

#include <cmath>
#include <cstdlib>

namespace genmedia::motion {
namespace {

class Trust {
public:
    Trust(const PaddedPicture& source, const TrueMotion& there, const TrueMotion& back)
        : source_(source),
          there_(there),
          back_(back),
          ways_back_(there.vectors.size()),
          gradients_(there.vectors.size()) {}

    FieldTrust compute() {
        each_block([&](int bx, int by, size_t i) {
            ways_back_[i] = way_back(bx, by);
            gradients_[i] = gradient(bx, by);
        });
        FieldTrust result{.confidence = std::vector<uint8_t>(there_.vectors.size()),
                          .occluded = std::vector<uint8_t>(there_.vectors.size())};
        each_block([&](int bx, int by, size_t i) {
            result.confidence[i] = static_cast<uint8_t>(255 / (1 + expected_error(bx, by)) + 0.5F);
            result.occluded[i] = leaves_picture(bx, by) || !is_consistent(i);
        });
        return result;
    }

private:
    template <class Body>
    void each_block(const Body& body) const {
        walker::parallel_for(there_.rows, [&](int by) {
            for (int bx = 0; bx < there_.columns; bx++) body(bx, by, there_.nearest(bx, by));
        });
    }

    const RealVector& vector(int bx, int by) const { return there_.vectors[there_.nearest(bx, by)]; }

    // The motion back from where a block's vector leads, between the four blocks around that place.
    RealVector way_back(int bx, int by) const {
        const RealVector v = vector(bx, by);
        const float x = static_cast<float>(bx) + v.x / kFineSide,
                    y = static_cast<float>(by) + v.y / kFineSide;
        const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
        const float fx = x - static_cast<float>(left), fy = y - static_cast<float>(top);
        RealVector sum;
        for (int k = 0; k < 4; k++) {
            const RealVector w = back_.vectors[back_.nearest(left + k % 2, top + k / 2)];
            const float share = (k % 2 ? fx : 1 - fx) * (k / 2 ? fy : 1 - fy);
            sum.x += share * w.x;
            sum.y += share * w.y;
        }
        return sum;
    }

    // Mean absolute difference of neighbours across and down, summed.
    float gradient(int bx, int by) const {
        int sum = 0;
        for (int y = kFineSide * by; y < kFineSide * (by + 1); y++) {
            const uint8_t* line = source_.at(kFineSide * bx, y);
            const uint8_t* below = source_.at(kFineSide * bx, y + 1);
            for (int x = 0; x < kFineSide; x++)
                sum += std::abs(line[x + 1] - line[x]) + std::abs(below[x] - line[x]);
        }
        return static_cast<float>(sum) / (kFineSide * kFineSide);
    }

    // The distance from the start after a vector and the vector back.
    float mismatch(size_t i) const {
        const RealVector v = there_.vectors[i], w = ways_back_[i];
        const double x = v.x + w.x, y = v.y + w.y;
        return static_cast<float>(
            std::sqrt(x * x + y * y));  // exact but for the last bit, on devices as well
    }

    bool is_consistent(size_t i) const {
        const RealVector v = there_.vectors[i], w = ways_back_[i];
        const float squares = v.x * v.x + v.y * v.y + w.x * w.x + w.y * w.y, left = mismatch(i);
        return left * left <= kSquaresShare * squares + kSquaredPixels;
    }

    // Whether the middle of a block has its match outside.
    bool leaves_picture(int bx, int by) const {
        const RealVector v = vector(bx, by);
        const float x = static_cast<float>(kFineSide * bx) + kFineSide / 2 + v.x;
        const float y = static_cast<float>(kFineSide * by) + kFineSide / 2 + v.y;
        return x < 0 || y < 0 || x >= static_cast<float>(source_.width()) ||
               y >= static_cast<float>(source_.height());
    }

    // Standard deviation of the vectors of 5x5 blocks.
    float spread(int bx, int by) const {
        float x = 0, y = 0, squares = 0;
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++) {
                const RealVector n = vector(bx + dx, by + dy), v = vector(bx, by);
                x += n.x - v.x;
                y += n.y - v.y;
                squares += (n.x - v.x) * (n.x - v.x) + (n.y - v.y) * (n.y - v.y);
            }
        return std::sqrt(std::max(0.F, squares / 25 - (x * x + y * y) / (25 * 25)));
    }

    // Pixels: how far the way back misses, how much neighbours disagree, and how little texture there is. Of
    // the sums of terms tried on known motion, that of these three ranked blocks best (docs/quality.md).
    float expected_error(int bx, int by) const {
        float mismatches = 0, gradients = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const size_t n = there_.nearest(bx + dx, by + dy);
                mismatches += mismatch(n);
                gradients += gradients_[n];
            }
        return mismatches / 9 + kSpreadShare * spread(bx, by) + kFlatError / (1 + gradients / 18);
    }

    const PaddedPicture& source_;
    const TrueMotion &there_, &back_;
    WorkVector<RealVector> ways_back_;
    WorkVector<float> gradients_;
};

}  // namespace

FieldTrust trust_of(const PaddedPicture& source, const TrueMotion& there, const TrueMotion& back) {
    return Trust(source, there, back).compute();
}

}  // namespace genmedia::motion
