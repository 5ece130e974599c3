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

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// Bytes: a pixel, its right neighbour, the next pixel, its right neighbour, and so on.
struct PixelPairs {
    __m256i bytes;

    // The first 12 of a line, then zeros. Reads 16 pixels.
    static HWY_INLINE PixelPairs of_line(const uint8_t* from) {
        const __m256i line = _mm256_broadcastsi128_si256(pixels(from));
        return {_mm256_shuffle_epi8(line, _mm256_setr_epi8(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8,  //
                                                           8, 9, 9, 10, 10, 11, 11, 12,                     //
                                                           -1, -1, -1, -1, -1, -1, -1, -1))};
    }
    // The first 8 of a line, and of that below. Reads 16 pixels of each.
    static HWY_INLINE PixelPairs of_two_lines(const uint8_t* from, ptrdiff_t stride) {
        const __m256i lines = _mm256_set_m128i(pixels(from + stride), pixels(from));
        const __m128i order = _mm_setr_epi8(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8);
        return {_mm256_shuffle_epi8(lines, _mm256_broadcastsi128_si256(order))};
    }

private:
    static HWY_INLINE __m128i pixels(const uint8_t* from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    }
};
#endif

// What lies between pixels, of D's lanes of 16 bits.
template <class D>
class BetweenPixels {
public:
    using V = hn::Vec<D>;

    HWY_INLINE BetweenPixels(int fx, int fy) {
        const D d;
        left_and_right_ = hn::Set(d, static_cast<uint16_t>((kSteps - fx) | fx << 8));
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
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    // The same of pixels that lie side by side with their right neighbours.
    HWY_INLINE V across(const PixelPairs& pairs) const {
        const __m256i sums = _mm256_maddubs_epi16(pairs.bytes, left_and_right_.raw);
        return V{_mm256_mulhrs_epi16(sums, _mm256_set1_epi16(1 << 11))};  // (sum + 8) >> 4
    }
#endif
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
    V left_and_right_;  // bytes
};

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
