// SPDX-License-Identifier: MIT
#include "motion/blocks/block_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>

namespace genmedia::motion {
namespace {

constexpr int kStartSide = 4;  // pixels
// Starts of a block, across and down: of a larger block every second one, every third, and so on.
constexpr int kMostAcross = 8;

struct Vector {
    int x, y;
    friend bool operator==(const Vector&, const Vector&) = default;
};

// Rounds quarters to the grid's units, halves away from zero.
int in_units(int quarters, int pel) {
    const int step = 4 / pel;
    return quarters < 0 ? -((-quarters + step / 2) / step) : (quarters + step / 2) / step;
}

// One plane of both pictures.
class PlanePair {
public:
    PlanePair(const SubpelPlane& source, const SubpelPlane& reference, int pel)
        : source_(source), reference_(reference), pel_shift_(std::countr_zero(static_cast<unsigned>(pel))) {}

    // What is compared of a block at (x, y), of whole samples, and its match.
    BlockPair at(int x, int y, int width, int height, Vector v) const {
        const int mask = (1 << pel_shift_) - 1;
        const int picture = (v.x & mask) | (v.y & mask) << pel_shift_;
        return {.first = sample(source_, x, y),
                .first_stride = source_.pixels.stride,
                .second = sample(reference_, x + (v.x >> pel_shift_), y + (v.y >> pel_shift_)) +
                          picture * reference_.next_picture,
                .second_stride = reference_.pixels.stride,
                .width = width,
                .height = height};
    }

private:
    static const uint8_t* sample(const SubpelPlane& plane, int x, int y) {
        return plane.pixels.data + y * plane.pixels.stride + ptrdiff_t{x} * plane.pixels.bytes_per_sample;
    }

    const SubpelPlane &source_, &reference_;
    int pel_shift_;
};

int shift_of(int luma_side, int chroma_side) {
    return std::countr_zero(static_cast<unsigned>(luma_side / chroma_side));
}

// Toward zero.
int divided(int v, int shift) { return (v + (v < 0 ? (1 << shift) - 1 : 0)) >> shift; }

// Of the blocks of a row.
class Chooser {
public:
    Chooser(const BlockSearch& search, int row)
        : search_(search), grid_(search.grid), y_(row * (grid_.height - grid_.overlap_y)) {
        const SubpelPlane& luma = search.reference.luma;
        std::tie(top_, bottom_) = limits(y_, luma.padding_y, luma.pixels.height, grid_.height);
    }

    BlockVector choose(int column) {
        x_ = column * (grid_.width - grid_.overlap_x);
        const SubpelPlane& luma = search_.reference.luma;
        std::tie(left_, right_) = limits(x_, luma.padding_x, luma.pixels.width, grid_.width);
        collect_starts();
        middle_ = search_.options.smoothness > 0 ? median() : starts_[0];
        cost_ = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count_; i++) consider(starts_[static_cast<size_t>(i)]);
        refine();
        return {.x = best_.x, .y = best_.y, .sad = sad_};
    }

private:
    // The first and the last component of a vector from `at`.
    std::pair<int, int> limits(int at, int padding, int side, int block) const {
        return {-(at + padding) * grid_.pel, (side + padding - at - block) * grid_.pel - 1};
    }

    void collect_starts() {
        count_ = 0;
        const VectorGrid& starts = search_.starts;
        const auto run = [](int at, int side, int most) {
            const int first = at / kStartSide, end = (at + side - 1) / kStartSide + 1;
            return std::array{std::min(first, most - 1), std::min(end, most),
                              (end - first + kMostAcross - 1) / kMostAcross};
        };
        const auto [left, right, step_x] = run(x_, grid_.width, starts.columns);
        const auto [top, bottom, step_y] = run(y_, grid_.height, starts.rows);
        for (int by = top; by < std::max(bottom, top + 1); by += step_y)
            for (int bx = left; bx < std::max(right, left + 1); bx += step_x) {
                const vme::MotionVector v = starts.vectors[static_cast<size_t>(by * starts.columns + bx)];
                add({std::clamp(in_units(v.x, grid_.pel), left_, right_),
                     std::clamp(in_units(v.y, grid_.pel), top_, bottom_)});
            }
    }

