// SPDX-License-Identifier: MIT
// The pixels of a line lie side by side.
#if defined(GENMEDIA_SIMD_SEEN_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_SEEN_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_SEEN_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_SEEN_DIFFERENCE_INL_H_
#endif

#include "motion/field_rules/seen_pair.h"
#include "motion/simd/matched_pixels-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline uint32_t seen_difference(const SeenPair& pair) {
    using D = hn::FixedTag<uint16_t, kSeenSide>;
    const hn::RepartitionToWide<D> pairs;
    const BetweenPixels<D> first(pair.blocks[0].fx, pair.blocks[0].fy),
        second(pair.blocks[1].fx, pair.blocks[1].fy);
    const uint8_t *a = pair.blocks[0].pixels, *b = pair.blocks[1].pixels;
    auto upper_a = first.across(a), upper_b = second.across(b);
    auto sums = hn::Zero(pairs);
    for (size_t y = 0; y < kSeenSide; y++) {
        a += pair.stride, b += pair.stride;
        const auto lower_a = first.across(a), lower_b = second.across(b);
        const auto here = first.down(upper_a, lower_a), there = second.down(upper_b, lower_b);
        const auto apart = hn::BitCast(pairs, hn::Sub(hn::Max(here, there), hn::Min(here, there)));
        sums = hn::Add(sums, hn::Add(hn::And(apart, hn::Set(pairs, 0xFFFFU)), hn::ShiftRight<16>(apart)));
        upper_a = lower_a, upper_b = lower_b;
    }
    return hn::GetLane(hn::SumOfLanes(pairs, sums));
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
