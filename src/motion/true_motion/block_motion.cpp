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

constexpr int kMostCandidates = 32;
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

// Vectors within limits, none twice.
class Choices {
public:
    Choices(const Limits& limits, WholeVector first) : limits_(limits) {
        list_[0] = number_of(first);
        seen_.fill(list_[0]);
    }
    void add(WholeVector v) {
        uint64_t& seen = seen_[static_cast<size_t>(v.x + 5 * v.y) % seen_.size()];
        if (seen == number_of(v)) return;  // mostly
        seen = number_of(v);
        const uint64_t number = number_of(limits_.nearest(v));
        for (int i = 0; i < count_; i++)
            if (list_[i] == number) return;
        list_[count_++] = number;
    }
    int count() const { return count_; }
    WholeVector operator[](int i) const { return std::bit_cast<WholeVector>(list_[i]); }

private:
    static uint64_t number_of(WholeVector v) { return std::bit_cast<uint64_t>(v); }

    Limits limits_;
    int count_ = 1;
    std::array<uint64_t, 16> seen_;   // of vectors that were added, not all
    uint64_t list_[kMostCandidates];  // uninitialised until used, to save time
};

class Sweeper {
public:
    Sweeper(const PaddedPicture& source, const PaddedPicture& reference, const BlockCosts& costs,
            const Brightness* brightness, const WorkVector<RealVector>& prior, const Candidates& candidates,
            const SweepOptions& options, BlockMotion& motion)
        : source_(source),
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

    float match(int bx, int by, WholeVector v) const {  // mean absolute difference
        const int side = motion_.side, x = compared_left(side, bx), y = compared_top(side, by);
        const int stride = source_.stride();
        const uint8_t *here = source_.at(x, y), *there = reference_.at(x + v.x, y + v.y);
        const int sum = is_coarse() ? sum_of_differences<compared_height(8)>(here, stride, there, stride)
                                    : sum_of_differences<compared_height(4)>(here, stride, there, stride);
        return static_cast<float>(sum) / static_cast<float>(kComparedWidth * compared_height(side));
    }

    static std::array<WholeVector, 4> neighbors(const BlockMotion& motion, int bx, int by, int distance) {
        return {motion.at(bx - distance, by), motion.at(bx + distance, by), motion.at(bx, by - distance),
                motion.at(bx, by + distance)};
    }

    Choices choices(int bx, int by, int number_of_sweep, const std::array<WholeVector, 4>& near) const {
        const size_t i = motion_.index(bx, by);
        Choices list(limits(bx, by), motion_.vectors[i]);
        for (const WholeVector& v : near) list.add(v);
        if (is_coarse())
            for (const int distance : distances().subspan(1))
                for (const WholeVector& v : neighbors(before_, bx, by, distance)) list.add(v);
        list.add({median(near[0].x, near[1].x, near[2].x, near[3].x),
                  median(near[0].y, near[1].y, near[2].y, near[3].y)});
        list.add(rounded(prior_[i]));
        for (size_t k = 0; number_of_sweep == 0 && k < candidates_.each; k++)
            list.add(candidates_.vectors[candidates_.each * i + k]);
        return list;
    }

    // Of the neighbours to the left and right, above and below; 1 where the picture ends.
    std::array<float, 4> shares(int bx, int by) const {
        const size_t i = motion_.index(bx, by), columns = static_cast<size_t>(motion_.columns);
        return {bx > 0 ? costs_.share(i, i - 1) : 1, bx + 1 < motion_.columns ? costs_.share(i, i + 1) : 1,
                by > 0 ? costs_.share(i, i - columns) : 1,
                by + 1 < motion_.rows ? costs_.share(i, i + columns) : 1};
    }

    // In pixels, that of neighbours and of the prior added up.
    float roughness(WholeVector v, size_t i, const std::array<WholeVector, 4>& near,
                    const std::array<float, 4>& share) const {
        std::array<float, 4> apart;
        for (size_t k = 0; k < near.size(); k++)
            apart[k] = share[k] * std::min(kFarApart, static_cast<float>(std::abs(v.x - near[k].x) +
                                                                         std::abs(v.y - near[k].y)));
        const float from_prior =
            std::abs(static_cast<float>(v.x) - prior_[i].x) + std::abs(static_cast<float>(v.y) - prior_[i].y);
        return ((apart[0] + apart[1]) + (apart[2] + apart[3])) +
               options_.to_prior * std::min(kFarApart, from_prior);
    }

    void improve(int bx, int by, int number_of_sweep) {
        const std::array<WholeVector, 4> near = neighbors(motion_, bx, by, 1);
        const Choices list = choices(bx, by, number_of_sweep, near);
        if (list.count() == 1) return;
        const size_t i = motion_.index(bx, by);
        const std::array<float, 4> share = shares(bx, by);
        const float weight = options_.smoothness * costs_.weight(i);
        WholeVector best = motion_.vectors[i];
        std::optional<BlockBrightness> brightness;
        if (brightness_) brightness.emplace(*brightness_, bx, by);
        float least = match(bx, by, best) + weight * roughness(best, i, near, share);
        if (brightness) least += brightness->difference(best);
        for (int k = 1; k < list.count(); k++) {
            const float rough = weight * roughness(list[k], i, near, share);
            if (rough >= least) continue;
            float cost = rough + match(bx, by, list[k]);
            if (brightness && cost < least) cost += brightness->difference(list[k]);
            best = cost < least ? list[k] : best;
            least = std::min(least, cost);
        }
        changed_[i] = best != motion_.vectors[i];
        motion_.vectors[i] = best;
    }

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

void sweep(const PaddedPicture& source, const PaddedPicture& reference, const BlockCosts& costs,
           const Brightness* brightness, const WorkVector<RealVector>& prior, const Candidates& candidates,
           const SweepOptions& options, BlockMotion& motion) {
    Sweeper(source, reference, costs, brightness, prior, candidates, options, motion).run();
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
