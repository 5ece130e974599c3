// SPDX-License-Identifier: MIT
// What the blocks of a picture between two others show, every vector of every block judged in full.
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

    std::vector<Passing> run() {
        for (int picture = 0; picture < 2; picture++) follow(picture);
        std::vector<Passing> passing(candidates_.size());
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++)
                passing[static_cast<size_t>(by * columns_ + bx)] = best(bx, by);
        smooth_shares(passing);
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

    // What is seen changes from one picture to the other over several blocks, not at a block's edge.
    void smooth_shares(std::vector<Passing>& passing) const {
        const std::vector<Passing> before = passing;
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++) {
                float sum = 0;
                for (int dy = -2; dy <= 2; dy++)
                    for (int dx = -2; dx <= 2; dx++)
                        sum += before[between_.motions[0]->nearest(bx + dx, by + dy)].first_share;
                passing[static_cast<size_t>(by * columns_ + bx)].first_share = sum / 25;
            }
    }

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

    Passing best(int bx, int by) const {
        const float x = static_cast<float>(kFineSide * bx) + kFineSide / 2,
                    y = static_cast<float>(kFineSide * by) + kFineSide / 2;
        const Candidates& candidates = candidates_[static_cast<size_t>(by * columns_ + bx)];
        Passing best = judge(x, y, onward_at(0, x, y));
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

}  // namespace genmedia::motion::plain
