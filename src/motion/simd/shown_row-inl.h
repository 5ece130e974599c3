// SPDX-License-Identifier: MIT
// The samples of a line of a half block lie side by side.
#if defined(GENMEDIA_SIMD_SHOWN_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_SHOWN_ROW_INL_H_
#undef GENMEDIA_SIMD_SHOWN_ROW_INL_H_
#else
#define GENMEDIA_SIMD_SHOWN_ROW_INL_H_
#endif

#include "motion/field_rules/shown_row.h"

#include <hwy/highway.h>
#include <algorithm>
#include <array>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Sample, int W, int H, bool Two>
class RowOfShown {
public:
    HWY_INLINE explicit RowOfShown(const ShownRow<Sample>& row)
        : row_(row),
          scale_(four(W / 4.F, H / 4.F, W / 4.F, H / 4.F)),
          part_(four(-row.time, -row.time, 1 - row.time, 1 - row.time)),
          most_(four(static_cast<float>(row.width + kShownRoom), static_cast<float>(row.height + kShownRoom),
                     static_cast<float>(row.width + kShownRoom),
                     static_cast<float>(row.height + kShownRoom))),
          is_x_(four(1, 0, 1, 0)),
          top_(hn::Set(D4(), static_cast<float>(row.top))) {
        for (size_t k = 0; k < nearness_.size(); k++) nearness_[k] = nearness(static_cast<int>(k), W);
    }

    HWY_INLINE void add() {
        const HalfOfD d;
        const ptrdiff_t first = W - W / 2;  // of column -1
        // What a column adds on its right is kept for the next one, which adds to it on its left: processors
        // wait where a vector to read overlaps two just written.
        for (size_t i = 0; i < H; i++) {
            weights_[i] = hn::LoadU(d, row_.weights + static_cast<ptrdiff_t>(i) * row_.sums_stride + first);
            sums_[i] = hn::LoadU(d, row_.sums + static_cast<ptrdiff_t>(i) * row_.sums_stride + first);
            if constexpr (Two)
                other_sums_[i] =
                    hn::LoadU(d, row_.other_sums + static_cast<ptrdiff_t>(i) * row_.sums_stride + first);
        }
        for (int column = -1; column <= row_.columns; column++) add_column(column);
        const ptrdiff_t last = W * row_.columns + 3 * W - W / 2;
        for (size_t i = 0; i < H; i++) {
            hn::StoreU(weights_[i], d, row_.weights + static_cast<ptrdiff_t>(i) * row_.sums_stride + last);
            hn::StoreU(sums_[i], d, row_.sums + static_cast<ptrdiff_t>(i) * row_.sums_stride + last);
            if constexpr (Two)
                hn::StoreU(other_sums_[i], d,
                           row_.other_sums + static_cast<ptrdiff_t>(i) * row_.sums_stride + last);
        }
    }

private:
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    static constexpr size_t kLanes = 2 * W;
#else
    static constexpr size_t kLanes = 4;
#endif
    static constexpr size_t kVectors = 2 * W / kLanes;  // of a line
    using D = hn::FixedTag<float, kLanes>;
    using V = hn::Vec<D>;
    using HalfOfD = hn::FixedTag<float, W>;  // half of a line
    using D4 = hn::FixedTag<float, 4>;
    using V4 = hn::Vec<D4>;
    // Of a line that is one vector or two.
    static HWY_INLINE hn::Vec<HalfOfD> left(const V (&line)[kVectors]) {
        if constexpr (kVectors == 1)
            return hn::LowerHalf(HalfOfD(), line[0]);
        else
            return line[0];
    }
    static HWY_INLINE hn::Vec<HalfOfD> right(const V (&line)[kVectors]) {
        if constexpr (kVectors == 1)
            return hn::UpperHalf(HalfOfD(), line[0]);
        else
            return line[1];
    }

    // Across and down in the first picture, and in the second.
    struct Places {
        alignas(16) int32_t whole[4];
        alignas(16) float weights[4][4];  // of the four samples around each
    };

    static HWY_INLINE V4 four(float a, float b, float c, float e) {
        alignas(16) const float values[4] = {a, b, c, e};
        return hn::Load(D4(), values);
    }

    HWY_INLINE Places places(const Passing& passing, int left) const {
        const D4 d;
        uint64_t both;
        static_assert(sizeof both == sizeof passing.vector);
        std::memcpy(&both, &passing.vector, sizeof both);
        const V4 vector = hn::Mul(hn::BitCast(d, hn::Set(hn::FixedTag<uint64_t, 2>(), both)), scale_);
        const V4 begin =
            hn::IfThenElse(hn::Ne(is_x_, hn::Zero(d)), hn::Set(d, static_cast<float>(left)), top_);
        const V4 at = hn::Add(begin, hn::Mul(part_, vector));
        const V4 within = hn::Min(hn::Max(at, hn::Set(d, -static_cast<float>(kShownRoom))), most_);
        const V4 whole = hn::Floor(within), f = hn::Sub(within, whole);
        Places result;
        hn::Store(hn::ConvertTo(hn::RebindToSigned<D4>(), whole), hn::RebindToSigned<D4>(), result.whole);
        put_cubic(f, result);
        return result;
    }

