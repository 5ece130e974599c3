// SPDX-License-Identifier: MIT
#include "motion/subpixel_motion.h"

#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace genmedia {
namespace {

constexpr int kSide = 4;  // of a block
constexpr int kIterations = 3;
constexpr float kOutlier = 8;     // gray levels: a pixel that differs so much counts half
constexpr float kJoined = 2;      // pixels: neighbours that move more differently are of another object
constexpr float kStiffness = 10;  // how much neighbours pull, beside the mean square of the gradient
constexpr float kStill = 0.5F;    // the same of the vector as it is: flat blocks stay
constexpr float kFarthest = 2;    // pixels, from the whole vector

// Of the pixels of a block, weighted: sums of products of the gradient (x, y) and of what is left (d).
struct Sums {
    float xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;

    void add(const Sums& other) {
        xx += other.xx, xy += other.xy, yy += other.yy, xd += other.xd, yd += other.yd;
    }
};

// The reference where a block's match lies, with a pixel around it: in gray levels * 4096.
using Match = std::array<std::array<int, kSide + 2>, kSide + 2>;

Match match_of(const PaddedPicture& reference, int x64, int y64) {
    const int fx = x64 & (kSteps - 1), fy = y64 & (kSteps - 1);
    const uint8_t* line = reference.at((x64 >> 6) - 1, (y64 >> 6) - 1);
    std::array<std::array<int, kSide + 2>, kSide + 3> across;
    for (size_t y = 0; y < across.size(); y++, line += reference.stride())
        for (size_t x = 0; x < across[y].size(); x++)
            across[y][x] = line[x] * (kSteps - fx) + line[x + 1] * fx;
    Match match;
    for (size_t y = 0; y < match.size(); y++)
        for (size_t x = 0; x < match[y].size(); x++)
            match[y][x] = across[y][x] * (kSteps - fy) + across[y + 1][x] * fy;
    return match;
}

class Refinement {
public:
    Refinement(const PaddedPicture& source, const PaddedPicture& reference, const BlockMotion& whole)
        : source_(source), reference_(reference), whole_(whole), sums_(whole.vectors.size()) {
        for (const WholeVector& v : whole.vectors)
            vectors_.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
        for (int d = 0; d < 256; d++)
            weights_[static_cast<size_t>(d)] = 1 / (1 + static_cast<float>(d) / kOutlier);
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
    Sums sums_of(int bx, int by) const {
        const RealVector v = vectors_[whole_.index(bx, by)];
        const Match match =
            match_of(reference_, kSteps * kSide * bx + in_steps(v.x), kSteps * kSide * by + in_steps(v.y));
        Sums sums;
        for (int y = 0; y < kSide; y++)
            for (int x = 0; x < kSide; x++) {
                const auto at = [&](int dx, int dy) {
                    return static_cast<float>(
                        match[static_cast<size_t>(y + 1 + dy)][static_cast<size_t>(x + 1 + dx)]);
                };
                constexpr float scale = 1.F / (kSteps * kSteps);
                const float gx = (at(1, 0) - at(-1, 0)) * (scale / 2);
                const float gy = (at(0, 1) - at(0, -1)) * (scale / 2);
                const float d =
                    at(0, 0) * scale - static_cast<float>(*source_.at(kSide * bx + x, kSide * by + y));
                const float w = weights_[static_cast<size_t>(std::abs(d))];
                sums.add({w * gx * gx, w * gx * gy, w * gy * gy, w * gx * d, w * gy * d});
            }
        return sums;
    }

    static bool joined(const RealVector& a, const RealVector& b) {
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) < kJoined;
    }

    // A step of Gauss and Newton for the block and those around it, as if they moved as it does.
    RealVector improved(int bx, int by) const {
        const RealVector v = vectors_[whole_.index(bx, by)];
        Sums sums;
        float blocks = 0, pull_x = 0, pull_y = 0, pullers = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int nx = bx + dx, ny = by + dy;
                if (nx < 0 || ny < 0 || nx >= whole_.columns || ny >= whole_.rows) continue;
                const RealVector n = vectors_[whole_.index(nx, ny)];
                if (!joined(v, n)) continue;
                // What is left there is that of the neighbour's own vector.
                Sums near = sums_[whole_.index(nx, ny)];
                near.xd += near.xx * (v.x - n.x) + near.xy * (v.y - n.y);
                near.yd += near.xy * (v.x - n.x) + near.yy * (v.y - n.y);
                sums.add(near);
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

    const PaddedPicture &source_, &reference_;
    const BlockMotion& whole_;
    std::array<float, 256> weights_;  // of a pixel, by how much it differs
    std::vector<RealVector> vectors_;
    std::vector<Sums> sums_;
};

}  // namespace

std::vector<RealVector> between_pixels(const PaddedPicture& source, const PaddedPicture& reference,
                                       const BlockMotion& whole) {
    return Refinement(source, reference, whole).run();
}

}  // namespace genmedia
