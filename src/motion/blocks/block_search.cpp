// SPDX-License-Identifier: MIT
#include "motion/blocks/block_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kStartSide = 4;    // pixels
constexpr int kFewStarts = 2;    // across a block
constexpr int kPrefetched = 16;  // pixels: half a cache line where samples have 16 bits

struct Vector {
    int x, y;
    friend bool operator==(const Vector&, const Vector&) = default;
};

using FourVectors = std::array<Vector, 4>;
using FourPlaces = std::array<ptrdiff_t, 4>;

// A SAD of three planes is no more.
static_assert(3ULL * 128 * 128 * 65535 < std::numeric_limits<uint32_t>::max());

constexpr Vector kNone{std::numeric_limits<int>::min(), 0};  // no vector of a block

int shift_of(int luma_side, int chroma_side) {
    return std::countr_zero(static_cast<unsigned>(luma_side / chroma_side));
}

// Toward zero.
int divided(int v, int shift) { return (v + (v < 0 ? (1 << shift) - 1 : 0)) >> shift; }

// A plane of both pictures, and what of it is compared.
class ComparedPlane {
public:
    ComparedPlane(const BlockSearch& search, const SubpelPlane& source, const SubpelPlane& reference)
        : source_(source.pixels),
          reference_(reference.pixels),
          next_picture_(reference.next_picture),
          pel_shift_(std::countr_zero(static_cast<unsigned>(search.grid.pel))),
          pel_mask_(search.grid.pel - 1),
          across_(shift_of(search.source.luma.pixels.width, source.pixels.width)),
          down_(shift_of(search.source.luma.pixels.height, source.pixels.height)) {
        const FieldFunctions& k = search.functions;
        const bool is_deep = source.pixels.bytes_per_sample > 1;
        difference_ = is_deep ? k.deep_block_difference : k.block_difference;
        differences_ = is_deep ? k.deep_block_differences : k.block_differences;
        matches_.block_stride = source_.stride;
        matches_.others_stride = reference_.stride;
        matches_.width = search.grid.width >> across_;
        matches_.height = search.grid.height >> down_;
    }

    // The block at (x, y) of luma.
    void set_block(int x, int y) {
        x >>= across_;
        y >>= down_;
        matches_.block = source_.data + y * source_.stride + ptrdiff_t{x} * source_.bytes_per_sample;
        match_ = reference_.data + y * reference_.stride + ptrdiff_t{x} * reference_.bytes_per_sample;
    }

    // Where a match is, by the parts of its vector, from that of the vector 0.
    ptrdiff_t across(int luma_x) const {
        const int x = divided(luma_x, across_);
        return (x & pel_mask_) * next_picture_ + ptrdiff_t{x >> pel_shift_} * reference_.bytes_per_sample;
    }
    ptrdiff_t down(int luma_y) const {
        const int y = divided(luma_y, down_);
        return ((y & pel_mask_) << pel_shift_) * next_picture_ + (y >> pel_shift_) * reference_.stride;
    }
    bool has_places_of(const ComparedPlane& other) const {
        return next_picture_ == other.next_picture_ && reference_.stride == other.reference_.stride &&
               reference_.bytes_per_sample == other.reference_.bytes_per_sample && across_ == other.across_ &&
               down_ == other.down_;
    }

    uint32_t difference(Vector luma) {
        matches_.others[0] = match_ + across(luma.x) + down(luma.y);
        return difference_(matches_.pair(0));
    }

    FourDifferences differences(const FourPlaces& places) {
        for (size_t k = 0; k < places.size(); k++) matches_.others[k] = match_ + places[k];
        return differences_(matches_);
    }

    // Asks for what blocks to the right will compare where they move as this one: lines that the row above
    // has not seen. Those of each picture lie apart, and processors do not foresee so many.
    void prefetch(int overlap) const {
        constexpr int ahead = 96;  // bytes
        const int first = overlap >> down_;
        for (const uint8_t* other : matches_.others) {
            const uint8_t* line = other + ahead + first * matches_.others_stride;
            for (int y = first; y < matches_.height; y++, line += matches_.others_stride)
                __builtin_prefetch(line);
        }
    }

private:
    uint32_t (*difference_)(const BlockPair& pair);
    FourDifferences (*differences_)(const BlockMatches& matches);
    PlaneView source_, reference_;
    ptrdiff_t next_picture_;
    int pel_shift_, pel_mask_, across_, down_;
    const uint8_t* match_ = nullptr;  // of the vector 0
    BlockMatches matches_{};
};

