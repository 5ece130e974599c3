// SPDX-License-Identifier: MIT
#include "motion/true_motion/subpixel_choice.h"

#include "motion/field_rules/bilinear.h"
#include "motion/field_rules/four_colour_order.h"
#include "motion/true_motion/block_costs.h"
#include "motion/true_motion/motion_regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace genmedia::motion {
namespace {

constexpr float kUnknown = -1;  // of a match

float distance(const RealVector& a, const RealVector& b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }
float distance_that_counts(const RealVector& a, const RealVector& b) {
    return std::min(kFarApart, distance(a, b));
}

class Choice {
public:
    Choice(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
           const BlockCosts& costs, const Brightness& brightness, WorkVector<RealVector>& vectors)
        : functions_(functions),
          source_(source),
          reference_(reference),
          costs_(costs),
          brightness_(brightness),
          columns_(costs_.columns()),
          rows_(costs_.rows()),
          limits_{{-kRoom, -kRoom},
                  {static_cast<float>(source.width()) + kRoom, static_cast<float>(source.height()) + kRoom}},
          vectors_(vectors),
          matches_(vectors.size(), kUnknown) {}

    void take_neighbors_vectors() {
        each_block_by_colour(columns_, rows_, [&](int bx, int by) { improve(bx, by); });
    }

    void dissolve_regions() {
        const MotionRegions regions(vectors_, columns_, rows_, vectors_.size() / kShareOfRegion);
        filled_ = vectors_;
        filled_matches_.resize(vectors_.size());
        is_filled_.assign(vectors_.size(), 1);
        is_inside_.assign(vectors_.size(), 0);
        for (size_t region = 0; region < regions.count(); region++) {
            const std::span<const int> blocks = regions.blocks(region);
            const bool is_better = fill(blocks) && change_by_filling(blocks) < 0;
            for (const int i : blocks) {
                (is_better ? vectors_ : filled_)[at(i)] = (is_better ? filled_ : vectors_)[at(i)];
                if (is_better) matches_[at(i)] = filled_matches_[at(i)];
            }
        }
    }

private:
    static constexpr float kRoom = PaddedPicture::kPadding - kComparedWidth + 2;

    static size_t at(int i) { return static_cast<size_t>(i); }

    template <class Body>
    void each_neighbor(int i, const Body& body) const {
        each_neighbor(i % columns_, i / columns_, body);
    }
    template <class Body>
    void each_neighbor(int bx, int by, const Body& body) const {
        const int i = by * columns_ + bx;
        if (bx > 0) body(i - 1);
        if (bx + 1 < columns_) body(i + 1);
        if (by > 0) body(i - columns_);
        if (by + 1 < rows_) body(i + columns_);
    }

    float weight(int i) const { return kFineSmoothness * costs_.weight(at(i)); }
    float share(int i, int n) const { return costs_.share(at(i), at(n)); }

    // The mean absolute difference of a block with kMargin pixels around it. None where these do not lie
    // within the padding: they do with a block's own vector, but not always with one that is tried for
    // another block.
    float match(int bx, int by, const RealVector& v) const {
        constexpr int side = compared_height(kFineSide);
        if (!limits_.has_match({static_cast<float>(kFineSide * bx), static_cast<float>(kFineSide * by)}, v))
            return kNoMatch;
        const auto block =
            matched_block(source_, reference_, kFineSide * bx - kMargin, kFineSide * by - kMargin, v);
        return static_cast<float>(functions_.match_difference(block)) / (side * side);
    }
    float match(int i, const RealVector& v) const { return match(i % columns_, i / columns_, v); }

    // Of a block's own vector.
    float own_match(int i) {
        float& known = matches_[at(i)];
        if (known == kUnknown) known = match(i, vectors_[at(i)]);
        return known;
    }

