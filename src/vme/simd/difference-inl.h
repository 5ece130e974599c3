// SPDX-License-Identifier: MIT
// Distortion of a prediction. Blocks are 4, 8 or 16 pixels wide; a vector of sixteen pixels holds four, two
// or one of their lines.
#if defined(GENMEDIA_SIMD_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_DIFFERENCE_INL_H_
#endif

#include "vme/simd/haar-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>
#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes16 = hn::FixedTag<uint8_t, 16>;
using ByteVec = hn::Vec<Bytes16>;

HWY_INLINE uint32_t load_4(const uint8_t* from) {
    uint32_t pixels;
    std::memcpy(&pixels, from, 4);
    return pixels;
}

// 16 / Width lines of Width pixels.
template <int Width>
HWY_INLINE ByteVec load_lines(const uint8_t* from, ptrdiff_t stride) {
    const Bytes16 d;
    if constexpr (Width == 16) {
        return hn::LoadU(d, from);
    } else if constexpr (Width == 8) {
        const hn::FixedTag<uint8_t, 8> half;
        return hn::Combine(d, hn::LoadU(half, from + stride), hn::LoadU(half, from));
    } else {
#if HWY_ARCH_X86
        return ByteVec{_mm_setr_epi32(static_cast<int>(load_4(from)), static_cast<int>(load_4(from + stride)),
                                      static_cast<int>(load_4(from + 2 * stride)),
                                      static_cast<int>(load_4(from + 3 * stride)))};
#else
        uint32x4_t lines = vdupq_n_u32(load_4(from));
        lines = vsetq_lane_u32(load_4(from + stride), lines, 1);
        lines = vsetq_lane_u32(load_4(from + 2 * stride), lines, 2);
        lines = vsetq_lane_u32(load_4(from + 3 * stride), lines, 3);
        return ByteVec(vreinterpretq_u8_u32(lines));
#endif
    }
}

// Absolute differences of 16 pixels, added up over a few neighbours: x86 eight of them, NEON two.
#if HWY_ARCH_X86
using Sums = __m128i;
HWY_INLINE Sums no_sums() { return _mm_setzero_si128(); }
HWY_INLINE Sums sums_of(ByteVec a, ByteVec b) { return _mm_sad_epu8(a.raw, b.raw); }
HWY_INLINE Sums add(Sums a, Sums b) { return _mm_add_epi32(a, b); }
HWY_INLINE Sums larger(Sums a, Sums b) { return _mm_max_epi16(a, b); }
HWY_INLINE uint32_t total(Sums sums) {
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_srli_si128(sums, 8))));
}
HWY_INLINE bool any_above(Sums sums, uint32_t least) {
    return _mm_movemask_epi8(_mm_cmpgt_epi16(sums, _mm_set1_epi16(static_cast<int16_t>(least)))) != 0;
}
#else
using Sums = uint16x8_t;  // fits: 16 lines of two differences
HWY_INLINE Sums no_sums() { return vdupq_n_u16(0); }
HWY_INLINE Sums sums_of(ByteVec a, ByteVec b) { return vpaddlq_u8(vabdq_u8(a.raw, b.raw)); }
HWY_INLINE Sums add(Sums a, Sums b) { return vaddq_u16(a, b); }
HWY_INLINE Sums larger(Sums a, Sums b) { return vmaxq_u16(a, b); }
HWY_INLINE uint32_t total(Sums sums) { return vaddlvq_u16(sums); }
HWY_INLINE bool any_above(Sums sums, uint32_t least) {  // of the two of them in eight pixels
    return vmaxvq_u16(sums) > least / 2;
}
#endif

