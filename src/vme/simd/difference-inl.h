// SPDX-License-Identifier: MIT
// Distortion of a prediction. Blocks are 4, 8 or 16 pixels wide; a vector of sixteen pixels holds four, two
// or one of their lines.
#if defined(GENMEDIA_SIMD_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_DIFFERENCE_INL_H_
#endif

#include "vme/backend_functions.h"
#include "vme/simd/haar-inl.h"

#include <hwy/highway.h>
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

// Adds up absolute differences of at most 16 vectors.
class SadSum {
public:
#if HWY_ARCH_X86
    HWY_INLINE void add(ByteVec a, ByteVec b) { sum_ = _mm_add_epi64(sum_, _mm_sad_epu8(a.raw, b.raw)); }
    HWY_INLINE uint32_t total() const {
        return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_add_epi64(sum_, _mm_srli_si128(sum_, 8))));
    }

private:
    __m128i sum_ = _mm_setzero_si128();
#else
    HWY_INLINE void add(ByteVec a, ByteVec b) { sum_ = vpadalq_u8(sum_, vabdq_u8(a.raw, b.raw)); }
    HWY_INLINE uint32_t total() const { return vaddlvq_u16(sum_); }

private:
    uint16x8_t sum_ = vdupq_n_u16(0);  // fits: 16 times two differences
#endif
};

template <int Width>
HWY_INLINE uint32_t sad(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int height) {
    constexpr int lines = 16 / Width;
    SadSum sum;
    for (int y = 0; y < height; y += lines) {
        sum.add(load_lines<Width>(a + y * a_stride, a_stride), load_lines<Width>(b + y * b_stride, b_stride));
    }
    return sum.total();
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
