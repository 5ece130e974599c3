// SPDX-License-Identifier: MIT
#include "motion/blocks/block_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kStartSide = 4;  // pixels

struct Vector {
    int x, y;
    friend bool operator==(const Vector&, const Vector&) = default;
};

constexpr Vector kNone{std::numeric_limits<int>::min(), 0};  // no vector of a block

using Difference = uint32_t (*)(const BlockPair& pair);

int shift_of(int luma_side, int chroma_side) {
    return std::countr_zero(static_cast<unsigned>(luma_side / chroma_side));
}

// Toward zero.
int divided(int v, int shift) { return (v + (v < 0 ? (1 << shift) - 1 : 0)) >> shift; }

// A plane of both pictures, and what of it is compared.
class ComparedPlane {
public:
    ComparedPlane(const BlockSearch& search, const SubpelPlane& source, const SubpelPlane& reference)
        : difference_(source.pixels.bytes_per_sample == 1 ? search.functions.block_difference
                                                          : search.functions.deep_block_difference),
          source_(source.pixels),
          reference_(reference.pixels),
          next_picture_(reference.next_picture),
          pel_shift_(std::countr_zero(static_cast<unsigned>(search.grid.pel))),
          across_(shift_of(search.source.luma.pixels.width, source.pixels.width)),
          down_(shift_of(search.source.luma.pixels.height, source.pixels.height)) {
        pair_.first_stride = source_.stride;
        pair_.second_stride = reference_.stride;
        pair_.width = search.grid.width >> across_;
        pair_.height = search.grid.height >> down_;
    }

    // The block at (x, y) of luma.
    void set_block(int x, int y) {
        x >>= across_;
        y >>= down_;
        pair_.first = source_.data + y * source_.stride + ptrdiff_t{x} * source_.bytes_per_sample;
        match_ = reference_.data + y * reference_.stride + ptrdiff_t{x} * reference_.bytes_per_sample;
    }

    int64_t difference(Vector luma) {
        const Vector v{divided(luma.x, across_), divided(luma.y, down_)};
        const int mask = (1 << pel_shift_) - 1;
        const int picture = (v.x & mask) | (v.y & mask) << pel_shift_;
        pair_.second = match_ + picture * next_picture_ + (v.y >> pel_shift_) * reference_.stride +
                       ptrdiff_t{v.x >> pel_shift_} * reference_.bytes_per_sample;
        return difference_(pair_);
    }

private:
    Difference difference_;
    PlaneView source_, reference_;
    ptrdiff_t next_picture_;
    int pel_shift_, across_, down_;
    const uint8_t* match_ = nullptr;  // of the vector 0
    BlockPair pair_{};
};

// Of the blocks of a row.
class Chooser {
public:
    Chooser(const BlockSearch& search, int row)
        : search_(search), grid_(search.grid), y_(row * (grid_.height - grid_.overlap_y)) {
        planes_.emplace_back(search, search.source.luma, search.reference.luma);
        if (!search.source.cb.pixels.empty()) {
            planes_.emplace_back(search, search.source.cb, search.reference.cb);
            planes_.emplace_back(search, search.source.cr, search.reference.cr);
        }
        const SubpelPlane& luma = search.reference.luma;
        std::tie(top_, bottom_) = limits(y_, luma.padding_y, luma.pixels.height, grid_.height);
    }

    BlockVector choose(int column) {
        x_ = column * (grid_.width - grid_.overlap_x);
        const SubpelPlane& luma = search_.reference.luma;
        std::tie(left_, right_) = limits(x_, luma.padding_x, luma.pixels.width, grid_.width);
        for (ComparedPlane& plane : planes_) plane.set_block(x_, y_);
        collect_starts();
        middle_ = search_.options.smoothness > 0 ? median() : starts_[0];
        cost_ = std::numeric_limits<double>::infinity();
        before_ = kNone;
        for (int i = 0; i < count_; i++) consider(starts_[static_cast<size_t>(i)]);
        refine();
        return {.x = best_.x, .y = best_.y, .sad = sad_};
    }

private:
    // The first and the last component of a vector from `at`.
    std::pair<int, int> limits(int at, int padding, int side, int block) const {
        return {-(at + padding) * grid_.pel, (side + padding - at - block) * grid_.pel - 1};
    }