// Of the blocks of a row. `Cost` holds a SAD of all planes and, where it is of floating point, what speaks
// for calm vectors. What is chosen hangs on pixels, so that processors cannot foresee it: there are few
// branches here.
template <class Cost>
class Chooser {
public:
    Chooser(const BlockSearch& search, int row)
        : search_(search), grid_(search.grid), y_(row * (grid_.height - grid_.overlap_y)) {
        planes_.emplace_back(search, search.source.luma, search.reference.luma);
        if (!search.source.cb.pixels.empty()) {
            planes_.emplace_back(search, search.source.cb, search.reference.cb);
            planes_.emplace_back(search, search.source.cr, search.reference.cr);
            is_alike_ = planes_[1].has_places_of(planes_[2]);
        }
        const SubpelPlane& luma = search.reference.luma;
        rows_ = run(y_, grid_.height, search.starts.rows);
        std::tie(top_, bottom_) = limits(y_, luma.padding_y, luma.pixels.height, grid_.height);
    }

    BlockVector choose(int column) {
        x_ = column * (grid_.width - grid_.overlap_x);
        const SubpelPlane& luma = search_.reference.luma;
        std::tie(left_, right_) = limits(x_, luma.padding_x, luma.pixels.width, grid_.width);
        for (ComparedPlane& plane : planes_) plane.set_block(x_, y_);
        collect_starts();
        if constexpr (kIsCalm) middle_ = median();
        cost_ = kNoCost;
        before_ = kNone;
        consider_starts();
        refine();
        const int step = grid_.width - grid_.overlap_x;
        if (x_ / kPrefetched != (x_ + step) / kPrefetched)
            for (const ComparedPlane& plane : planes_) plane.prefetch(grid_.overlap_y);
        return {.x = best_.x, .y = best_.y, .sad = sad_};
    }

private:
    static constexpr bool kIsCalm = std::is_floating_point_v<Cost>;
    static constexpr Cost kNoCost =
        kIsCalm ? std::numeric_limits<Cost>::infinity() : std::numeric_limits<Cost>::max();

    // The first and the last component of a vector from `at`.
    std::pair<int, int> limits(int at, int padding, int side, int block) const {
        return {-(at + padding) * grid_.pel, (side + padding - at - block) * grid_.pel - 1};
    }

    // Which blocks of 4x4, of one dimension, give starts.
    struct Run {
        int first, end, step;
    };
    Run run(int at, int side, int most) const {
        const int across = search_.options.starts;
        const int first = std::max(at / kStartSide - 1, 0), end = (at + side - 1) / kStartSide + 2;
        const int within = std::min(first, most - 1);
        return {within, std::max(std::min(end, most), within + 1), (end - first + across - 1) / across};
    }

    // Those of the 4x4 blocks under the block, and of those beside these.
    void collect_starts() {
        const VectorGrid& starts = search_.starts;
        const Run across = run(x_, grid_.width, starts.columns);
        count_ = 0;
        for (int by = rows_.first; by < rows_.end; by += rows_.step) {
            const vme::MotionVector* const row = starts.vectors.data() + ptrdiff_t{by} * starts.columns;
            for (int bx = across.first; bx < across.end; bx += across.step) add(row[bx]);
        }
        for (size_t i = 0; i < count_; i++) starts_[i] = clamped(std::bit_cast<vme::MotionVector>(found_[i]));
    }

    // Where there are few, equal ones do no harm. Most are as the one before. As one number, both components
    // are compared at once.
    void add(vme::MotionVector v) {
        const auto key = std::bit_cast<uint32_t>(v);
        size_t place = search_.options.starts <= kFewStarts ? 0 : count_;
        while (place > 0 && found_[place - 1] != key) place--;
        if (place == 0) {
            place = ++count_;
            found_[place - 1] = key;
            votes_[place - 1] = 0;
        }
        votes_[place - 1]++;
    }

    void consider_starts() {
        const auto first = starts_.begin();
        if (std::all_of(first + 1, first + static_cast<ptrdiff_t>(count_),
                        [&](const Vector& v) { return v == *first; }))
            return consider_alone(*first);
        for (size_t i = 0; i < count_; i += 4) {
            FourVectors some;
            for (size_t k = 0; k < some.size(); k++) some[k] = starts_[std::min(i + k, count_ - 1)];
            const auto places = [&](const ComparedPlane& plane) {
                FourPlaces result;
                for (size_t k = 0; k < result.size(); k++)
                    result[k] = plane.across(some[k].x) + plane.down(some[k].y);
                return result;
            };
            const FourSads sads = sads_of(places, true);
            for (size_t k = 0; k < some.size(); k++) take_better(some[k], sads[k]);
        }
    }

    Vector clamped(vme::MotionVector v) const {
        return {std::clamp<int>(v.x, left_, right_), std::clamp<int>(v.y, top_, bottom_)};
    }

