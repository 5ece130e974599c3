// SPDX-License-Identifier: MIT
#include "motion/true_motion/block_motion.h"

#include "motion/field_rules/four_colour_order.h"
#include "motion/true_motion/block_sums.h"
#include "motion/work_memory.h"
#include "vme/operations.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>
#include <span>

namespace genmedia::motion {
namespace {

constexpr std::array kFarAway{2, 4, 8};  // what 8x8 blocks see besides the blocks beside them, blocks
constexpr int kFarthestSeen = kFarAway.back();

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
    return (std::max(std::min(a, b), std::min(c, d)) + std::min(std::max(a, b), std::max(c, d))) / 2;
}

// Blocks' values as they were, with those at the grid's ends repeated outside.
template <class Value>
class Snapshot {
public:
    Snapshot(int columns, int rows)
        : columns_(columns),
          rows_(rows),
          stride_(columns + 2 * kFarthestSeen),
          values_(static_cast<size_t>(stride_) * static_cast<size_t>(rows + 2 * kFarthestSeen)) {}

    void take(const WorkVector<Value>& grid) {
        for (int by = -kFarthestSeen; by < rows_ + kFarthestSeen; by++) {
            const Value* const from = grid.data() + std::clamp(by, 0, rows_ - 1) * ptrdiff_t{columns_};
            Value* const to = values_.data() + index(0, by);
            std::fill_n(to - kFarthestSeen, kFarthestSeen, from[0]);
            std::copy_n(from, columns_, to);
            std::fill_n(to + columns_, kFarthestSeen, from[columns_ - 1]);
        }
    }
    const Value* at(int bx, int by) const { return values_.data() + index(bx, by); }
    // From a block to those `distance` to the left and right, above and below.
    std::array<ptrdiff_t, 4> steps(int distance) const {
        return {-distance, distance, -distance * stride_, distance * stride_};
    }

private:
    ptrdiff_t index(int bx, int by) const { return (by + kFarthestSeen) * stride_ + bx + kFarthestSeen; }

    int columns_, rows_;
    ptrdiff_t stride_;
    RawWorkVector<Value> values_;
};

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
          before_(motion.columns, motion.rows),
          expected_(motion.vectors.size()),
          changed_at_(motion.vectors.size(), kNever),
          changes_(motion.columns, motion.rows),
          news_(motion.vectors.size()) {
        if (!is_coarse()) return;
        for (const int distance : kFarAway)
            for (const ptrdiff_t step : before_.steps(distance)) far_away_.push_back(step);
    }

    void run() {
        prepare();
        for (int i = 0; i < options_.sweeps; i++) {
            before_.take(motion_.vectors);
            if (i > 0) changes_.take(changed_at_);
            walker::parallel_for(motion_.rows,
                                 [&](int by) { i == 0 ? find_what_sees_others(by) : find_news(by, i); });
            each_row_by_colour(motion_.rows, [&](int by, int first) { improve(by, first, i); });
        }
    }

private:
    // When a block changes: a number that grows by one from colour to colour, by four from sweep to sweep.
    static constexpr uint8_t kNever = 0;
    static uint8_t time_of(int sweep, int bx, int by) {
        return static_cast<uint8_t>(4 * sweep + 5 + 2 * (by % 2) + bx % 2);
    }

    static uint64_t number(WholeVector v) { return std::bit_cast<uint64_t>(v); }