    // Those of the 4x4 blocks under the block, and of those beside these.
    void collect_starts() {
        const VectorGrid& starts = search_.starts;
        const auto run = [across = search_.options.starts](int at, int side, int most) {
            const int first = std::max(at / kStartSide - 1, 0), end = (at + side - 1) / kStartSide + 2;
            return std::array{std::min(first, most - 1), std::min(end, most),
                              (end - first + across - 1) / across};
        };
        const auto [left, right, step_x] = run(x_, grid_.width, starts.columns);
        const auto [top, bottom, step_y] = run(y_, grid_.height, starts.rows);
        count_ = 0;
        for (int by = top; by < std::max(bottom, top + 1); by += step_y) {
            const vme::MotionVector* const row = starts.vectors.data() + ptrdiff_t{by} * starts.columns;
            for (int bx = left; bx < std::max(right, left + 1); bx += step_x) add(row[bx]);
        }
        for (int i = 0; i < count_; i++)
            starts_[static_cast<size_t>(i)] =
                clamped(std::bit_cast<vme::MotionVector>(found_[static_cast<size_t>(i)]));
    }

    // Most are as the one before. As one number, both components are compared at once.
    void add(vme::MotionVector v) {
        const auto key = std::bit_cast<uint32_t>(v);
        auto place = static_cast<size_t>(count_);
        while (place > 0 && found_[place - 1] != key) place--;
        if (place == 0) {
            place = static_cast<size_t>(++count_);
            found_[place - 1] = key;
            votes_[place - 1] = 0;
        }
        votes_[place - 1]++;
    }

    Vector clamped(vme::MotionVector v) const {
        return {std::clamp<int>(v.x, left_, right_), std::clamp<int>(v.y, top_, bottom_)};
    }

    // The start that is nearest to all of them together.
    Vector median() const {
        Vector found = starts_[0];
        int64_t least = std::numeric_limits<int64_t>::max();
        for (size_t i = 0; i < static_cast<size_t>(count_); i++) {
            int64_t sum = 0;
            for (size_t k = 0; k < static_cast<size_t>(count_); k++)
                sum += int64_t{votes_[k]} * distance(starts_[i], starts_[k]);
            if (sum < least) least = sum, found = starts_[i];
        }
        return found;
    }

    static int64_t distance(Vector a, Vector b) {
        return std::abs(int64_t{a.x} - b.x) + std::abs(int64_t{a.y} - b.y);
    }

    // Goes to the best of those beside, above and below and of the diagonal between the better two of these,
    // as long as there is a better one.
    void refine() {
        for (int round = 0; round < search_.options.refine; round++) {
            const Vector at = best_;
            const auto better_side = [&](Vector low, Vector high) {
                const double low_cost = consider(low), high_cost = consider(high);
                return low_cost < high_cost ? -1 : 1;
            };
            const int dx = better_side({at.x - 1, at.y}, {at.x + 1, at.y}),
                      dy = better_side({at.x, at.y - 1}, {at.x, at.y + 1});
            consider({at.x + dx, at.y + dy});
            if (at == best_) return;
            before_ = at;
        }
    }

    bool is_allowed(Vector v) const { return v.x >= left_ && v.x <= right_ && v.y >= top_ && v.y <= bottom_; }

    // What the vector costs, or at least how much it does where that is more than the best one. Where the
    // round before came from is not better.
    double consider(Vector v) {
        if (!is_allowed(v) || v == before_) return std::numeric_limits<double>::infinity();
        double handicap = 0;
        if (search_.options.smoothness > 0)
            handicap = search_.options.smoothness * static_cast<double>(distance(v, middle_)) / grid_.pel *
                       (grid_.width * grid_.height / 64.0);
        int64_t sum = 0;
        for (ComparedPlane& plane : planes_) {
            sum += plane.difference(v);
            if (static_cast<double>(sum) + handicap >= cost_) return static_cast<double>(sum) + handicap;
        }
        cost_ = static_cast<double>(sum) + handicap;
        sad_ = sum;
        best_ = v;
        return cost_;
    }

    const BlockSearch& search_;
    const BlockGrid& grid_;
    int x_ = 0, y_ = 0;  // of the block
    std::vector<ComparedPlane> planes_;
    int left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;          // of vectors
    std::array<uint32_t, kMostStarts * kMostStarts> found_{};  // unlike each other
    std::array<int, kMostStarts * kMostStarts> votes_{};       // how often each was found
    std::array<Vector, kMostStarts * kMostStarts> starts_{};   // the same that are allowed
    int count_ = 0;
    Vector middle_{}, best_{}, before_{};
    double cost_ = 0;
    int64_t sad_ = 0;
};

}  // namespace

void search_block_row(const BlockSearch& search, int row, BlockVector* vectors) {
    Chooser chooser(search, row);
    for (int column = 0; column < search.grid.columns; column++) vectors[column] = chooser.choose(column);
}

}  // namespace genmedia::motion
