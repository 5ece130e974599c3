// SPDX-License-Identifier: MIT
// As many of a line's pixels as fit lie side by side.
#if defined(GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#endif

#include "motion/simd/block_difference-inl.h"
#include "motion/simd/matched_pixels-inl.h"

#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sums of four lanes' differences, of values below 256.
template <class D>
HWY_INLINE hn::Vec<hn::Repartition<uint64_t, D>> fours(hn::Vec<D> a, hn::Vec<D> b) {
    const hn::Repartition<uint8_t, D> bytes;
    return eights(hn::BitCast(bytes, a), hn::BitCast(bytes, b));
}

// Of `side` lines, the first `columns` pixels: at most as many as D has lanes.
template <class D>
HWY_INLINE int difference_of_columns(const MatchedBlock& block, int first, int columns, int side) {
    const D d;
    const hn::Repartition<uint64_t, D> sums_of;
    const BetweenPixels<D> between(block.fx, block.fy);
    const uint8_t* from = block.match + first;
    const uint8_t* source = block.source + first;
    auto upper = between.across(from);
    auto sums = hn::Zero(sums_of);
    for (int y = 0; y < side; y++, source += block.source_stride) {
        from += block.match_stride;
        const auto lower = between.across(from);
        const auto here = hn::PromoteTo(d, hn::LoadU(hn::Rebind<uint8_t, D>(), source));
        sums = hn::Add(sums, fours<D>(here, between.levels(upper, lower)));
        upper = lower;
    }
    sums = hn::IfThenElseZero(hn::FirstN(sums_of, static_cast<size_t>(columns / 4)), sums);
    return static_cast<int>(hn::GetLane(hn::SumOfLanes(sums_of, sums)));
}

HWY_INLINE int match_difference(const MatchedBlock& block, int side) {
    if (side == 4) return difference_of_columns<hn::FixedTag<uint16_t, 8>>(block, 0, 4, 4);
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    return difference_of_columns<hn::FixedTag<uint16_t, 16>>(block, 0, 12, 12);
#else
    using D = hn::FixedTag<uint16_t, 8>;
    return difference_of_columns<D>(block, 0, 8, 12) + difference_of_columns<D>(block, 8, 4, 12);
#endif
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