    // Marks the blocks of a row that have something to choose from in the first sweep.
    void find_what_sees_others(int by) {
        const size_t first = motion_.index(0, by), columns = static_cast<size_t>(motion_.columns);
        const WholeVector* const own = before_.at(0, by);
        const RealVector* const prior = prior_.data() + first;
        WholeVector* const expected = expected_.data() + first;
        for (size_t x = 0; x < columns; x++) expected[x] = rounded(prior[x]);
        // Bits of any vector that differ from those of the block's own.
        RawWorkVector<uint64_t> differences(columns);
        uint64_t* const to = differences.data();
        for (size_t x = 0; x < columns; x++) to[x] = number(own[x]) ^ number(expected[x]);
        const auto look_beside = [&](int distance) {
            const auto [left, right, above, below] = before_.steps(distance);
            for (size_t x = 0; x < columns; x++) {
                const WholeVector* const v = own + x;
                to[x] |= (number(*v) ^ number(v[left])) | (number(*v) ^ number(v[right])) |
                         (number(*v) ^ number(v[above])) | (number(*v) ^ number(v[below]));
            }
        };
        look_beside(1);
        if (is_coarse())
            for (const int distance : kFarAway) look_beside(distance);
        const WholeVector* candidate = candidates_.vectors.data() + candidates_.each * first;
        for (size_t x = 0; x < columns; x++)
            for (size_t k = 0; k < candidates_.each; k++) to[x] |= number(own[x]) ^ number(*candidate++);
        uint16_t* const news = news_.data() + first;
        for (size_t x = 0; x < columns; x++) news[x] = to[x] != 0;
    }

