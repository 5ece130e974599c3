// SPDX-License-Identifier: MIT
#include "motion/true_motion/block_motion.h"

#include "motion/field_rules/four_colour_order.h"
#include "vme/operations.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>

namespace genmedia::motion {
namespace {

constexpr int kFarthestSeen = 8;  // blocks

// The vectors with which all compared pixels of a block lie within the padding.
struct Limits {
    WholeVector least, most;

    Limits(int x, int y, int side, const PaddedPicture& picture) {
        constexpr int room = PaddedPicture::kPadding - kComparedWidth;
        least = {std::max(-kFarthest, -x - room), std::max(-kFarthest, -y - room)};
        most = {std::min(kFarthest, picture.width() - x - side + room),
                std::min(kFarthest, picture.height() - y - side + room)};
    }
    WholeVector nearest(WholeVector v) const {
        return {std::clamp(v.x, least.x, most.x), std::clamp(v.y, least.y, most.y)};
    }
};

// The mean of the middle two.
int median(int a, int b, int c, int d) {
    return (a + b + c + d - std::min({a, b, c, d}) - std::max({a, b, c, d})) / 2;
}

class Sweeper {
public:
    Sweeper(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
            const BlockCosts& costs, const Brightness* brightness, const WorkVector<RealVector>& prior,
            const Candidates& candidates, const SweepOptions& options, BlockMotion& motion)
        : functions_(functions),
          source_(source),
          reference_(reference),
          prior_(prior),
          candidates_(candidates),
          options_(options),
          motion_(motion),
          costs_(costs),
          brightness_(brightness),
          changed_(motion.vectors.size()),
          may_change_(motion.vectors.size()) {}

    void run() {
        prepare();
        for (int i = 0; i < options_.sweeps; i++) {
            before_ = motion_;
            walker::parallel_for(
                motion_.rows, [&](int by) { i == 0 ? find_what_sees_others(by) : find_what_may_change(by); });
            std::ranges::fill(changed_, char{0});
            each_block_by_colour(motion_.columns, motion_.rows, [&](int bx, int by) {
                if (may_improve(bx, by)) improve(bx, by, i);
            });
        }
    }

private:
    // What a block sees of others lies these distances away, across and down.
    std::span<const int> distances() const {
        static constexpr std::array kDistances{1, 2, 4, kFarthestSeen};
        return {kDistances.data(), is_coarse() ? kDistances.size() : 1};
    }

    // Calls body(values) with the values that the blocks of row `by` see, from a block each: those `distance`
    // above, below, to the left and right, for each distance.
    template <class Value, class Body>
    void each_seen_row(const WorkVector<Value>& grid, int by, const Body& body) const {
        const auto columns = static_cast<size_t>(motion_.columns);
        const auto line = [&](int row) {
            return grid.data() + motion_.index(0, std::clamp(row, 0, motion_.rows - 1));
        };
        WorkVector<Value> beside(columns + 2 * kFarthestSeen, line(by)[0]);  // the row, its ends repeated
        std::copy_n(line(by), columns, beside.begin() + kFarthestSeen);
        std::fill_n(beside.end() - kFarthestSeen, kFarthestSeen, line(by)[columns - 1]);
        for (const int distance : distances()) {
            body(line(by - distance));
            body(line(by + distance));
            body(beside.data() + kFarthestSeen - distance);
            body(beside.data() + kFarthestSeen + distance);
        }
    }

    // Marks the blocks of a row that have something to choose from in the first sweep.
    void find_what_sees_others(int by) {
        const auto columns = static_cast<size_t>(motion_.columns);
        const size_t first = motion_.index(0, by);
        const WholeVector* own = motion_.vectors.data() + first;
        char* const to = may_change_.data() + first;
        for (size_t x = 0; x < columns; x++) to[x] = own[x] != rounded(prior_[first + x]);
        for (size_t x = 0; x < columns; x++)
            for (size_t k = 0; k < candidates_.each; k++)
                to[x] |= own[x] != candidates_.vectors[candidates_.each * (first + x) + k];
        each_seen_row(motion_.vectors, by, [&](const WholeVector* seen) {
            for (size_t x = 0; x < columns; x++) to[x] |= own[x] != seen[x];
        });
    }

    // Marks the blocks of a row that see a block that changed in the sweep before.
    void find_what_may_change(int by) {
        const auto columns = static_cast<size_t>(motion_.columns);
        char* const to = may_change_.data() + motion_.index(0, by);
        std::fill_n(to, columns, char{0});
        each_seen_row(changed_, by, [&](const char* seen) {
            for (size_t x = 0; x < columns; x++) to[x] |= seen[x];
        });
    }