    void improve(int bx, int by) {
        const int i = by * columns_ + bx;
        RealVector& own = vectors_[at(i)];
        // Where the picture ends, the block itself, which counts nothing.
        const std::array<int, 4> blocks{bx > 0 ? i - 1 : i, bx + 1 < columns_ ? i + 1 : i,
                                        by > 0 ? i - columns_ : i, by + 1 < rows_ ? i + columns_ : i};
        std::array<float, 4> x, y, shares;
        float farthest = 0;
        for (size_t k = 0; k < 4; k++) {
            x[k] = vectors_[at(blocks[k])].x;
            y[k] = vectors_[at(blocks[k])].y;
            farthest = std::max(farthest, std::abs(own.x - x[k]) + std::abs(own.y - y[k]));
        }
        if (!(farthest > kSameVector)) return;
        const float block_weight = weight(i);
        for (size_t k = 0; k < 4; k++) shares[k] = blocks[k] == i ? 0 : block_weight * share(i, blocks[k]);
        const int left = kFineSide * bx, top = kFineSide * by;
        const ChosenNeighbor best =
            functions_.best_neighbor({.source = source_.at(left - kMargin, top - kMargin),
                                      .match = reference_.at(left - kMargin, top - kMargin),
                                      .stride = source_.stride(),
                                      .brightness = brightness_.of_block(bx, by),
                                      .own = own,
                                      .x = x,
                                      .y = y,
                                      .share = shares,
                                      .at = {static_cast<float>(left), static_cast<float>(top)},
                                      .limits = limits_});
        own = best.vector;
        matches_[at(i)] = best.match;
    }

    // Gives the blocks of a region, from the outside in, the best matching vector of those beside it. False
    // where nothing beside it matches within the padding.
    bool fill(std::span<const int> blocks) {
        for (const int i : blocks) is_filled_[at(i)] = 0;
        WorkVector<int> left(blocks.begin(), blocks.end()), rest, now;
        while (!left.empty()) {
            rest.clear(), now.clear();
            for (const int i : left) (fill_one(i) ? now : rest).push_back(i);
            for (const int i : now) is_filled_[at(i)] = 1;
            if (now.empty()) break;
            std::swap(left, rest);
        }
        for (const int i : blocks) is_filled_[at(i)] = 1;
        return left.empty();
    }

    bool fill_one(int i) {
        const int bx = i % columns_, by = i / columns_;
        float least = kNoMatch;
        each_neighbor(bx, by, [&](int n) {
            if (!is_filled_[at(n)]) return;
            const float here = match(bx, by, filled_[at(n)]);
            if (here >= least) return;
            least = here;
            filled_[at(i)] = filled_[at(n)];
        });
        filled_matches_[at(i)] = least;
        return least < kNoMatch;
    }

    // The cost of all with the blocks as filled, minus the cost with them as they are.
    float change_by_filling(std::span<const int> blocks) {
        float change = 0;
        for (const int i : blocks) is_inside_[at(i)] = 1;
        for (const int i : blocks) {
            change += filled_matches_[at(i)] - own_match(i);
            each_neighbor(i, [&](int n) {
                if (is_inside_[at(n)] && n < i) return;  // once a pair
                const float apart = distance_that_counts(filled_[at(i)], filled_[at(n)]) -
                                    distance_that_counts(vectors_[at(i)], vectors_[at(n)]);
                if (apart != 0) change += (weight(i) + weight(n)) * share(i, n) * apart;
            });
        }
        for (const int i : blocks) is_inside_[at(i)] = 0;
        return change;
    }

    const FieldFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const BlockCosts& costs_;
    const Brightness& brightness_;
    int columns_, rows_;
    MatchLimits limits_;
    WorkVector<RealVector>& vectors_;
    WorkVector<float> matches_;  // of the blocks' own vectors, where known
    WorkVector<RealVector> filled_;
    WorkVector<float> filled_matches_;
    WorkVector<char> is_filled_;
    WorkVector<char> is_inside_;  // the region that is looked at
};

}  // namespace

void choose_again(const FieldFunctions& functions, const PaddedPicture& source,
                  const PaddedPicture& reference, const BlockCosts& costs, const Brightness& brightness,
                  WorkVector<RealVector>& vectors) {
    Choice choice(functions, source, reference, costs, brightness, vectors);
    choice.take_neighbors_vectors();
    choice.dissolve_regions();
}

}  // namespace genmedia::motion