    // Marks which of the blocks far away, seen by those of a row, changed in the sweep before.
    void find_news(int by, int sweep) {
        const auto columns = static_cast<size_t>(motion_.columns);
        const uint8_t since = time_of(sweep - 1, 0, 0);
        std::vector<uint8_t> low(columns), high(columns);  // bits: bytes are compared fastest
        for (size_t k = 0; k < far_away_.size(); k++) {
            const uint8_t* const seen = changes_.at(0, by) + far_away_[k];
            uint8_t* const to = (k < 8 ? low : high).data();
            const auto bit = static_cast<uint8_t>(1 << k % 8);
            for (size_t x = 0; x < columns; x++)
                to[x] = static_cast<uint8_t>(to[x] | (seen[x] >= since ? bit : 0));
        }
        uint16_t* const news = news_.data() + motion_.index(0, by);
        for (size_t x = 0; x < columns; x++) news[x] = static_cast<uint16_t>(low[x] | high[x] << 8);
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

    // What is new of what a block may take, its own first. As nothing beside it changed, all else costs what
    // it cost in the sweep before, and was not taken.
    int new_choices(const WholeVector* own, unsigned news, const std::array<WholeVector, 4>& near,
                    WholeVector* list) const {
        int count = 0;
        list[count++] = *own;
        for (; news != 0; news &= news - 1) {
            const WholeVector v = own[far_away_[static_cast<size_t>(std::countr_zero(news))]];
            list[count] = v;
            count += !(v == *own || v == near[0] || v == near[1] || v == near[2] || v == near[3]);
        }
        return count;
    }

    // All that a block may take, its own first. How many, of which some may be equal.
    int all_choices(size_t i, const WholeVector* own, const std::array<WholeVector, 4>& near, int sweep,
                    WholeVector* list) const {
        WholeVector* to = list;
        *to++ = *own;
        for (const WholeVector& v : near) *to++ = v;
        if (is_coarse())
            for (const int distance : kFarAway)
                for (const ptrdiff_t step : before_.steps(distance)) *to++ = own[step];
        *to++ = {median(near[0].x, near[1].x, near[2].x, near[3].x),
                 median(near[0].y, near[1].y, near[2].y, near[3].y)};
        *to++ = expected_[i];
        if (sweep == 0)
            to = std::copy_n(candidates_.vectors.data() + candidates_.each * i, candidates_.each, to);
        return static_cast<int>(to - list);
    }

    // Of a row, the blocks of one colour.
    void improve(int by, int first, int sweep) {
        std::array<VectorChoice, kMostTogether> choices;
        std::array<std::array<WholeVector, kChoicesRoom>, kMostTogether> lists;
        std::array<BlockBrightness, kMostTogether> brightness;
        std::array<WholeVector, kMostTogether> best;
        std::array<int, kMostTogether> columns_chosen;
        size_t together = 0;
        const int columns = motion_.columns, side = motion_.side;
        const size_t start = motion_.index(0, by);
        // Where the picture ends, the block itself.
        const ptrdiff_t above = by > 0 ? -columns : 0, below = by + 1 < motion_.rows ? columns : 0;
        WholeVector* const vectors = motion_.vectors.data() + start;
        uint8_t* const changed_at = changed_at_.data() + start;
        const uint8_t now = time_of(sweep, first, by), since = time_of(sweep - 1, first, by);
        // Whether a block beside it changed since it chose. What is beside blocks of one colour is of others.
        RawWorkVector<uint8_t> changed(static_cast<size_t>(columns));
        const auto find_changed = [&](int bx, int left, int right) {
            changed[static_cast<size_t>(bx)] =
                std::max(std::max(changed_at[left], changed_at[right]),
                         std::max(changed_at[bx + above], changed_at[bx + below])) >= since;
        };
        for (int bx = 1; bx + 1 < columns; bx++) find_changed(bx, bx - 1, bx + 1);
        find_changed(0, 0, std::min(1, columns - 1));
        find_changed(columns - 1, std::max(0, columns - 2), columns - 1);

        const WholeVector* const before = before_.at(0, by);
        const uint16_t* const news = news_.data() + start;
        const ptrdiff_t stride = source_.stride();
        const uint8_t* const source = source_.at(compared_left(side, 0), compared_top(side, by));
        const uint8_t* const match = reference_.at(compared_left(side, 0), compared_top(side, by));
        const auto choose = [&] {
            functions_.best_vectors(std::span(choices).first(together), best.data());
            for (size_t k = 0; k < together; k++) {
                const int bx = columns_chosen[k];
                if (best[k] == vectors[bx]) continue;
                changed_at[bx] = now;
                vectors[bx] = best[k];
            }
            together = 0;
        };
        for (int bx = first; bx < columns; bx += 2) {
            const bool tries_all = changed[static_cast<size_t>(bx)] || (sweep == 0 && news[bx] != 0);
            if (!tries_all && news[bx] == 0) continue;
            const size_t i = start + static_cast<size_t>(bx);
            const bool has_left = bx > 0, has_right = bx + 1 < columns;
            const std::array near{vectors[bx - has_left], vectors[bx + has_right], vectors[bx + above],
                                  vectors[bx + below]};
            WholeVector* const list = lists[together].data();
            const int count = tries_all ? all_choices(i, before + bx, near, sweep, list)
                                        : new_choices(before + bx, news[bx], near, list);
            if (!tries_all && count == 1) continue;
            const Limits within = limits(bx, by);
            if (brightness_) brightness[together] = brightness_->of_block(bx, by);
            columns_chosen[together] = bx;
            choices[together] = {
                .source = source + side * bx,
                .match = match + side * bx,
                .stride = stride,
                .lines = compared_height(side),
                .brightness = brightness_ ? &brightness[together] : nullptr,
                .vectors = list,
                .count = count,
                .lowest = within.least,
                .highest = within.most,
                .near = near,
                .share = {has_left ? costs_.share_right(i - 1) : 1, has_right ? costs_.share_right(i) : 1,
                          above ? costs_.share_below(i - static_cast<size_t>(columns)) : 1,
                          below ? costs_.share_below(i) : 1},
                .prior = prior_[i],
                .to_prior = options_.to_prior,
                .weight = options_.smoothness * costs_.weight(i)};
            if (++together == kMostTogether) choose();
        }
        choose();
    }

    const FieldFunctions& functions_;
    const PaddedPicture &source_, &reference_;
    const WorkVector<RealVector>& prior_;
    const Candidates& candidates_;
    const SweepOptions& options_;
    BlockMotion& motion_;
    const BlockCosts& costs_;
    const Brightness* brightness_;
    Snapshot<WholeVector> before_;     // this sweep
    std::vector<ptrdiff_t> far_away_;  // steps to what a block sees of before_ besides the blocks beside it
    RawWorkVector<WholeVector> expected_;  // in whole pixels
    WorkVector<uint8_t> changed_at_;       // time_of() the last change, or kNever
    Snapshot<uint8_t> changes_;
    // In the first sweep, whether a block sees another vector; later, which of those far away are new.
    WorkVector<uint16_t> news_;
};

// Of the 8x8 pixels from (x, y) on, to those `v` away.
uint32_t difference_of_eight(const vme::UnitFunctions& functions, const PaddedPicture& source,
                             const PaddedPicture& other, int x, int y, WholeVector v) {
    return functions.distortion(vme::Distortion::sad, source.at(x, y), source.stride(),
                                other.at(x + v.x, y + v.y), other.stride(), 8, 8);
}

bool is_good_match(uint32_t difference) { return difference < kGoodMatch * 8 * 8; }

// Whether it is less than half of what they differ from those a pixel beside them, on the mean of right and
// below: so a match is not worse than texture makes it that moves by half a pixel.
bool is_within_half_a_pixel(const vme::UnitFunctions& functions, const PaddedPicture& source, int x, int y,
                            uint32_t difference) {
    return 4 * difference < difference_of_eight(functions, source, source, x, y, {1, 0}) +
                                difference_of_eight(functions, source, source, x, y, {0, 1});
}

}  // namespace

