// SPDX-License-Identifier: MIT
// As many of a line's pixels as fit lie side by side.
#if defined(GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#endif

#include "motion/simd/matched_pixels-inl.h"

#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Of `side` lines, the first `columns` pixels: at most as many as D has lanes.
template <class D>
HWY_INLINE int difference_of_columns(const MatchedBlock& block, int first, int columns, int side) {
    const D d;
    const BetweenPixels<D> between(block.fx, block.fy);
    const uint8_t* from = block.match + first;
    const uint8_t* source = block.source + first;
    auto upper = between.across(from);
    auto sums = hn::Zero(d);  // at most 12 * 255 each
    for (int y = 0; y < side; y++, source += block.source_stride) {
        from += block.match_stride;
        const auto lower = between.across(from);
        sums = hn::Add(sums, between.difference(source, upper, lower));
        upper = lower;
    }
    sums = hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(columns)), sums);
    const hn::RepartitionToWide<D> wide;
    const auto pairs = hn::Add(hn::And(hn::BitCast(wide, sums), hn::Set(wide, 0xFFFF)),
                               hn::ShiftRight<16>(hn::BitCast(wide, sums)));
    return static_cast<int>(hn::GetLane(hn::SumOfLanes(wide, pairs)));
}

HWY_INLINE int match_difference(const MatchedBlock& block, int side) {
    if (side == 4) return difference_of_columns<hn::FixedTag<uint16_t, 8>>(block, 0, 4, 4);
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    return difference_of_columns<hn::FixedTag<uint16_t, 16>>(block, 0, 12, 12);
#else
    using D = hn::FixedTag<uint16_t, 8>;
    return difference_of_columns<D>(block, 0, 8, 12) + difference_of_columns<D>(block, 8, 4, 12);
#endif
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
