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
          scale_(four(W / float{kShownSide}, H / float{kShownSide}, W / float{kShownSide},
                      H / float{kShownSide})),
          part_(four(-row.time, -row.time, 1 - row.time, 1 - row.time)),
          most_(four(static_cast<float>(row.width + kShownRoom), static_cast<float>(row.height + kShownRoom),
                     static_cast<float>(row.width + kShownRoom),
                     static_cast<float>(row.height + kShownRoom))),
          is_x_(four(1, 0, 1, 0)),
          top_(hn::Set(D4(), static_cast<float>(row.top))) {
        for (size_t k = 0; k < 2 * W; k++) nearness_[k] = nearness(static_cast<int>(k), W);
    }

    HWY_INLINE void add() {
        // What a column adds on its right is kept for the next one, which adds to it on its left: processors
        // wait where a vector to read overlaps two just written.
        each_sum([&](float* sums, Kept& kept) HWY_ATTR {
            for (size_t i = 0; i < H; i++)
                for (size_t k = 0; k < W; k += kHalf)
                    hn::Store(hn::LoadU(HalfD(), line(sums, i) + W - W / 2 + k), HalfD(), kept[i] + k);
        });
        for (int column = -1; column <= row_.columns; column++) add_column(column);
        each_sum([&](float* sums, Kept& kept) HWY_ATTR {
            const ptrdiff_t last = W * row_.columns + 3 * W - W / 2;
            for (size_t i = 0; i < H; i++)
                for (size_t k = 0; k < W; k += kHalf)
                    hn::StoreU(hn::Load(HalfD(), kept[i] + k), HalfD(), line(sums, i) + last + k);
        });
    }

private:
#if HWY_TARGET == HWY_AVX3
    static constexpr size_t kMostLanes = 16;
#elif HWY_TARGET == HWY_AVX2
    static constexpr size_t kMostLanes = 8;
#else
    static constexpr size_t kMostLanes = 4;
#endif
    static constexpr size_t kLanes = std::min<size_t>(2 * W, kMostLanes);  // of a line's samples
    static constexpr size_t kHalf = std::min<size_t>(W, kMostLanes);       // of half a line's
    using D = hn::FixedTag<float, kLanes>;
    using V = hn::Vec<D>;
    using HalfD = hn::FixedTag<float, kHalf>;
    using D4 = hn::FixedTag<float, 4>;
    using V4 = hn::Vec<D4>;
    using Seen = float[H][2 * W];
    using Kept = float[H][W];

    HWY_INLINE float* line(float* sums, size_t i) const {
        return sums + static_cast<ptrdiff_t>(i) * row_.sums_stride;
    }
    template <class Body>
    HWY_INLINE void each_sum(const Body& body) {
        body(row_.weights, kept_weights_);
        body(row_.sums, kept_sums_);
        if constexpr (Two) body(row_.other_sums, kept_other_sums_);
    }

    static HWY_INLINE V4 four(float a, float b, float c, float e) {
        alignas(16) const float values[4] = {a, b, c, e};
        return hn::Load(D4(), values);
    }

    // Across and down in the first picture, and in the second, in steps.
    struct Places {
        alignas(16) int32_t steps[4];

        const float* taps(size_t k) const { return kTapsOfSteps[steps[k] & (kSteps - 1)].data(); }
        // The first of the samples that those at a picture's place are made of.
        const Sample* begin(const Sample* plane, ptrdiff_t stride, size_t picture) const {
            return plane + ((steps[2 * picture + 1] >> 6) - 2) * stride + (steps[2 * picture] >> 6) - 2;
        }
    };

    // The vector in this plane, twice.
    HWY_INLINE V4 in_plane(const RealVector& v) const {
        uint64_t both;
        static_assert(sizeof both == sizeof v);
        std::memcpy(&both, &v, sizeof both);
        return hn::Mul(hn::BitCast(D4(), hn::Set(hn::FixedTag<uint64_t, 2>(), both)), scale_);
    }

    HWY_INLINE Places places(const ShownMotion& motion, int left) const {
        const D4 d;
        const V4 begin =
            hn::IfThenElse(hn::Ne(is_x_, hn::Zero(d)), hn::Set(d, static_cast<float>(left)), top_);
        const V4 at = hn::Add(hn::Add(begin, hn::Mul(part_, in_plane(motion.vector))), in_plane(motion.bend));
        const V4 within = hn::Min(hn::Max(at, hn::Set(d, -static_cast<float>(kShownRoom))), most_);
        const V4 steps = hn::Floor(hn::Add(hn::Mul(within, hn::Set(d, kSteps)), hn::Set(d, 0.5F)));
        Places result;
        hn::Store(hn::ConvertTo(hn::RebindToSigned<D4>(), steps), hn::RebindToSigned<D4>(), result.steps);
        return result;
    }

    // Six values, weighted.
    template <class Vector, class Values>
    static HWY_INLINE Vector sum(const Vector (&taps)[kTaps], const Values& values) {
        Vector result = hn::Mul(taps[0], values(0));
        for (int i = 1; i < kTaps; i++) result = hn::Add(result, hn::Mul(taps[i], values(i)));
        return result;
    }

    template <class To>
    static HWY_INLINE hn::Vec<To> load(To, const Sample* from) {
        const hn::Rebind<Sample, To> samples;
        const hn::Rebind<int32_t, To> whole;
        return hn::ConvertTo(To(), hn::PromoteTo(whole, hn::LoadU(samples, from)));
    }