    // The start that is nearest to all of them together.
    Vector median() const {
        Vector found = starts_[0];
        int64_t least = std::numeric_limits<int64_t>::max();
        for (size_t i = 0; i < count_; i++) {
            int64_t sum = 0;
            for (size_t k = 0; k < count_; k++) sum += int64_t{votes_[k]} * distance(starts_[i], starts_[k]);
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
            const FourVectors sides{{{at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}}};
            // Any in place of those that are not allowed.
            const int left = std::max(at.x - 1, left_), right = std::min(at.x + 1, right_),
                      above = std::max(at.y - 1, top_), below = std::min(at.y + 1, bottom_);
            const auto places = [&](const ComparedPlane& plane) -> FourPlaces {
                const ptrdiff_t x = plane.across(at.x), y = plane.down(at.y);
                return {plane.across(left) + y, plane.across(right) + y, x + plane.down(above),
                        x + plane.down(below)};
            };
            const FourSads sads = sads_of(places, false);
            const auto better_side = [&](size_t low) {
                const Cost low_cost = consider(sides[low], sads[low]),
                           high_cost = consider(sides[low + 1], sads[low + 1]);
                return low_cost < high_cost ? -1 : 1;
            };
            const int dx = better_side(0), dy = better_side(2);
            consider_alone({at.x + dx, at.y + dy});
            if (at == best_) return;
            before_ = at;
        }
    }

    bool is_allowed(Vector v) const {
        return (v.x >= left_) & (v.x <= right_) & (v.y >= top_) & (v.y <= bottom_);
    }
    // Where the round before came from is not better.
    bool is_considered(Vector v) const { return is_allowed(v) && v != before_; }

    // SADs of the first plane, of the first two, and of all.
    struct Sads {
        uint32_t luma, with_cb, all;
    };
    using FourSads = std::array<Sads, 4>;

    // Of four vectors at once, as what they read is far apart. `places(plane)`: where their matches are.
    // Chroma only if it is wanted, or if luma alone may be better.
    template <class Places>
    FourSads sads_of(const Places& places, bool all) {
        const FourDifferences luma = planes_[0].differences(places(planes_[0]));
        FourSads sads;
        for (size_t k = 0; k < sads.size(); k++) sads[k] = {luma[k], luma[k], luma[k]};
        if (planes_.size() == 1) return sads;
        for (size_t k = 0; k < sads.size(); k++) all |= static_cast<Cost>(luma[k]) < cost_;
        if (!all) return sads;
        const FourPlaces in_cb = places(planes_[1]);
        const FourDifferences cb = planes_[1].differences(in_cb),
                              cr = planes_[2].differences(is_alike_ ? in_cb : places(planes_[2]));
        for (size_t k = 0; k < sads.size(); k++)
            sads[k] = {luma[k], luma[k] + cb[k], luma[k] + cb[k] + cr[k]};
        return sads;
    }

    Cost handicap(Vector v) const {
        if constexpr (kIsCalm)
            return search_.options.smoothness * static_cast<double>(distance(v, middle_)) / grid_.pel *
                   (grid_.width * grid_.height / 64.0);
        return 0;
    }

    // What the vector costs, or what its first planes do where that is more than the best one.
    Cost consider(Vector v, const Sads& sads) {
        if (!is_considered(v)) return kNoCost;
        const Cost more = handicap(v);
        const Cost luma = static_cast<Cost>(sads.luma) + more,
                   with_cb = static_cast<Cost>(sads.with_cb) + more, all = static_cast<Cost>(sads.all) + more;
        const Cost result = luma >= cost_ ? luma : with_cb >= cost_ ? with_cb : all;
        take_better(v, sads);
        return result;
    }

    void take_better(Vector v, const Sads& sads) {
        const Cost cost = static_cast<Cost>(sads.all) + handicap(v);
        const bool is_better = cost < cost_;
        cost_ = is_better ? cost : cost_;
        sad_ = is_better ? sads.all : sad_;
        best_ = {is_better ? v.x : best_.x, is_better ? v.y : best_.y};
    }

    void consider_alone(Vector v) {
        if (!is_considered(v)) return;
        const Cost more = handicap(v);
        uint32_t sum = 0;
        for (ComparedPlane& plane : planes_) {
            sum += plane.difference(v);
            if (static_cast<Cost>(sum) + more >= cost_) return;
        }
        take_better(v, {sum, sum, sum});
    }

    const BlockSearch& search_;
    const BlockGrid& grid_;
    int x_ = 0, y_ = 0;  // of the block
    std::vector<ComparedPlane> planes_;
    bool is_alike_ = false;  // chroma's planes
    Run rows_{};
    int left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;          // of vectors
    std::array<uint32_t, kMostStarts * kMostStarts> found_{};  // unlike each other, but for few
    std::array<int, kMostStarts * kMostStarts> votes_{};       // how often each was found
    std::array<Vector, kMostStarts * kMostStarts> starts_{};   // the same that are allowed
    size_t count_ = 0;
    Vector middle_{}, best_{}, before_{};
    Cost cost_ = 0;
    uint32_t sad_ = 0;
};

template <class Cost>
void search_row(const BlockSearch& search, int row, BlockVector* vectors) {
    Chooser<Cost> chooser(search, row);
    for (int column = 0; column < search.grid.columns; column++) vectors[column] = chooser.choose(column);
}

}  // namespace

void search_block_row(const BlockSearch& search, int row, BlockVector* vectors) {
    (search.options.smoothness > 0 ? search_row<double> : search_row<uint32_t>)(search, row, vectors);
}

}  // namespace genmedia::motion
