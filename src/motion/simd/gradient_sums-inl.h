// SPDX-License-Identifier: MIT
// The sums of a block's four columns lie side by side.
#if defined(GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#undef GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#else
#define GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#endif

#include "motion/field_rules/matched_row.h"
#include "motion/simd/matched_pixels-inl.h"

#include <hwy/highway.h>
#include <algorithm>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Columns = hn::FixedTag<float, 4>;
// Some lines of the block, 4 pixels each.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
using Floats = hn::FixedTag<float, 8>;
#else
using Floats = hn::FixedTag<float, 4>;
#endif
using Integers = hn::Rebind<int32_t, Floats>;
inline constexpr int kLinesAtOnce = static_cast<int>(hn::MaxLanes(Floats())) / 4;

// The match with a pixel around it, in gray levels * 256. at<X>(y) has what lies X after the block's first
// pixels in the line `y` after it, and in those that are taken at once with it.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
class SurroundedMatch {
public:
    explicit HWY_INLINE SurroundedMatch(const MatchedBlock& block) {
        const BetweenPixels<Shorts> between(block.fx, block.fy);
        const uint8_t* from = block.match - block.match_stride - 1;
        auto upper = between.across(PixelPairs::of_two_lines(from, block.match_stride));
        for (int y = 0; y < 6; y += 2) {
            from += 2 * block.match_stride;
            const auto below = y < 4 ? between.across(PixelPairs::of_two_lines(from, block.match_stride))
                                     : between.across(PixelPairs::of_line(from));
            lines_[y] = between.down(upper, hn::ConcatLowerUpper(Shorts(), below, upper));
            upper = below;
        }
        for (int y = 1; y < 5; y += 2)
            lines_[y] = hn::ConcatLowerUpper(Shorts(), lines_[y + 1], lines_[y - 1]);
    }

    template <int X>
    HWY_INLINE hn::Vec<Integers> at(int y) const {
        constexpr char first = 2 * (X + 1), none = -1;
        const __m128i order =
            _mm_setr_epi8(first, first + 1, none, none, first + 2, first + 3, none, none, first + 4,
                          first + 5, none, none, first + 6, first + 7, none, none);
        return hn::Vec<Integers>{_mm256_shuffle_epi8(lines_[y + 1].raw, _mm256_broadcastsi128_si256(order))};
    }

private:
    using Shorts = hn::FixedTag<uint16_t, 16>;  // two lines, of which 6 pixels are asked for, and two more
    hn::Vec<Shorts> lines_[5];
};
#else
class SurroundedMatch {
public:
    explicit HWY_INLINE SurroundedMatch(const MatchedBlock& block) {
        if ((block.fx | block.fy) == 0) {
            take_pixels(block);
            return;
        }
        const BetweenPixels<Shorts> between(block.fx, block.fy);
        const uint8_t* from = block.match - block.match_stride - 1;
        auto upper = between.across(from);
        for (hn::Vec<Shorts>& line : lines_) {
            from += block.match_stride;
            const auto lower = between.across(from);
            line = between.down(upper, lower);
            upper = lower;
        }
    }

    template <int X>
    HWY_INLINE hn::Vec<Integers> at(int y) const {
        return hn::PromoteTo(Integers(), hn::LowerHalf(hn::FixedTag<uint16_t, 4>(),
                                                       hn::ShiftRightLanes<X + 1>(Shorts(), lines_[y + 1])));
    }

private:
    using Shorts = hn::FixedTag<uint16_t, 8>;  // the 6 pixels of a line that are asked for, and two more

    HWY_INLINE void take_pixels(const MatchedBlock& block) {
        const uint8_t* from = block.match - block.match_stride - 1;
        for (hn::Vec<Shorts>& line : lines_) {
            line = hn::ShiftLeft<8>(hn::PromoteTo(Shorts(), hn::LoadU(hn::Rebind<uint8_t, Shorts>(), from)));
            from += block.match_stride;
        }
    }

    hn::Vec<Shorts> lines_[6];
};
#endif

