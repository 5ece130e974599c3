// SPDX-License-Identifier: MIT
#include "motion/subpixel_motion.h"

#include "motion/bilinear.h"
#include "motion/subpixel_choice.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace genmedia {
namespace {

constexpr int kGradientSteps = 2;
constexpr int kRounds = 8;            // of neighbours pulling each other, in each step
constexpr float kOverRelaxed = 1.6F;  // share of the way to its solution that a vector goes in a round
constexpr float kJoined = 2;          // pixels: neighbours whose vectors differ by more are not joined
constexpr float kStiffness = 10;      // pull of four neighbours, compared with the gradient's mean square
constexpr float kStill = 0.05F;       // pull of the block's present vector, likewise
constexpr float kLongestStep = 1;     // pixels, across and down each

enum Neighbor : unsigned { kLeft = 1, kRight = 2, kUpper = 4, kLower = 8 };

// A block's vector is `inverse` * (`right` + the pull of its joined neighbours).
struct Equation {
    float inverse_xx, inverse_xy, inverse_yy;
    RealVector right, start;
    unsigned joined;  // of Neighbor
};

void add(const vme::GradientSums& more, vme::GradientSums& sums) {
    sums.xx += more.xx, sums.xy += more.xy, sums.yy += more.yy, sums.xd += more.xd, sums.yd += more.yd;
}

float limited(float value, float middle) {
    return std::clamp(value, middle - kLongestStep, middle + kLongestStep);
}

class Refinement {
public:
    Refinement(const vme::BackendFunctions& functions, const PaddedPicture& source,
               const PaddedPicture& reference, const BlockMotion& whole)
        : functions_(functions),
          source_(source),
          reference_(reference),
          columns_(whole.columns),
          rows_(whole.rows),
          sums_(whole.vectors.size()),
          equations_(whole.vectors.size()) {
        for (const WholeVector& v : whole.vectors)
            vectors_.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
    }

    // The last step is made from vectors that are chosen again.
    std::vector<RealVector> run() {
        for (int i = 1; i < kGradientSteps; i++) step();
        choose_again(source_, reference_, vectors_);
        step();
        return std::move(vectors_);
    }

private:
    size_t index(int bx, int by) const { return static_cast<size_t>(by * columns_ + bx); }

    template <class Body>
    void each_block(const Body& body) const {
        parallel_for(rows_, [&](int by) {
            for (int bx = 0; bx < columns_; bx++) body(bx, by);
        });
    }

    // A Gauss-Newton step for all blocks. They pull their neighbours: solved by successive over-relaxation.
    void step() {
        each_block([&](int bx, int by) { sums_[index(bx, by)] = sums_of(bx, by); });
        each_block([&](int bx, int by) { equations_[index(bx, by)] = equation_of(bx, by); });
        for (int half = 0; half < 2 * kRounds; half++)
            parallel_for(rows_, [&](int by) {
                for (int bx = (by + half) % 2; bx < columns_; bx += 2) relax(index(bx, by));
            });
    }

    vme::GradientSums sums_of(int bx, int by) const {
        const RealVector v = vectors_[index(bx, by)];
        const int x = kSteps * kFineSide * bx + in_steps(v.x), y = kSteps * kFineSide * by + in_steps(v.y);
        return functions_.gradient_sums({.source = source_.at(kFineSide * bx, kFineSide * by),
                                         .source_stride = source_.stride(),
                                         .match = reference_.at(x >> 6, y >> 6),
                                         .match_stride = reference_.stride(),
                                         .fx = x & (kSteps - 1),
                                         .fy = y & (kSteps - 1)});
    }

    static bool joined(const RealVector& a, const RealVector& b) {
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) < kJoined;
    }

    // From the gradients of the block and of those around it, as if these moved as it does.
    Equation equation_of(int bx, int by) const {
        const RealVector v = vectors_[index(bx, by)];
        vme::GradientSums sums;
        float blocks = 0, pullers = 0;
        unsigned joined_neighbors = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int nx = bx + dx, ny = by + dy;
                if (nx < 0 || ny < 0 || nx >= columns_ || ny >= rows_) continue;
                const RealVector n = vectors_[index(nx, ny)];
                if (!joined(v, n)) continue;
                // The neighbour's sums hold for its own vector; these hold for v.
                vme::GradientSums near = sums_[index(nx, ny)];
                near.xd += near.xx * (v.x - n.x) + near.xy * (v.y - n.y);
                near.yd += near.xy * (v.x - n.x) + near.yy * (v.y - n.y);
                add(near, sums);
                blocks++;
                if ((dx == 0) == (dy == 0)) continue;
                joined_neighbors |= dy == 0 ? (dx < 0 ? kLeft : kRight) : (dy < 0 ? kUpper : kLower);
                pullers++;
            }
        const float pixels = blocks * kFineSide * kFineSide;
        const float xx = sums.xx / pixels, xy = sums.xy / pixels, yy = sums.yy / pixels;
        const float held = kStiffness / 4 * pullers + kStill;
        const float determinant = (xx + held) * (yy + held) - xy * xy;
        return {.inverse_xx = (yy + held) / determinant,
                .inverse_xy = -xy / determinant,
                .inverse_yy = (xx + held) / determinant,
                .right = {(xx + kStill) * v.x + xy * v.y - sums.xd / pixels,
                          xy * v.x + (yy + kStill) * v.y - sums.yd / pixels},
                .start = v,
                .joined = joined_neighbors};
    }

    void relax(size_t i) {
        const Equation& e = equations_[i];
        RealVector right = e.right;
        const auto pull = [&](Neighbor which, size_t neighbor) {
            if ((e.joined & which) == 0) return;
            right.x += kStiffness / 4 * vectors_[neighbor].x;
            right.y += kStiffness / 4 * vectors_[neighbor].y;
        };
        const auto columns = static_cast<size_t>(columns_);
        pull(kLeft, i - 1), pull(kRight, i + 1), pull(kUpper, i - columns), pull(kLower, i + columns);
        RealVector& v = vectors_[i];
        const float x = e.inverse_xx * right.x + e.inverse_xy * right.y;
        const float y = e.inverse_xy * right.x + e.inverse_yy * right.y;
        v = {limited(v.x + kOverRelaxed * (x - v.x), e.start.x),
             limited(v.y + kOverRelaxed * (y - v.y), e.start.y)};
    }

    const vme::BackendFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    int columns_, rows_;
    std::vector<RealVector> vectors_;
    std::vector<vme::GradientSums> sums_;
    std::vector<Equation> equations_;
};

}  // namespace

std::vector<RealVector> between_pixels(const vme::BackendFunctions& functions, const PaddedPicture& source,
                                       const PaddedPicture& reference, const BlockMotion& whole) {
    return Refinement(functions, source, reference, whole).run();
}

}  // namespace genmedia
