// SPDX-License-Identifier: MIT
#include "motion/subpixel_motion.h"

#include "motion/bilinear.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace genmedia {
namespace {

constexpr int kSide = 4;  // of a block
constexpr int kIterations = 3;
constexpr float kJoined = 2;      // pixels: neighbours that move more differently are of another object
constexpr float kStiffness = 10;  // how much neighbours pull, beside the mean square of the gradient
constexpr float kStill = 0.5F;    // the same of the vector as it is: flat blocks stay
constexpr float kFarthest = 2;    // pixels, from the whole vector

void add(const vme::GradientSums& more, vme::GradientSums& sums) {
    sums.xx += more.xx, sums.xy += more.xy, sums.yy += more.yy, sums.xd += more.xd, sums.yd += more.yd;
}

class Refinement {
public:
    Refinement(const vme::BackendFunctions& functions, const PaddedPicture& source,
               const PaddedPicture& reference, const BlockMotion& whole)
        : functions_(functions),
          source_(source),
          reference_(reference),
          whole_(whole),
          sums_(whole.vectors.size()) {
        for (const WholeVector& v : whole.vectors)
            vectors_.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
    }

    std::vector<RealVector> run() {
        for (int i = 0; i < kIterations; i++) {
            parallel_for(whole_.rows, [&](int by) {
                for (int bx = 0; bx < whole_.columns; bx++) sums_[whole_.index(bx, by)] = sums_of(bx, by);
            });
            std::vector<RealVector> next(vectors_.size());
            parallel_for(whole_.rows, [&](int by) {
                for (int bx = 0; bx < whole_.columns; bx++) next[whole_.index(bx, by)] = improved(bx, by);
            });
            vectors_ = std::move(next);
        }
        return std::move(vectors_);
    }

private:
    vme::GradientSums sums_of(int bx, int by) const {
        const RealVector v = vectors_[whole_.index(bx, by)];
        const int x = kSteps * kSide * bx + in_steps(v.x), y = kSteps * kSide * by + in_steps(v.y);
        return functions_.gradient_sums({.source = source_.at(kSide * bx, kSide * by),
                                         .source_stride = source_.stride(),
                                         .match = reference_.at(x >> 6, y >> 6),
                                         .match_stride = reference_.stride(),
                                         .fx = x & (kSteps - 1),
                                         .fy = y & (kSteps - 1)});
    }

    static bool joined(const RealVector& a, const RealVector& b) {
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) < kJoined;
    }

    // A step of Gauss and Newton for the block and those around it, as if they moved as it does.
    RealVector improved(int bx, int by) const {
        const RealVector v = vectors_[whole_.index(bx, by)];
        vme::GradientSums sums;
        float blocks = 0, pull_x = 0, pull_y = 0, pullers = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int nx = bx + dx, ny = by + dy;
                if (nx < 0 || ny < 0 || nx >= whole_.columns || ny >= whole_.rows) continue;
                const RealVector n = vectors_[whole_.index(nx, ny)];
                if (!joined(v, n)) continue;
                // What is left there is that of the neighbour's own vector.
                vme::GradientSums near = sums_[whole_.index(nx, ny)];
                near.xd += near.xx * (v.x - n.x) + near.xy * (v.y - n.y);
                near.yd += near.xy * (v.x - n.x) + near.yy * (v.y - n.y);
                add(near, sums);
                blocks++;
                if ((dx == 0) == (dy == 0)) continue;
                pull_x += n.x - v.x;
                pull_y += n.y - v.y;
                pullers++;
            }
        const float pixels = blocks * kSide * kSide;
        const float stiff = kStiffness * pullers / 4;
        if (pullers > 0) pull_x /= pullers, pull_y /= pullers;
        const float a = sums.xx / pixels + stiff + kStill, b = sums.xy / pixels,
                    c = sums.yy / pixels + stiff + kStill;
        const float p = sums.xd / pixels - stiff * pull_x, q = sums.yd / pixels - stiff * pull_y;
        const float determinant = a * c - b * b;
        return limited({v.x - std::clamp((c * p - b * q) / determinant, -1.F, 1.F),
                        v.y - std::clamp((a * q - b * p) / determinant, -1.F, 1.F)},
                       whole_.vectors[whole_.index(bx, by)]);
    }

    static RealVector limited(const RealVector& v, const WholeVector& whole) {
        const auto near = [](float value, int middle) {
            return std::clamp(value, static_cast<float>(middle) - kFarthest,
                              static_cast<float>(middle) + kFarthest);
        };
        return {near(v.x, whole.x), near(v.y, whole.y)};
    }

    const vme::BackendFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const BlockMotion& whole_;
    std::vector<RealVector> vectors_;
    std::vector<vme::GradientSums> sums_;
};

}  // namespace

std::vector<RealVector> between_pixels(const vme::BackendFunctions& functions, const PaddedPicture& source,
                                       const PaddedPicture& reference, const BlockMotion& whole) {
    return Refinement(functions, source, reference, whole).run();
}

}  // namespace genmedia
