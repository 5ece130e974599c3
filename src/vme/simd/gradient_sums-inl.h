// SPDX-License-Identifier: MIT
// The sums of a block's four columns lie side by side.
#if defined(GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#undef GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#else
#define GENMEDIA_SIMD_GRADIENT_SUMS_INL_H_
#endif

#include "vme/gradient_sums.h"

#include <hwy/highway.h>
#include <array>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Shorts = hn::FixedTag<uint16_t, 8>;  // the 6 pixels of a line that are asked for, and two more
using Floats = hn::FixedTag<float, 4>;

// A line of the reference between two columns, in gray levels * 4.
HWY_INLINE hn::Vec<Shorts> between_columns(const uint8_t* from, hn::Vec<Shorts> fx) {
    const Shorts line;
    const hn::FixedTag<uint8_t, 8> bytes;
    const auto left = hn::PromoteTo(line, hn::LoadU(bytes, from));
    const auto right = hn::PromoteTo(line, hn::LoadU(bytes, from + 1));
    const auto before = hn::Sub(hn::Set(line, uint16_t{kSteps}), fx);
    const auto sum = hn::Add(hn::Mul(left, before), hn::Mul(right, fx));
    return hn::ShiftRight<4>(hn::Add(sum, hn::Set(line, uint16_t{8})));
}

// The match with a pixel around it, in gray levels * 256.
struct SurroundedMatch {
    std::array<std::array<uint16_t, 8>, 6> lines;

    explicit HWY_INLINE SurroundedMatch(const MatchedBlock& block) {
        const Shorts line;
        const auto fx = hn::Set(line, static_cast<uint16_t>(block.fx));
        const auto below = hn::Set(line, static_cast<uint16_t>(block.fy));
        const auto above = hn::Sub(hn::Set(line, uint16_t{kSteps}), below);
        const uint8_t* from = block.match - block.match_stride - 1;
        auto upper = between_columns(from, fx);
        for (std::array<uint16_t, 8>& to : lines) {
            from += block.match_stride;
            const auto lower = between_columns(from, fx);
            hn::StoreU(hn::Add(hn::Mul(upper, above), hn::Mul(lower, below)), line, to.data());
            upper = lower;
        }
    }

    // Four pixels, from the one `x` after the block's first in the line `y` after it.
    HWY_INLINE hn::Vec<Floats> at(int x, int y) const {
        const uint16_t* from = lines[static_cast<size_t>(y + 1)].data() + x + 1;
        const auto pixels = hn::LoadU(hn::FixedTag<uint16_t, 4>(), from);
        return hn::ConvertTo(Floats(), hn::PromoteTo(hn::FixedTag<int32_t, 4>(), pixels));
    }
};

HWY_INLINE hn::Vec<Floats> pixels_of(const uint8_t* from) {
    const auto pixels = hn::LoadU(hn::FixedTag<uint8_t, 4>(), from);
    return hn::ConvertTo(Floats(), hn::PromoteTo(hn::FixedTag<int32_t, 4>(), pixels));
}

HWY_INLINE float total(hn::Vec<Floats> sums) {
    std::array<float, 4> f;
    hn::StoreU(sums, Floats(), f.data());
    return (f[0] + f[1]) + (f[2] + f[3]);
}

// No fused multiply-add: that would round differently.
HWY_INLINE GradientSums gradient_sums(const MatchedBlock& block) {
    const SurroundedMatch match(block);
    const Floats tag;
    const auto level = hn::Set(tag, 1.F / 256), half = hn::Set(tag, 0.5F / 256);
    const auto outlier = hn::Set(tag, kOutlier);
    auto xx = hn::Zero(tag), xy = xx, yy = xx, xd = xx, yd = xx;
    for (int y = 0; y < 4; y++) {
        const auto gx = hn::Mul(hn::Sub(match.at(1, y), match.at(-1, y)), half);
        const auto gy = hn::Mul(hn::Sub(match.at(0, y + 1), match.at(0, y - 1)), half);
        const auto here = pixels_of(block.source + y * block.source_stride);
        const auto d = hn::Sub(hn::Mul(match.at(0, y), level), here);
        const auto w = hn::Div(outlier, hn::Add(outlier, hn::Abs(d)));
        const auto wx = hn::Mul(w, gx), wy = hn::Mul(w, gy);
        xx = hn::Add(xx, hn::Mul(wx, gx));
        xy = hn::Add(xy, hn::Mul(wx, gy));
        yy = hn::Add(yy, hn::Mul(wy, gy));
        xd = hn::Add(xd, hn::Mul(wx, d));
        yd = hn::Add(yd, hn::Mul(wy, d));
    }
    return {total(xx), total(xy), total(yy), total(xd), total(yd)};
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
