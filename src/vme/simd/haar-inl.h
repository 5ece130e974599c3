// SPDX-License-Identifier: MIT
// The distortion by 4x4 Haar transform, as vme/reference/distortion.cpp has it, in the lanes of vectors.
#if defined(GENMEDIA_SIMD_HAAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_HAAR_INL_H_
#undef GENMEDIA_SIMD_HAAR_INL_H_
#else
#define GENMEDIA_SIMD_HAAR_INL_H_
#endif

#include <hwy/highway.h>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---------------------------------------------------------------------------------------------------
// A block a lane

// One dimension of the transform, of four vectors.
template <class V>
HWY_INLINE void haar_step(V& a, V& b, V& c, V& d) {
    const V ab = hn::Add(a, b), cd = hn::Add(c, d), ab_difference = hn::Sub(a, b),
            cd_difference = hn::Sub(c, d);
    a = hn::Add(ab, cd);
    b = hn::Sub(ab, cd);
    c = ab_difference;
    d = cd_difference;
}

// Lane by lane the distortion of a 4x4 block: t[4 * y + x] are the differences of pixel (x, y), int16_t.
// Fits in uint16_t: no coefficient is above 16 * 255, and half the sum of all at most 18360.
template <class V>
HWY_INLINE auto haar_blocks(V (&t)[16], bool ac_only) {
    for (int y = 0; y < 4; y++) haar_step(t[4 * y], t[4 * y + 1], t[4 * y + 2], t[4 * y + 3]);
    for (int x = 0; x < 4; x++) haar_step(t[x], t[4 + x], t[8 + x], t[12 + x]);
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    auto sum = ac_only ? hn::Zero(du) : hn::BitCast(du, hn::Abs(t[0]));
    for (int i = 1; i < 16; i++) sum = hn::Add(sum, hn::BitCast(du, hn::Abs(t[i])));
    return hn::ShiftRight<1>(sum);
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

// The distortion between strips, summed over their blocks. Two coefficients that are sum and difference of
// the same p and q have |p + q| + |p - q| = 2 max(|p|, |q|), so half of it needs no halving.
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
    const auto larger_of_pair = [&](V v) HWY_ATTR { return hn::Max(size(v), upper(size(v))); };

    V sums[4], differences[4];  // of neighbours
    for (int y = 0; y < 4; y++) {
        const V even = hn::Sub(a.even[y], b.even[y]), odd = hn::Sub(a.odd[y], b.odd[y]);
        sums[y] = hn::Add(even, odd);
        differences[y] = hn::Sub(even, odd);
    }
    const V first = hn::Add(sums[0], sums[1]), second = hn::Add(sums[2], sums[3]);
    const V all = hn::Add(first, second);
    const U larger =
        hn::Max(size(hn::Add(differences[0], differences[1])), size(hn::Add(differences[2], differences[3])));
    U half = hn::Add(
        larger_of_pair(hn::Sub(first, second)),
        hn::Add(larger_of_pair(hn::Sub(sums[0], sums[1])), larger_of_pair(hn::Sub(sums[2], sums[3]))));
    half = hn::Add(half, hn::Add(larger, upper(larger)));
    const U rest =
        hn::Add(size(hn::Sub(differences[0], differences[1])), size(hn::Sub(differences[2], differences[3])));
    U unpaired = hn::Add(rest, upper(rest));
    if (ac_only) {
        unpaired = hn::Add(unpaired, size(hn::Sub(all, hn::BitCast(d, upper(hn::BitCast(du, all))))));
    } else {
        half = hn::Add(half, larger_of_pair(all));
    }
    half = hn::Add(half, hn::ShiftRight<1>(unpaired));
    const auto blocks = hn::And(hn::BitCast(d32, half), hn::Set(d32, 0xFFFFu));
    return hn::GetLane(hn::SumOfLanes(d32, blocks));
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
