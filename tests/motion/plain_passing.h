// SPDX-License-Identifier: MIT
// What the blocks of a picture between two others may show, every vector of every block judged in full; and
// what they show of it.
#pragma once

#include "motion/field_rules/bilinear.h"
#include "motion/interpolation/picture_between.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace genmedia::motion::plain {

constexpr int kMostOfABlock = 8;    // candidates
constexpr float kAgreement = 1.5F;  // pixels: a picture whose own motion differs so much counts half
// kOneSided: the most that a difference of the pictures costs; kUnknown: a vector that neither field has.
constexpr float kFollowed = 4;  // gray levels by which a vector from elsewhere must be better
constexpr float kOneSided = 30, kUnknown = 30;
constexpr float kNoise = 8;  // gray levels by which two pictures of the same thing may differ

inline RealVector scaled(const RealVector& v, float factor) { return {factor * v.x, factor * v.y}; }
inline float distance(const RealVector& a, const RealVector& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// From 1, at no distance, down towards 0.
inline float agreement(float pixels) { return 1 / (1 + pixels * pixels / (kAgreement * kAgreement)); }

class PlainPassing {
public:
    PlainPassing(const MotionBetween& between, float time)
        : between_(between),
          time_(time),
          columns_(between.motions[0]->columns),
          rows_(between.motions[0]->rows),
          candidates_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_)) {}

    PassingMotions run() {
        for (int picture = 0; picture < 2; picture++) follow(picture);
        PassingMotions passing;
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++) {
                for (int picture = 0; picture < 2; picture++)
                    passing.own[static_cast<size_t>(picture)].push_back(own(picture, bx, by));
                passing.best.push_back(best(bx, by));
            }
        return passing;
    }

private:
    struct Candidates {
        std::array<RealVector, kMostOfABlock> vectors;
        int count = 0;

        void add(const RealVector& v) {
            for (int i = 0; i < count; i++)
                if (distance(vectors[static_cast<size_t>(i)], v) < 0.25F) return;
            if (count < kMostOfABlock) vectors[static_cast<size_t>(count++)] = v;
        }
    };

    // The share of an onward vector that leads from the block at the time asked for to a picture.
    float part(int picture) const { return picture == 0 ? -time_ : 1 - time_; }

    // A block's motion as one from the first picture to the second.
    RealVector onward(int picture, size_t block) const {
        const RealVector v = between_.motions[static_cast<size_t>(picture)]->vectors[block];
        return picture == 0 ? v : scaled(v, -1);
    }
    RealVector onward_at(int picture, float x, float y) const {
        return onward(picture, between_.motions[0]->nearest(static_cast<int>(std::floor(x / kFineSide)),
                                                            static_cast<int>(std::floor(y / kFineSide))));
    }

    // Offers each block's vector to the blocks that it passes.
    void follow(int picture) {
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++) {
                const RealVector v = onward(picture, static_cast<size_t>(by * columns_ + bx));
                const int left =
                    static_cast<int>(std::floor(static_cast<float>(bx) - part(picture) * v.x / kFineSide));
                const int top =
                    static_cast<int>(std::floor(static_cast<float>(by) - part(picture) * v.y / kFineSide));
                for (int k = 0; k < 4; k++) {
                    const int x = left + k % 2, y = top + k / 2;
                    if (x < 0 || y < 0 || x >= columns_ || y >= rows_) continue;
                    candidates_[static_cast<size_t>(y * columns_ + x)].add(v);
                }
            }
    }

    static float middle(int block) { return static_cast<float>(kFineSide * block) + kFineSide / 2; }

    Passing own(int picture, int bx, int by) const {
        return judge(middle(bx), middle(by), onward_at(picture, middle(bx), middle(by)));
    }

    Passing best(int bx, int by) const {
        const float x = middle(bx), y = middle(by);
        const Candidates& candidates = candidates_[static_cast<size_t>(by * columns_ + bx)];
        Passing best = own(0, bx, by);
        const auto try_other = [&](const RealVector& v, float handicap) {
            const Passing other = judge(x, y, v);
            if (other.cost + handicap < best.cost) best = other;
        };
        try_other(onward_at(1, x, y), 0);
        for (int i = 0; i < candidates.count; i++)
            try_other(candidates.vectors[static_cast<size_t>(i)], kFollowed);
        return best;
    }

    Passing judge(float x, float y, const RealVector& v) const {
        std::array<float, 2> known;
        for (int picture = 0; picture < 2; picture++) {
            const RealVector from = scaled(v, part(picture));
            known[static_cast<size_t>(picture)] =
                agreement(distance(onward_at(picture, x + from.x, y + from.y), v));
        }
        const float unknown = (1 - (known[0] + known[1]) / 2) * kUnknown, d = difference(x, y, v);
        // Where both show the same, it does not matter which is believed.
        const float doubt = std::clamp((d - kNoise) / (kOneSided - kNoise), 0.F, 1.F);
        const float first = (1 - time_) * (1 - doubt * (1 - known[0]));
        const float second = time_ * (1 - doubt * (1 - known[1]));
        return {
            .vector = v, .first_share = first / (first + second), .cost = std::min(d, kOneSided) + unknown};
    }

    // Mean absolute difference of the 8x8 pixels around the block's middle in both pictures.
    float difference(float x, float y, const RealVector& v) const {
        constexpr size_t side = 2 * kFineSide;
        std::array<std::array<std::array<uint16_t, side>, side>, 2> grays;
        for (int picture = 0; picture < 2; picture++) {
            const PaddedPicture& plane = *between_.pictures[static_cast<size_t>(picture)];
            const auto place = [&](float at, int side_of_picture) {
                constexpr int room = PaddedPicture::kPadding / 2;
                return std::clamp(in_steps(at - kFineSide), -kSteps * room,
                                  kSteps * (side_of_picture + room));
            };
            grays[static_cast<size_t>(picture)] =
                bilinear<side, side>(plane, place(x + part(picture) * v.x, plane.width()),
                                     place(y + part(picture) * v.y, plane.height()));
        }
        int sum = 0;
        for (size_t i = 0; i < side; i++)
            for (size_t k = 0; k < side; k++) sum += std::abs(grays[0][i][k] - grays[1][i][k]);
        return static_cast<float>(sum) / (256 * 4 * kFineSide * kFineSide);
    }

    const MotionBetween& between_;
    float time_;
    int columns_, rows_;
    std::vector<Candidates> candidates_;
};