    // Whether a block's candidates or neighbours may have changed since the sweep before.
    bool may_improve(int bx, int by) const {
        const size_t i = motion_.index(bx, by), columns = static_cast<size_t>(motion_.columns);
        return may_change_[i] || (bx > 0 && changed_[i - 1]) ||
               (bx + 1 < motion_.columns && changed_[i + 1]) || (by > 0 && changed_[i - columns]) ||
               (by + 1 < motion_.rows && changed_[i + columns]);
    }

    void prepare() {
        walker::parallel_for(motion_.rows, [&](int by) {
            for (int bx = 0; bx < motion_.columns; bx++) {
                const size_t i = motion_.index(bx, by);
                motion_.vectors[i] = limits(bx, by).nearest(motion_.vectors[i]);
            }
        });
    }

    Limits limits(int bx, int by) const {
        return {bx * motion_.side, by * motion_.side, motion_.side, source_};
    }

    // 4x4 blocks choose only among vectors near them: their 8x8 block has searched farther away.
    bool is_coarse() const { return motion_.side == 8; }

    // To the left and right, above and below; where the picture ends, the nearest.
    static std::array<WholeVector, 4> neighbors(const BlockMotion& motion, int bx, int by, int distance) {
        return {motion.at(bx - distance, by), motion.at(bx + distance, by), motion.at(bx, by - distance),
                motion.at(bx, by + distance)};
    }

    // What a block may take, its own first. How many, of which some may be equal.
    int find_choices(int bx, int by, int number_of_sweep, const std::array<WholeVector, 4>& near,
                     WholeVector* list) const {
        const size_t i = motion_.index(bx, by);
        int count = 0;
        const auto add = [&](WholeVector v) { list[count++] = v; };
        add(motion_.vectors[i]);
        for (const WholeVector& v : near) add(v);
        if (is_coarse())
            for (const int distance : distances().subspan(1))
                for (const WholeVector& v : neighbors(before_, bx, by, distance)) add(v);
        add({median(near[0].x, near[1].x, near[2].x, near[3].x),
             median(near[0].y, near[1].y, near[2].y, near[3].y)});
        add(rounded(prior_[i]));
        for (size_t k = 0; number_of_sweep == 0 && k < candidates_.each; k++)
            add(candidates_.vectors[candidates_.each * i + k]);
        return count;
    }

    // Of the neighbours to the left and right, above and below; 1 where the picture ends.
    std::array<float, 4> shares(int bx, int by) const {
        const size_t i = motion_.index(bx, by), columns = static_cast<size_t>(motion_.columns);
        return {bx > 0 ? costs_.share(i, i - 1) : 1, bx + 1 < motion_.columns ? costs_.share(i, i + 1) : 1,
                by > 0 ? costs_.share(i, i - columns) : 1,
                by + 1 < motion_.rows ? costs_.share(i, i + columns) : 1};
    }

    void improve(int bx, int by, int number_of_sweep) {
        const std::array<WholeVector, 4> near = neighbors(motion_, bx, by, 1);
        WholeVector list[kMostChoices];
        const int count = find_choices(bx, by, number_of_sweep, near, list);
        const Limits within = limits(bx, by);
        const size_t i = motion_.index(bx, by);
        const int side = motion_.side, x = compared_left(side, bx), y = compared_top(side, by);
        std::optional<BlockBrightness> brightness;
        if (brightness_) brightness = brightness_->of_block(bx, by);
        const WholeVector best = functions_.best_vector({.source = source_.at(x, y),
                                                         .match = reference_.at(x, y),
                                                         .stride = source_.stride(),
                                                         .lines = compared_height(side),
                                                         .brightness = brightness ? &*brightness : nullptr,
                                                         .vectors = list,
                                                         .count = count,
                                                         .lowest = within.least,
                                                         .highest = within.most,
                                                         .near = near,
                                                         .share = shares(bx, by),
                                                         .prior = prior_[i],
                                                         .to_prior = options_.to_prior,
                                                         .weight = options_.smoothness * costs_.weight(i)});
        changed_[i] = best != motion_.vectors[i];
        motion_.vectors[i] = best;
    }

