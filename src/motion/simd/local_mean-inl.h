// SPDX-License-Identifier: MIT
// A line's pixels lie side by side.
#if defined(GENMEDIA_SIMD_LOCAL_MEAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_LOCAL_MEAN_INL_H_
#undef GENMEDIA_SIMD_LOCAL_MEAN_INL_H_
#else
#define GENMEDIA_SIMD_LOCAL_MEAN_INL_H_
#endif

#include "motion/field_rules/local_mean.h"

#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline void subtract_local_means(const LocalMeans& line) {
    constexpr size_t at_once = 512;
    const hn::ScalableTag<int32_t> d;
    const hn::Rebind<float, decltype(d)> floats;
    const hn::Rebind<uint16_t, decltype(d)> shorts;
    const hn::Rebind<uint8_t, decltype(d)> bytes;
    const hn::ScalableTag<uint16_t> wide;
    const size_t lanes = hn::Lanes(d), wide_lanes = hn::Lanes(wide);
    // Multiplying by 1 / pixels is faster than dividing, and exact: the half unit added to a sum is far more
    // than a float's error.
    constexpr int pixels = kMeanSide * kMeanSide;
    const auto share = hn::Set(floats, 1.F / pixels), half = hn::Set(floats, pixels / 2 + 0.5F);
    const auto middle = hn::Set(d, 128);
    for (size_t first = 0; first < line.width; first += at_once) {
        const size_t count = std::min(at_once, line.width - first);
        const uint16_t* columns = line.columns + first;
        // Of four columns each, and of eight: at most 8 * 17 * 255.
        uint16_t fours[at_once + kReadAfterLine], eights[at_once + kReadAfterLine];
        for (size_t x = 0; x < count + kMeanSide - 5; x += wide_lanes) {
            const auto at = [&](size_t i) HWY_ATTR { return hn::LoadU(wide, columns + x + i); };
            hn::StoreU(hn::Add(hn::Add(at(0), at(1)), hn::Add(at(2), at(3))), wide, fours + x);
        }
        for (size_t x = 0; x < count + kMeanSide - 9; x += wide_lanes)
            hn::StoreU(hn::Add(hn::LoadU(wide, fours + x), hn::LoadU(wide, fours + x + 4)), wide, eights + x);
        for (size_t x = 0; x < count; x += lanes) {
            auto sum = hn::PromoteTo(d, hn::LoadU(shorts, columns + x + kMeanSide - 1));
            for (size_t i = 0; i + 8 < kMeanSide; i += 8)
                sum = hn::Add(sum, hn::PromoteTo(d, hn::LoadU(shorts, eights + x + i)));
            const auto mean = hn::ConvertTo(d, hn::Mul(hn::Add(hn::ConvertTo(floats, sum), half), share));
            const auto here = hn::PromoteTo(d, hn::LoadU(bytes, line.from + first + x));
            const auto without = hn::DemoteTo(bytes, hn::Add(hn::Sub(here, mean), middle));
            if (HWY_LIKELY(x + lanes <= count)) {
                hn::StoreU(without, bytes, line.to + first + x);
            } else {  // BlendedStore writes what it does not change, too
                uint8_t last[hn::MaxLanes(d)];
                hn::StoreU(without, bytes, last);
                std::copy_n(last, count - x, line.to + first + x);
            }
        }
    }
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