Brightness::Brightness(const PaddedPicture& source, const PaddedPicture& reference)
    : reference_(reference), columns_((source.width() + kFineSide - 1) / kFineSide) {
    const int rows = (source.height() + kFineSide - 1) / kFineSide;
    const auto columns = static_cast<size_t>(columns_);
    sums_.resize(columns * static_cast<size_t>(rows));
    walker::parallel_for(rows, [&](int by) {
        sum_blocks(source, kFineSide, by,
                   std::span(sums_).subspan(static_cast<size_t>(by) * columns, columns));
    });
}

RealVector BlockMotion::between(float bx, float by) const {
    // In line, where std::floor may be a call.
    const auto floor = [](float value) {
        const int cut = static_cast<int>(value);
        return cut - (static_cast<float>(cut) > value);
    };
    const int left = floor(bx), top = floor(by);
    const float fx = bx - static_cast<float>(left), fy = by - static_cast<float>(top);
    const auto column = [&](int x) { return static_cast<size_t>(std::clamp(x, 0, columns - 1)); };
    const auto row = [&](int y) { return vectors.data() + index(0, std::clamp(y, 0, rows - 1)); };
    const size_t here = column(left), right = column(left + 1);
    const WholeVector *const upper = row(top), *const lower = row(top + 1);
    const WholeVector a = upper[here], b = upper[right], c = lower[here], d = lower[right];
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
    return is_good_match(difference_of_eight(functions, source, reference, x, y, v));
}

Candidates unit_candidates(const vme::UnitFunctions& functions, const PaddedPicture& source,
                           const PaddedPicture& reference, const WorkVector<RealVector>& prior,
                           bool has_prior, const BlockMotion& blocks) {
    constexpr size_t count = 4;
    Candidates result{.each = count, .vectors = WorkVector<WholeVector>(count * blocks.vectors.size())};
    const auto matches = [&](int x, int y, WholeVector v) {
        const uint32_t difference = difference_of_eight(functions, source, reference, x, y, v);
        return is_good_match(difference) || is_within_half_a_pixel(functions, source, x, y, difference);
    };
    walker::parallel_for((source.height() + 15) / 16, [&](int my) {
        vme::ImeRequest request;
        // With their padding, so that few windows reach beyond them.
        request.source.image.luma = source.padded_view();
        request.forward.luma = reference.padded_view();
        request.disabled_partitions = vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4;
        for (int mx = 0; mx < (source.width() + 15) / 16; mx++) {
            const int x = 16 * mx, y = 16 * my;
            request.source.x = x + PaddedPicture::kPadding;
            request.source.y = y + PaddedPicture::kPadding;
            const WholeVector expected = rounded(prior[blocks.index(2 * mx, 2 * my)]);
            request.forward_offset = {std::clamp(expected.x, -2048, 2047),
                                      std::clamp(expected.y, -2048, 2047)};
            const WholeVector near = within_limits(expected, x, y, 16, source);
            const bool is_near = has_prior && matches(x, y, near) && matches(x + 8, y, near) &&
                                 matches(x, y + 8, near) && matches(x + 8, y + 8, near);
            request.window = is_near ? vme::SearchWindow::extra_tiny : vme::SearchWindow::exhaustive;
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
