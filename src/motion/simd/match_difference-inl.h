// SPDX-License-Identifier: MIT
// As many of a line's pixels as fit lie side by side.
#if defined(GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_MATCH_DIFFERENCE_INL_H_
#endif

#include "motion/field_rules/matched_row.h"
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

// A block of 12x12 pixels, which is compared with several matches.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
class TwelveLines {
public:
    // Reads 16 pixels of each line.
    HWY_INLINE TwelveLines(const uint8_t* block, ptrdiff_t stride) {
        for (LinePair& lines : lines_) {
            lines = line_pair(hn::LoadU(Bytes(), block), hn::LoadU(Bytes(), block + stride));
            block += 2 * stride;
        }
    }

    // As match_difference().
    HWY_INLINE int difference(const MatchedBlock& block) const {
        const Numbers d;
        const hn::Repartition<uint64_t, Numbers> sums_of;
        const BetweenPixels<Numbers> between(block.fx, block.fy);
        const uint8_t* from = block.match;
        auto above = between.across(PixelPairs::of_line(from));
        const auto line = [&] HWY_ATTR {
            from += block.match_stride;
            const auto below = between.across(PixelPairs::of_line(from));
            const auto levels = between.levels(above, below);
            above = below;
            return levels;
        };
        auto sums = hn::Zero(sums_of);
        for (const LinePair& lines : lines_) {
            const auto upper = line(), lower = line();
            const LinePair match{_mm256_packus_epi16(upper.raw, lower.raw)};
            sums = hn::Add(sums, eights(lines, match));
        }
        return static_cast<int>(hn::GetLane(hn::SumOfLanes(sums_of, sums)));
    }

private:
    using Numbers = hn::FixedTag<uint16_t, 16>;
    // Eight pixels of one line and of the next, then four and zeros: as x86 packs a line's numbers.
    using LinePair = hn::Vec<hn::FixedTag<uint8_t, 32>>;

    static HWY_INLINE LinePair line_pair(hn::Vec<Bytes> upper, hn::Vec<Bytes> lower) {
        const hn::Repartition<uint64_t, Bytes> eights_of;
        const auto a = hn::BitCast(eights_of, upper), b = hn::BitCast(eights_of, lower);
        const auto fours = hn::And(hn::InterleaveUpper(eights_of, a, b), hn::Set(eights_of, 0xFFFFFFFF));
        return hn::Combine(hn::FixedTag<uint8_t, 32>(), hn::BitCast(Bytes(), fours),
                           hn::BitCast(Bytes(), hn::InterleaveLower(eights_of, a, b)));
    }

    LinePair lines_[6];
};
#else
class TwelveLines {
public:
    HWY_INLINE TwelveLines(const uint8_t*, ptrdiff_t) {}

    HWY_INLINE int difference(const MatchedBlock& block) const {
        using D = hn::FixedTag<uint16_t, 8>;
        return difference_of_columns<D>(block, 0, 8, 12) + difference_of_columns<D>(block, 8, 4, 12);
    }
};
#endif

HWY_INLINE int match_difference(const MatchedBlock& block) {
    return TwelveLines(block.source, block.source_stride).difference(block);
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_INLINE int difference_of_four_lines(const MatchedBlock& block) {
    using Numbers = hn::FixedTag<uint16_t, 16>;
    const Numbers d;
    const hn::Repartition<uint64_t, Numbers> sums_of;
    const BetweenPixels<Numbers> between(block.fx, block.fy);
    const ptrdiff_t stride = block.match_stride;
    const auto first = between.across(PixelPairs::of_two_lines(block.match, stride)),
               second = between.across(PixelPairs::of_two_lines(block.match + 2 * stride, stride)),
               third = between.across(PixelPairs::of_line(block.match + 4 * stride));
    const auto upper = between.levels(first, hn::ConcatLowerUpper(d, second, first)),
               lower = between.levels(second, hn::ConcatLowerUpper(d, third, second));
    // Lines 0 and 2, then 1 and 3.
    const auto match = hn::InterleaveLower(sums_of, hn::BitCast(sums_of, upper), hn::BitCast(sums_of, lower));
    const auto line = [&](int y)
                          HWY_ATTR { return unaligned<uint32_t>(block.source + y * block.source_stride); };
    const auto two = [&](int y) HWY_ATTR { return uint64_t{line(y)} | uint64_t{line(y + 2)} << 32; };
    alignas(16) const uint64_t lines[] = {two(0), two(1)};
    const auto source = hn::PromoteTo(d, hn::BitCast(Bytes(), hn::Load(Sums(), lines)));
    return static_cast<int>(
        hn::GetLane(hn::SumOfLanes(sums_of, fours<Numbers>(source, hn::BitCast(d, match)))));
}
#else
HWY_INLINE int difference_of_four_lines(const MatchedBlock& block) {
    return difference_of_columns<hn::FixedTag<uint16_t, 8>>(block, 0, 4, 4);
}
#endif

inline void row_differences(const MatchedRow& row, uint16_t* differences) {
    for (size_t bx = 0; bx < row.columns; bx++)
        differences[bx] = static_cast<uint16_t>(difference_of_four_lines(row.block(bx)));
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
