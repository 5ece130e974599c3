// SPDX-License-Identifier: MIT
// Eight pixels of a line lie side by side.
#if defined(GENMEDIA_SIMD_SPREAD_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_SPREAD_VECTOR_INL_H_
#undef GENMEDIA_SIMD_SPREAD_VECTOR_INL_H_
#else
#define GENMEDIA_SIMD_SPREAD_VECTOR_INL_H_
#endif

#include "motion/field_rules/spread_vector.h"
#include "motion/simd/matched_pixels-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Adds D's lanes of pixels, from pixel `x` of line `y` on; `away` are their differences.
template <class D>
HWY_INLINE void spread_over(const SpreadVector& spread, size_t x, size_t y,
                            hn::Vec<hn::Rebind<uint16_t, D>> away) {
    const D d;
    const auto difference = hn::ConvertTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), away));
    const auto near = hn::Mul(hn::Set(d, spread.near_y[y]), hn::LoadU(d, spread.near_x + x));
    const auto large = hn::Add(hn::Set(d, 1.F), hn::Div(difference, hn::Set(d, kOutlier)));
    const auto weight = hn::Div(near, hn::Mul(difference, large));
    const ptrdiff_t to = static_cast<ptrdiff_t>(y) * spread.stride + static_cast<ptrdiff_t>(x);
    const auto add = [&](float* sums, hn::Vec<D> value)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, sums + to), value), d, sums + to); };
    add(spread.weights, weight);
    add(spread.sums_x, hn::Mul(weight, hn::Set(d, spread.vector_x)));
    add(spread.sums_y, hn::Mul(weight, hn::Set(d, spread.vector_y)));
}

inline void spread_vector(const SpreadVector& spread) {
    using Eight = hn::FixedTag<uint16_t, 8>;
    const Eight d;
    const MatchedBlock& block = spread.pixels;
    const BetweenPixels<Eight> between(block.fx, block.fy);
    for (size_t x = 0; x < kSpreadColumns; x += 8) {
        const uint8_t *from = block.match + x, *source = block.source + x;
        auto upper = between.across(from);
        for (size_t y = 0; y < kSpreadLines; y++, source += block.source_stride) {
            from += block.match_stride;
            const auto lower = between.across(from);
            const auto away = hn::Max(between.difference(source, upper, lower), hn::Set(d, uint16_t{1}));
            upper = lower;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
            spread_over<hn::FixedTag<float, 8>>(spread, x, y, away);
#else
            const hn::FixedTag<uint16_t, 4> half;
            spread_over<hn::FixedTag<float, 4>>(spread, x, y, hn::LowerHalf(half, away));
            spread_over<hn::FixedTag<float, 4>>(spread, x + 4, y, hn::UpperHalf(half, away));
#endif
        }
    }
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