    void add(Vector v) {
        const auto end = starts_.begin() + count_, known = std::find(starts_.begin(), end, v);
        const auto place = static_cast<size_t>(known - starts_.begin());
        if (known == end) {
            starts_[place] = v;
            votes_[place] = 0;
            count_++;
        }
        votes_[place]++;
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

    // Goes to the best of the eight around, as long as there is a better one. Of these, what the round before
    // has seen is not better.
    void refine() {
        Vector seen = best_;
        for (int round = 0; round < search_.options.refine; round++) {
            const Vector at = best_;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    const Vector v{at.x + dx, at.y + dy};
                    const bool is_known =
                        round > 0 && std::abs(v.x - seen.x) <= 1 && std::abs(v.y - seen.y) <= 1;
                    if ((dx != 0 || dy != 0) && !is_known && is_allowed(v)) consider(v);
                }
            if (at == best_) return;
            seen = at;
        }
    }

    bool is_allowed(Vector v) const { return v.x >= left_ && v.x <= right_ && v.y >= top_ && v.y <= bottom_; }

    void consider(Vector v) {
        double handicap = 0;
        if (search_.options.smoothness > 0)
            handicap = search_.options.smoothness * static_cast<double>(distance(v, middle_)) / grid_.pel *
                       (grid_.width * grid_.height / 64.0);
        int64_t sum =
            difference(search_.source.luma, search_.reference.luma, x_, y_, grid_.width, grid_.height, v);
        if (static_cast<double>(sum) + handicap >= cost_) return;
        if (!search_.source.cb.pixels.empty()) sum += chroma_difference(v);
        if (static_cast<double>(sum) + handicap >= cost_) return;
        cost_ = static_cast<double>(sum) + handicap;
        sad_ = sum;
        best_ = v;
    }

    int64_t difference(const SubpelPlane& source, const SubpelPlane& reference, int x, int y, int width,
                       int height, Vector v) const {
        const BlockPair pair = PlanePair(source, reference, grid_.pel).at(x, y, width, height, v);
        return source.pixels.bytes_per_sample == 1 ? search_.functions.block_difference(pair)
                                                   : search_.functions.deep_block_difference(pair);
    }

    int64_t chroma_difference(Vector v) const {
        const SubpelPicture &source = search_.source, &reference = search_.reference;
        const int across = shift_of(source.luma.pixels.width, source.cb.pixels.width),
                  down = shift_of(source.luma.pixels.height, source.cb.pixels.height);
        const Vector chroma{divided(v.x, across), divided(v.y, down)};
        const auto one = [&](const SubpelPlane& from, const SubpelPlane& to) {
            return difference(from, to, x_ >> across, y_ >> down, grid_.width >> across, grid_.height >> down,
                              chroma);
        };
        return one(source.cb, reference.cb) + one(source.cr, reference.cr);
    }

    const BlockSearch& search_;
    const BlockGrid& grid_;
    int x_ = 0, y_ = 0;                                       // of the block
    int left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;         // of vectors
    std::array<Vector, kMostAcross * kMostAcross> starts_{};  // unlike each other
    std::array<int, kMostAcross * kMostAcross> votes_{};      // how often each is there
    int count_ = 0;
    Vector middle_{}, best_{};
    double cost_ = 0;
    int64_t sad_ = 0;
};

}  // namespace

void search_block_row(const BlockSearch& search, int row, BlockVector* vectors) {
    Chooser chooser(search, row);
    for (int column = 0; column < search.grid.columns; column++) vectors[column] = chooser.choose(column);
}

}  // namespace genmedia::motion