// The SAD of a row of 4x4 blocks, 8 or 16 pixels wide, whose vectors these are.
template <int Width>
HWY_INLINE uint32_t capped_row(const ByteVec (&a)[Width / 4], const ByteVec (&b)[Width / 4]) {
    const hn::FixedTag<uint16_t, 8> d16;
    const hn::FixedTag<uint32_t, 4> d32;
    auto pairs = hn::Zero(d16);
    for (int i = 0; i < Width / 4; i++) {
        const auto difference = hn::BitCast(d16, hn::Sub(hn::Max(a[i], b[i]), hn::Min(a[i], b[i])));
        const auto even = hn::And(difference, hn::Set(d16, uint16_t{0xFF}));
        pairs = hn::Add(pairs, hn::Add(even, hn::ShiftRight<8>(difference)));
    }
    // A lane is a block, or half of one whose other half lies two lanes further.
    const auto both = hn::BitCast(d32, pairs);
    auto blocks = hn::Add(hn::And(both, hn::Set(d32, 0xFFFFu)), hn::ShiftRight<16>(both));
    if constexpr (Width == 8) blocks = hn::Add(blocks, hn::Shuffle1032(blocks));
    const auto capped = hn::Min(blocks, hn::Set(d32, kLargest4x4Distortion));
    return hn::GetLane(hn::SumOfLanes(d32, capped)) / (16 / Width);
}

// The SAD of `rows` rows of 4x4 blocks, each block at most kLargest4x4Distortion. a(i) and b(i) are the
// vectors, from the first line on. Mostly no block comes near its end, and all differences may be added up as
// they are.
template <int Width, class A, class B>
HWY_INLINE uint32_t sad_of(int rows, const A& a, const B& b) {
    constexpr int vectors = Width / 4;  // of a row
    if constexpr (Width == 4) {
        uint32_t sum = 0;
        for (int i = 0; i < rows; i++) sum += std::min(total(sums_of(a(i), b(i))), kLargest4x4Distortion);
        return sum;
    }
    Sums all = no_sums(), largest = no_sums();
    for (int i = 0; i < rows * vectors; i += vectors) {
        Sums row = sums_of(a(i), b(i));
        for (int v = 1; v < vectors; v++) row = add(row, sums_of(a(i + v), b(i + v)));
        all = add(all, row);
        largest = larger(largest, row);
    }
    if (HWY_LIKELY(!any_above(largest, kLargest4x4Distortion / (16 / Width)))) return total(all);
    uint32_t capped = 0;
    for (int i = 0; i < rows * vectors; i += vectors) {
        ByteVec of_a[vectors], of_b[vectors];
        for (int v = 0; v < vectors; v++) {
            of_a[v] = a(i + v);
            of_b[v] = b(i + v);
        }
        capped += capped_row<Width>(of_a, of_b);
    }
    return capped;
}

template <int Width>
HWY_INLINE uint32_t sad(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int height) {
    constexpr int lines = 16 / Width;
    return sad_of<Width>(
        height / 4, [&](int i) HWY_ATTR { return load_lines<Width>(a + i * lines * a_stride, a_stride); },
        [&](int i) HWY_ATTR { return load_lines<Width>(b + i * lines * b_stride, b_stride); });
}

// Strips of Bytes bytes as long as there are as many, then those of half as many.
template <int Width, int Bytes>
HWY_INLINE uint32_t haar(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int strips,
                         bool ac_only) {
    constexpr int together = Bytes / Width;
    uint32_t sum = 0;
    for (; strips >= together; strips -= together) {
        StripColumns<Bytes> of_a, of_b;
        for (int y = 0; y < 4; y++) {
            of_a.set(y, load_strips<Width, Bytes>(a + y * a_stride, 4 * a_stride));
            of_b.set(y, load_strips<Width, Bytes>(b + y * b_stride, 4 * b_stride));
        }
        sum += haar_strips(of_a, of_b, ac_only);
        a += 4 * together * a_stride;
        b += 4 * together * b_stride;
    }
    if constexpr (together > 1) {
        if (strips > 0) sum += haar<Width, Bytes / 2>(a, a_stride, b, b_stride, strips, ac_only);
    }
    return sum;
}

template <int Width>
HWY_INLINE uint32_t difference(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b,
                               int b_stride, int height) {
    if (kind == Distortion::sad) return sad<Width>(a, a_stride, b, b_stride, height);
    constexpr int bytes = Width * 4 < kMostBytes ? Width * 4 : kMostBytes;
    return haar<Width, bytes>(a, a_stride, b, b_stride, height / 4, kind == Distortion::ac_haar);
}

inline uint32_t distortion(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                           int width, int height) {
    if (width == 16) return difference<16>(kind, a, a_stride, b, b_stride, height);
    if (width == 8) return difference<8>(kind, a, a_stride, b, b_stride, height);
    return difference<4>(kind, a, a_stride, b, b_stride, height);
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