    // As cubic() has them.
    static HWY_INLINE void put_cubic(V4 f, Places& to) {
        const D4 d;
        const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };
        const auto outer = [&](float a, float b, float c) HWY_ATTR {
            return hn::Mul(hn::Add(hn::Mul(hn::Add(hn::Mul(set(a), f), set(b)), f), set(c)), f);
        };
        const auto inner = [&](float a, float b) HWY_ATTR {
            return hn::Mul(hn::Mul(hn::Add(hn::Mul(set(a), f), set(b)), f), f);
        };
        hn::Store(outer(-0.5F, 1, -0.5F), d, to.weights[0]);
        hn::Store(hn::Add(inner(1.5F, -2.5F), set(1)), d, to.weights[1]);
        hn::Store(outer(-1.5F, 2, 0.5F), d, to.weights[2]);
        hn::Store(inner(0.5F, -0.5F), d, to.weights[3]);
    }

    // Four values, weighted.
    static HWY_INLINE V sum(const V (&w)[4], V a, V b, V c, V e) {
        return hn::Add(hn::Add(hn::Add(hn::Mul(w[0], a), hn::Mul(w[1], b)), hn::Mul(w[2], c)),
                       hn::Mul(w[3], e));
    }

    static HWY_INLINE V load(const Sample* from) {
        const hn::Rebind<Sample, D> samples;
        const hn::Rebind<int32_t, D> whole;
        return hn::ConvertTo(D(), hn::PromoteTo(whole, hn::LoadU(samples, from)));
    }