// One after the other, the vectors of all three kinds of a block that are more than a pixel from those
// before.
inline ShownBlock shown_block(const PassingMotions& passing, int columns, int rows, int block_x,
                              int block_y) {
    const auto within = [](int i, int count) { return std::min(std::max(i, 0), count - 1); };
    const int across = (columns + 1) / 2, down = (rows + 1) / 2;
    ShownBlock block;
    for (const auto* kind : {&passing.best, &passing.own[0], &passing.own[1]}) {
        // Means over 2x2 blocks of 4x4, by 1 / (1 + cost): x, y, the share, and the weight itself.
        const auto mean = [&](int bx, int by) {
            float x = 0, y = 0, share = 0, weight = 0;
            for (int i = 0; i < 2; i++)
                for (int k = 0; k < 2; k++) {
                    const Passing& p = (*kind)[static_cast<size_t>(within(2 * by + i, rows) * columns +
                                                                   within(2 * bx + k, columns))];
                    const float by_cost = 1 / (1 + p.cost);
                    x += by_cost * p.vector.x, y += by_cost * p.vector.y;
                    share += by_cost * p.first_share, weight += by_cost;
                }
            return std::array{x / weight, y / weight, share / weight, weight};
        };
        float share = 0;
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
                share += mean(within(block_x + x, across), within(block_y + y, down))[2] / 9;
        const auto [x, y, its_share, weight] = mean(block_x, block_y);
        int at = 0;
        while (at < block.count && (std::abs(block.motions[static_cast<size_t>(at)].vector.x - x) > 1 ||
                                    std::abs(block.motions[static_cast<size_t>(at)].vector.y - y) > 1))
            at++;
        ShownMotion& motion = block.motions[static_cast<size_t>(at)];
        if (at == block.count) {
            motion.vector = {x, y};
            block.count++;
        }
        motion.first += weight * share, motion.second += weight * (1 - share);
        block.weight += weight;
    }
    return block;
}

}  // namespace genmedia::motion::plain