// Some lines' 4 pixels.
HWY_INLINE hn::Vec<Floats> pixels_of(const uint8_t* at, ptrdiff_t stride) {
    const hn::FixedTag<uint8_t, 4> line;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    const auto lines =
        hn::Combine(hn::FixedTag<uint8_t, 8>(), hn::LoadU(line, at + stride), hn::LoadU(line, at));
#else
    const auto lines = hn::LoadU(line, at);
    (void)stride;
#endif
    return hn::ConvertTo(Floats(), hn::PromoteTo(Integers(), lines));
}

// Sums of a block's columns: those of lines 0 and 2, and of 1 and 3, added up.
class ColumnSums {
public:
    HWY_INLINE void add(int y, hn::Vec<Floats> products) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
        first_ = y == 0 ? products : hn::Add(first_, products);
        sums_ = hn::Add(hn::LowerHalf(Columns(), first_), hn::UpperHalf(Columns(), first_));
#else
        auto& sum = y % 2 == 0 ? first_ : second_;
        sum = y < 2 ? products : hn::Add(sum, products);
        if (y == 3) sums_ = hn::Add(first_, second_);
#endif
    }
    HWY_INLINE hn::Vec<Columns> get() const { return sums_; }

private:
    hn::Vec<Columns> sums_;
    [[maybe_unused]] hn::Vec<Floats> first_, second_;
};

// Lanes 2 * i and 2 * i + 1 of `a`, then those of `b`, added up.
HWY_INLINE hn::Vec<Columns> pairs_added(hn::Vec<Columns> a, hn::Vec<Columns> b) {
    const Columns d;
    return hn::Add(hn::ConcatEven(d, b, a), hn::ConcatOdd(d, b, a));
}

// Of one block: xx, xy, yy, xd, yd. No fused multiply-add: that would round differently.
HWY_INLINE void find_products(const MatchedBlock& block, ColumnSums (&sums)[5]) {
    const SurroundedMatch match(block);
    const Floats tag;
    const auto level = hn::Set(tag, 1.F / 256), half = hn::Set(tag, 0.5F / 256);
    const auto outlier = hn::Set(tag, kOutlier);
    for (int y = 0; y < 4; y += kLinesAtOnce) {
        const auto gx = hn::Mul(hn::ConvertTo(tag, hn::Sub(match.at<1>(y), match.at<-1>(y))), half);
        const auto gy = hn::Mul(hn::ConvertTo(tag, hn::Sub(match.at<0>(y + 1), match.at<0>(y - 1))), half);
        const auto here = pixels_of(block.source + y * block.source_stride, block.source_stride);
        const auto d = hn::Sub(hn::Mul(hn::ConvertTo(tag, match.at<0>(y)), level), here);
        const auto w = hn::Div(outlier, hn::Add(outlier, hn::Abs(d)));
        const auto wx = hn::Mul(w, gx), wy = hn::Mul(w, gy);
        sums[0].add(y, hn::Mul(wx, gx));
        sums[1].add(y, hn::Mul(wx, gy));
        sums[2].add(y, hn::Mul(wy, gy));
        sums[3].add(y, hn::Mul(wx, d));
        sums[4].add(y, hn::Mul(wy, d));
    }
}

inline void gradient_sums(const MatchedRow& row, const GradientSums& sums) {
    const Columns d;
    float* const to[] = {sums.xx, sums.xy, sums.yy, sums.xd, sums.yd};
    for (size_t bx = 0; bx < row.columns; bx += 4) {
        ColumnSums products[4][5];
        // After the last block, that again.
        for (size_t i = 0; i < 4; i++)
            find_products(row.block(std::min(bx + i, row.columns - 1)), products[i]);
        for (size_t k = 0; k < 5; k++) {
            const auto four = pairs_added(pairs_added(products[0][k].get(), products[1][k].get()),
                                          pairs_added(products[2][k].get(), products[3][k].get()));
            if (bx + 4 <= row.columns) {
                hn::StoreU(four, d, to[k] + bx);
            } else {
                alignas(16) float some[4];
                hn::Store(four, d, some);
                std::copy_n(some, row.columns - bx, to[k] + bx);
            }
        }
    }
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
