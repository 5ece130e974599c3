// SPDX-License-Identifier: MIT
// Samples between a picture's pixels. A line's lie side by side.
#if defined(GENMEDIA_SIMD_MATCHED_PIXELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_MATCHED_PIXELS_INL_H_
#undef GENMEDIA_SIMD_MATCHED_PIXELS_INL_H_
#else
#define GENMEDIA_SIMD_MATCHED_PIXELS_INL_H_
#endif

#include "motion/field_rules/matched_block.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What lies between pixels, of D's lanes of 16 bits.
template <class D>
class BetweenPixels {
public:
    using V = hn::Vec<D>;

    HWY_INLINE BetweenPixels(int fx, int fy) {
        const D d;
        right_ = hn::Set(d, static_cast<uint16_t>(fx));
        below_ = hn::Set(d, static_cast<uint16_t>(fy));
        left_ = hn::Sub(hn::Set(d, uint16_t{kSteps}), right_);
        above_ = hn::Sub(hn::Set(d, uint16_t{kSteps}), below_);
    }
    // A line between two columns, in gray levels * 4.
    HWY_INLINE V across(const uint8_t* from) const {
        const D d;
        const hn::Rebind<uint8_t, D> bytes;
        return across(hn::PromoteTo(d, hn::LoadU(bytes, from)), hn::PromoteTo(d, hn::LoadU(bytes, from + 1)));
    }
    HWY_INLINE V across(V left, V right) const {
        const V sum = hn::Add(hn::Mul(left, left_), hn::Mul(right, right_));
        return hn::ShiftRight<4>(hn::Add(sum, hn::Set(D(), uint16_t{8})));
    }
    // Between two such lines, in gray levels * 256.
    HWY_INLINE V down(V upper, V lower) const {
        return hn::Add(hn::Mul(upper, above_), hn::Mul(lower, below_));
    }

    // Between two such lines, in whole gray levels.
    HWY_INLINE V levels(V upper, V lower) const {
        return hn::ShiftRight<8>(hn::Add(down(upper, lower), hn::Set(D(), uint16_t{128})));
    }

    // The differences between a line's pixels and those between two such lines, in whole gray levels.
    HWY_INLINE V difference(const uint8_t* line, V upper, V lower) const {
        const V match = levels(upper, lower);
        const V here = hn::PromoteTo(D(), hn::LoadU(hn::Rebind<uint8_t, D>(), line));
        return hn::Sub(hn::Max(here, match), hn::Min(here, match));
    }

private:
    V left_, right_, above_, below_;
};

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