#if HWY_TARGET == HWY_AVX3
    // Both pictures in one vector: what four loads and conversions of each line would give are moved samples
    // of one.
    using Both = hn::FixedTag<float, 4 * W>;
    using VBoth = hn::Vec<Both>;

    static HWY_INLINE VBoth load_both(const Sample* from) {
        const hn::Rebind<Sample, Both> samples;
        const hn::Rebind<int32_t, Both> whole;
        return hn::ConvertTo(Both(), hn::PromoteTo(whole, hn::LoadU(samples, from)));
    }
    // Of a's samples and then b's, those from number `k` on.
    static HWY_INLINE VBoth moved(VBoth a, VBoth b, int k) {
        const hn::RebindToSigned<Both> d;
        const auto lane = hn::Iota(d, 0), second = hn::Set(d, 2 * W);
        const auto number =
            hn::Add(hn::Set(d, k), hn::Add(lane, hn::IfThenElseZero(hn::Not(hn::Lt(lane, second)), second)));
        if constexpr (W == 4)
            return VBoth{_mm512_permutex2var_ps(a.raw, number.raw, b.raw)};
        else
            return VBoth{_mm256_permutex2var_ps(a.raw, number.raw, b.raw)};
    }
    static HWY_INLINE VBoth sum_both(const VBoth (&w)[4], VBoth a, VBoth b, VBoth c, VBoth e) {
        return hn::Add(hn::Add(hn::Add(hn::Mul(w[0], a), hn::Mul(w[1], b)), hn::Mul(w[2], c)),
                       hn::Mul(w[3], e));
    }

    HWY_INLINE void show_both(const Places& places, const std::array<const Sample*, 2>& planes,
                              V (&first)[1][H], V (&second)[1][H]) const {
        const Both both;
        const D d;
        const auto weights = [&](size_t k, size_t part) HWY_ATTR {
            return hn::Combine(both, hn::Set(d, places.weights[k][part + 2]),
                               hn::Set(d, places.weights[k][part]));
        };
        const VBoth across[4] = {weights(0, 0), weights(1, 0), weights(2, 0), weights(3, 0)};
        const VBoth down[4] = {weights(0, 1), weights(1, 1), weights(2, 1), weights(3, 1)};
        const auto begin = [&](size_t picture) HWY_ATTR {
            return planes[picture] + (places.whole[2 * picture + 1] - 1) * row_.stride +
                   places.whole[2 * picture] - 1;
        };
        const Sample *a = begin(0), *b = begin(1);
        VBoth rows[H + 3];
        for (size_t i = 0; i < H + 3; i++, a += row_.stride, b += row_.stride) {
            const VBoth from_a = load_both(a), from_b = load_both(b);
            rows[i] = sum_both(across, moved(from_a, from_b, 0), moved(from_a, from_b, 1),
                               moved(from_a, from_b, 2), moved(from_a, from_b, 3));
        }
        for (size_t i = 0; i < H; i++) {
            const VBoth line = sum_both(down, rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
            first[0][i] = hn::LowerHalf(d, line);
            second[0][i] = hn::UpperHalf(d, line);
        }
    }
#endif

    // The lines of the half, from vector `k` of each on.
    HWY_INLINE void show(const Places& places, const std::array<const Sample*, 2>& planes, size_t picture,
                         size_t k, V (&lines)[H]) const {
        const D d;
        const size_t x = 2 * picture, y = x + 1;
        const float(&w)[4][4] = places.weights;
        const V across[4] = {hn::Set(d, w[0][x]), hn::Set(d, w[1][x]), hn::Set(d, w[2][x]),
                             hn::Set(d, w[3][x])};
        const V down[4] = {hn::Set(d, w[0][y]), hn::Set(d, w[1][y]), hn::Set(d, w[2][y]),
                           hn::Set(d, w[3][y])};
        const Sample* from = planes[picture] + (places.whole[y] - 1) * row_.stride + places.whole[x] - 1 +
                             static_cast<ptrdiff_t>(k * kLanes);
        V rows[H + 3];
        for (size_t i = 0; i < H + 3; i++, from += row_.stride)
            rows[i] = sum(across, load(from), load(from + 1), load(from + 2), load(from + 3));
        for (size_t i = 0; i < H; i++) lines[i] = sum(down, rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
    }

    HWY_INLINE void add_column(int column) {
        const D d;
        const Passing& passing = row_.passing[std::clamp(column, 0, row_.columns - 1)];
        const int x = W * column - W / 2;
        const Places at = places(passing, x);
        Lines first, second, other_first, other_second;
        show_plane(at, row_.planes, first, second);
        if constexpr (Two) show_plane(at, row_.others, other_first, other_second);
        const V share = hn::Set(d, passing.first_share), rest = hn::Set(d, 1 - passing.first_share),
                belief = hn::Set(d, 1 / (1 + passing.cost));
        V near[kVectors];
        for (size_t k = 0; k < kVectors; k++)
            near[k] = hn::Mul(belief, hn::LoadU(d, nearness_.data() + k * kLanes));
        for (size_t i = 0; i < H; i++) {
            const V near_y = hn::Set(d, nearness(static_cast<int>(row_.is_upper ? i : i + H), H));
            V weights[kVectors];
            for (size_t k = 0; k < kVectors; k++) weights[k] = hn::Mul(near[k], near_y);
            const auto add = [&](const Lines& a, const Lines& b, float* all,
                                 hn::Vec<HalfOfD>& kept) HWY_ATTR {
                V sums[kVectors];
                for (size_t k = 0; k < kVectors; k++)
                    sums[k] = hn::Mul(weights[k], hn::Add(hn::Mul(share, a[k][i]), hn::Mul(rest, b[k][i])));
                add_line(sums, all, kept);
            };
            const ptrdiff_t to = static_cast<ptrdiff_t>(i) * row_.sums_stride + x + 2 * W;
            add_line(weights, row_.weights + to, weights_[i]);
            add(first, second, row_.sums + to, sums_[i]);
            if constexpr (Two) add(other_first, other_second, row_.other_sums + to, other_sums_[i]);
        }
    }

    using Lines = V[kVectors][H];
    HWY_INLINE void show_plane(const Places& at, const std::array<const Sample*, 2>& planes, Lines& first,
                               Lines& second) const {
#if HWY_TARGET == HWY_AVX3
        show_both(at, planes, first, second);
#else
        for (size_t k = 0; k < kVectors; k++) {
            show(at, planes, 0, k, first[k]);
            show(at, planes, 1, k, second[k]);
        }
#endif
    }

    static HWY_INLINE void add_line(const V (&line)[kVectors], float* to, hn::Vec<HalfOfD>& kept) {
        const HalfOfD d;
        hn::StoreU(hn::Add(kept, left(line)), d, to);
        kept = hn::Add(hn::LoadU(d, to + W), right(line));
    }

    const ShownRow<Sample>& row_;
    // Of the places: how a vector is scaled in this plane, its part that leads to each picture, and the last
    // place; of the first sample, which parts lie across, and the line.
    const V4 scale_, part_, most_, is_x_, top_;
    std::array<float, 2 * W> nearness_;
    hn::Vec<HalfOfD> weights_[H], sums_[H], other_sums_[H];
};

template <class Sample, int W, int H>
HWY_INLINE void show_planes(const ShownRow<Sample>& row) {
    if (row.others[0])
        RowOfShown<Sample, W, H, true>(row).add();
    else
        RowOfShown<Sample, W, H, false>(row).add();
}

template <class Sample>
HWY_INLINE void show_any_row(const ShownRow<Sample>& row) {
    const bool is_wide = row.block_width == 4, is_high = row.block_height == 4;
    if (is_wide && is_high)
        show_planes<Sample, 4, 4>(row);
    else if (is_wide)
        show_planes<Sample, 4, 2>(row);
    else if (is_high)
        show_planes<Sample, 2, 4>(row);
    else
        show_planes<Sample, 2, 2>(row);
}

inline void show_row(const ShownRow<uint8_t>& row) { show_any_row(row); }
inline void show_deep_row(const ShownRow<uint16_t>& row) { show_any_row(row); }

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
