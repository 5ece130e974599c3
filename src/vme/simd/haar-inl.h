// SPDX-License-Identifier: MIT
// The distortion by 4x4 Haar transform, as vme/reference/distortion.cpp has it, in the lanes of vectors.
#if defined(GENMEDIA_SIMD_HAAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_HAAR_INL_H_
#undef GENMEDIA_SIMD_HAAR_INL_H_
#else
#define GENMEDIA_SIMD_HAAR_INL_H_
#endif

#include "vme/cost.h"

#include <hwy/highway.h>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr auto kLargest4x4 = static_cast<uint16_t>(kLargest4x4Distortion);

// ---------------------------------------------------------------------------------------------------
// A block a lane

// Lane by lane the distortion of a 4x4 block: t[4 * y + x] are the differences of pixel (x, y), int16_t.
// Coefficients fit: their sum is at most 7650 (of the 65536 blocks whose differences are 255 or -255; it is
// convex, so no block has more).
template <class V>
HWY_INLINE auto haar_blocks(const V (&t)[16], bool ac_only) {
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    auto coefficients = hn::Zero(du);
    // The difference of a and b is a coefficient; their sum goes on.
    const auto step = [&](V a, V b) HWY_ATTR {
        coefficients = hn::Add(coefficients, hn::BitCast(du, hn::Abs(hn::Sub(a, b))));
        return hn::Add(a, b);
    };
    V pairs[8], blocks[4];
    for (int i = 0; i < 8; i++) pairs[i] = step(t[2 * i], t[2 * i + 1]);
    for (int i = 0; i < 4; i++) blocks[i] = step(pairs[i / 2 * 4 + i % 2], pairs[i / 2 * 4 + i % 2 + 2]);
    const V upper = step(blocks[0], blocks[1]), lower = step(blocks[2], blocks[3]);
    const V sum = step(upper, lower);
    if (!ac_only) coefficients = hn::Add(coefficients, hn::BitCast(du, hn::Abs(sum)));
    return hn::Min(hn::ShiftRight<1>(coefficients), hn::Set(du, kLargest4x4));
}

// ---------------------------------------------------------------------------------------------------
// A line a vector
//
// A strip is four lines of a block. A vector holds the same line of several strips, so that the vertical half
// of the transform adds whole vectors. The horizontal half adds neighbours: even columns are kept apart from
// odd ones, and two pairs of columns lie in one 32-bit lane.

inline constexpr int kMostBytes = HWY_TARGET == HWY_AVX3 ? 64 : HWY_TARGET == HWY_AVX2 ? 32 : 16;

// Width pixels of each of Bytes / Width strips, which lie `stride` bytes apart.
template <int Width, int Bytes>
HWY_INLINE hn::Vec<hn::FixedTag<uint8_t, Bytes>> load_strips(const uint8_t* from, ptrdiff_t stride) {
    const hn::FixedTag<uint8_t, Bytes> d;
    if constexpr (Bytes == Width) {
        return hn::LoadU(d, from);
    } else {
        constexpr int half = Bytes / 2;
        return hn::Combine(d, load_strips<Width, half>(from + half / Width * stride, stride),
                           load_strips<Width, half>(from, stride));
    }
}

// The four lines of strips, 16 bits a pixel.
template <int Bytes>
struct StripColumns {
    hn::Vec<hn::FixedTag<int16_t, Bytes / 2>> even[4], odd[4];

    HWY_INLINE void set(int line, hn::Vec<hn::FixedTag<uint8_t, Bytes>> pixels) {
        const hn::FixedTag<uint16_t, Bytes / 2> d;
        const hn::FixedTag<int16_t, Bytes / 2> to;
        const auto pairs = hn::BitCast(d, pixels);
        even[line] = hn::BitCast(to, hn::And(pairs, hn::Set(d, static_cast<uint16_t>(0xFF))));
        odd[line] = hn::BitCast(to, hn::ShiftRight<8>(pairs));
    }
};

// The distortion between strips, summed over their blocks.
template <int Bytes>
HWY_INLINE uint32_t haar_strips(const StripColumns<Bytes>& a, const StripColumns<Bytes>& b, bool ac_only) {
    const hn::FixedTag<int16_t, Bytes / 2> d;
    const hn::FixedTag<uint16_t, Bytes / 2> du;
    const hn::FixedTag<uint32_t, Bytes / 4> d32;
    using V = hn::Vec<decltype(d)>;
    using U = hn::Vec<decltype(du)>;
    const auto size = [&](V v) HWY_ATTR { return hn::BitCast(du, hn::Abs(v)); };
    // Of each 32-bit lane only the lower half counts from here on.
    const auto upper = [&](U v) HWY_ATTR { return hn::BitCast(du, hn::ShiftRight<16>(hn::BitCast(d32, v))); };
    const auto right = [&](V v) HWY_ATTR { return hn::BitCast(d, upper(hn::BitCast(du, v))); };

    V sums[4];  // of neighbours
    U lines = hn::Zero(du);
    for (int y = 0; y < 4; y++) {
        const V even = hn::Sub(a.even[y], b.even[y]), odd = hn::Sub(a.odd[y], b.odd[y]);
        sums[y] = hn::Add(even, odd);
        lines = hn::Add(lines, size(hn::Sub(even, odd)));
    }
    lines = hn::Add(lines, hn::Add(size(hn::Sub(sums[0], sums[1])), size(hn::Sub(sums[2], sums[3]))));
    const V first = hn::Add(sums[0], sums[1]), second = hn::Add(sums[2], sums[3]);
    const V top = hn::Add(first, right(first)), bottom = hn::Add(second, right(second));
    U coefficients = hn::Add(lines, upper(lines));
    coefficients = hn::Add(coefficients,
                           hn::Add(size(hn::Sub(first, right(first))), size(hn::Sub(second, right(second)))));
    coefficients = hn::Add(coefficients, size(hn::Sub(top, bottom)));
    if (!ac_only) coefficients = hn::Add(coefficients, size(hn::Add(top, bottom)));
    const U halved = hn::Min(hn::ShiftRight<1>(coefficients), hn::Set(du, kLargest4x4));
    const auto blocks = hn::And(hn::BitCast(d32, halved), hn::Set(d32, 0xFFFFu));
    return hn::GetLane(hn::SumOfLanes(d32, blocks));
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