#if HWY_TARGET == HWY_AVX3
    // Two vectors of samples to make sixteen of, which take fewer instructions to move than to load.
    using Wide = hn::FixedTag<float, 16>;
    using VWide = hn::Vec<Wide>;
    // Of the samples of both, in pieces of `piece`, one of `a` and one of `b` in turn: those from number `k`
    // of each on.
    template <int Piece>
    static HWY_INLINE VWide moved(VWide a, VWide b, int k) {
        const hn::RebindToSigned<Wide> d;
        const auto lane = hn::Iota(d, 0);
        auto number = hn::Add(lane, hn::Set(d, k));
        if constexpr (Piece == 8) {  // two pictures: eight samples of each
            const auto second = hn::Set(d, 8);
            number = hn::Add(number, hn::IfThenElseZero(hn::Not(hn::Lt(lane, second)), second));
        }
        return VWide{_mm512_permutex2var_ps(a.raw, number.raw, b.raw)};
    }
#endif

    // Adds what a half block at the place shows of one picture.
    HWY_INLINE void show(const Places& places, const Sample* plane, size_t picture, float weight, size_t k,
                         V (&lines)[H]) const {
        const D d;
        const float *const x = places.taps(2 * picture), *const y = places.taps(2 * picture + 1);
        V across[kTaps], down[kTaps];
        for (size_t i = 0; i < kTaps; i++) {
            across[i] = hn::Set(d, x[i]);
            down[i] = hn::Set(d, y[i] * weight);
        }
        const Sample* from = places.begin(plane, row_.stride, picture) + k;
        V rows[H + kTaps - 1];
        for (size_t i = 0; i < H + kTaps - 1; i++, from += row_.stride) {
#if HWY_TARGET == HWY_AVX3
            if constexpr (kLanes == 16) {
                const VWide a = load(Wide(), from), b = load(Wide(), from + 16);
                rows[i] = sum(across, [&](int t) HWY_ATTR { return t == 0 ? a : moved<16>(a, b, t); });
                continue;
            }
#endif
            rows[i] = sum(across, [&](int t) HWY_ATTR { return load(d, from + t); });
        }
        for (size_t i = 0; i < H; i++)
            lines[i] = sum(down, [&](int t) HWY_ATTR { return rows[i + static_cast<size_t>(t)]; });
    }

    // The same of both pictures.
    HWY_INLINE void show_both(const Places& places, const std::array<const Sample*, 2>& planes,
                              const ShownMotion& motion, Seen& seen) const {
        const D d;
        for (size_t k = 0; k < 2 * W; k += kLanes) {
            V first[H], second[H];
            show(places, planes[0], 0, motion.first, k, first);
            show(places, planes[1], 1, motion.second, k, second);
            for (size_t i = 0; i < H; i++)
                hn::Store(hn::Add(hn::Load(d, seen[i] + k), hn::Add(first[i], second[i])), d, seen[i] + k);
        }
    }

    HWY_INLINE void add_column(int column) {
        const ShownBlock& block = row_.blocks[std::clamp(column, 0, row_.columns - 1)];
        const int x = W * column - W / 2;
        alignas(64) Seen seen = {}, other_seen = {};
        for (int m = 0; m < block.count; m++) {
            const ShownMotion& motion = block.motions[static_cast<size_t>(m)];
            const Places at = places(motion, x);
            show_both(at, row_.planes, motion, seen);
            if constexpr (Two) show_both(at, row_.others, motion, other_seen);
        }
        const HalfD d;
        const auto weight = hn::Set(d, block.weight);
        for (size_t i = 0; i < H; i++) {
            const auto near_y = hn::Set(d, nearness(static_cast<int>(row_.is_upper ? i : i + H), H));
            for (size_t k = 0; k < 2 * W; k += kHalf) {
                const auto near = hn::Mul(hn::Load(d, nearness_ + k), near_y);
                const auto add = [&](hn::Vec<HalfD> what, float* sums, Kept& kept) HWY_ATTR {
                    float* const to = line(sums, i) + x + 2 * W + k;
                    if (k < W)
                        hn::StoreU(hn::Add(hn::Load(d, kept[i] + k), what), d, to);
                    else
                        hn::Store(hn::Add(hn::LoadU(d, to), what), d, kept[i] + k - W);
                };
                add(hn::Mul(near, weight), row_.weights, kept_weights_);
                add(hn::Mul(near, hn::Load(d, seen[i] + k)), row_.sums, kept_sums_);
                if constexpr (Two)
                    add(hn::Mul(near, hn::Load(d, other_seen[i] + k)), row_.other_sums, kept_other_sums_);
            }
        }
    }

    const ShownRow<Sample>& row_;
    // Of the places: how a vector is scaled in this plane, its part that leads to each picture, and the last
    // place; of the first sample, which parts lie across, and the line.
    const V4 scale_, part_, most_, is_x_, top_;
    alignas(64) float nearness_[2 * W];
    alignas(64) Kept kept_weights_, kept_sums_, kept_other_sums_;
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
    const bool is_wide = row.block_width == 8, is_high = row.block_height == 8;
    if (is_wide && is_high)
        show_planes<Sample, 8, 8>(row);
    else if (is_wide)
        show_planes<Sample, 8, 4>(row);
    else if (is_high)
        show_planes<Sample, 4, 8>(row);
    else
        show_planes<Sample, 4, 4>(row);
}

inline void show_row(const ShownRow<uint8_t>& row) { show_any_row(row); }
inline void show_deep_row(const ShownRow<uint16_t>& row) { show_any_row(row); }

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