    const FieldFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const WorkVector<RealVector>& prior_;
    const Candidates& candidates_;
    const SweepOptions& options_;
    BlockMotion& motion_;
    const BlockCosts& costs_;
    const Brightness* brightness_;
    BlockMotion before_ = motion_;  // motion_ as it was before this sweep, safe to read
    WorkVector<char> changed_;      // in this sweep
    WorkVector<char> may_change_;   // in this sweep, as others changed in the one before
};

}  // namespace

RealVector BlockMotion::between(float bx, float by) const {
    const int left = static_cast<int>(std::floor(bx)), top = static_cast<int>(std::floor(by));
    const float fx = bx - static_cast<float>(left), fy = by - static_cast<float>(top);
    const WholeVector a = at(left, top), b = at(left + 1, top), c = at(left, top + 1),
                      d = at(left + 1, top + 1);
    const auto mix = [&](int va, int vb, int vc, int vd) {
        return (static_cast<float>(va) * (1 - fx) + static_cast<float>(vb) * fx) * (1 - fy) +
               (static_cast<float>(vc) * (1 - fx) + static_cast<float>(vd) * fx) * fy;
    };
    return {mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)};
}

void sweep(const FieldFunctions& functions, const PaddedPicture& source, const PaddedPicture& reference,
           const BlockCosts& costs, const Brightness* brightness, const WorkVector<RealVector>& prior,
           const Candidates& candidates, const SweepOptions& options, BlockMotion& motion) {
    Sweeper(functions, source, reference, costs, brightness, prior, candidates, options, motion).run();
}

WholeVector within_limits(WholeVector v, int x, int y, int side, const PaddedPicture& picture) {
    return Limits(x, y, side, picture).nearest(v);
}

bool matches_well(const vme::UnitFunctions& functions, const PaddedPicture& source,
                  const PaddedPicture& reference, int x, int y, WholeVector v) {
    constexpr int side = 8;  // pixels
    return functions.distortion(vme::Distortion::sad, source.at(x, y), source.stride(),
                                reference.at(x + v.x, y + v.y), reference.stride(), side,
                                side) < kGoodMatch * side * side;
}

Candidates unit_candidates(const vme::UnitFunctions& functions, const PaddedPicture& source,
                           const PaddedPicture& reference, const WorkVector<RealVector>& prior,
                           bool has_prior, const BlockMotion& blocks) {
    constexpr size_t count = 4;
    Candidates result{.each = count, .vectors = WorkVector<WholeVector>(count * blocks.vectors.size())};
    vme::ImeRequest prototype;
    prototype.source.image.luma = source.view();
    prototype.forward.luma = reference.view();
    prototype.disabled_partitions = vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4;
    const auto matches = [&](int x, int y, WholeVector v) {
        return matches_well(functions, source, reference, x, y, v);
    };
    walker::parallel_for((source.height() + 15) / 16, [&](int my) {
        for (int mx = 0; mx < (source.width() + 15) / 16; mx++) {
            vme::ImeRequest request = prototype;
            const int x = request.source.x = 16 * mx, y = request.source.y = 16 * my;
            const WholeVector expected = rounded(prior[blocks.index(2 * mx, 2 * my)]);
            request.forward_offset = {std::clamp(expected.x, -2048, 2047),
                                      std::clamp(expected.y, -2048, 2047)};
            const WholeVector near = within_limits(expected, x, y, 16, source);
            if (has_prior && matches(x, y, near) && matches(x + 8, y, near) && matches(x, y + 8, near) &&
                matches(x + 8, y + 8, near))
                request.window = vme::SearchWindow::extra_tiny;
            const vme::MajorRecords found = vme::search_major_blocks(functions, request);
            for (int q = 0; q < 4; q++) {
                const int bx = 2 * mx + q % 2, by = 2 * my + q / 2;
                if (bx >= blocks.columns || by >= blocks.rows) continue;
                for (size_t k = 0; const int record : {5 + q, 0, 1 + q / 2, 3 + q % 2}) {
                    const vme::MotionVector v = found[static_cast<size_t>(record)].vector;
                    result.vectors[count * blocks.index(bx, by) + k++] = {v.x / 4, v.y / 4};
                }
            }
        }
    });
    return result;
}

Candidates joined(const Candidates& one, const Candidates& other) {
    const size_t each = one.each + other.each, count = one.vectors.size() / one.each;
    Candidates result{.each = each, .vectors = WorkVector<WholeVector>(each * count)};
    for (size_t i = 0; i < count; i++) {
        const auto to = result.vectors.begin() + static_cast<ptrdiff_t>(each * i);
        std::copy_n(one.vectors.begin() + static_cast<ptrdiff_t>(one.each * i), one.each, to);
        std::copy_n(other.vectors.begin() + static_cast<ptrdiff_t>(other.each * i), other.each,
                    to + static_cast<ptrdiff_t>(one.each));
    }
    return result;
}

}  // namespace genmedia::motion
