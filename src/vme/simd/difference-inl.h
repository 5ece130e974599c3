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

// Four lines of eight pixels hold two blocks. With one block, `a` and `b` are still read eight wide, but only
// the first block is counted. The transform's vertical half works lane by lane. In its horizontal half each
// lane of a block gets the sum and the difference with its neighbour, so every coefficient appears two or
// four times.
HWY_INLINE uint32_t haar_lines(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int blocks,
                               bool ac_only) {
    const hn::FixedTag<int16_t, 8> d;
    const hn::FixedTag<uint16_t, 8> du;
    const hn::FixedTag<uint8_t, 8> bytes;
    hn::Vec<decltype(d)> t[4];
    for (int y = 0; y < 4; y++) {
        const auto line = [&](const uint8_t* from) HWY_ATTR {
            uint8_t pixels[8] = {};
            std::memcpy(pixels, from, blocks == 2 ? 8 : 4);
            return hn::PromoteTo(d, hn::LoadU(bytes, pixels));
        };
        t[y] = hn::Sub(line(a + y * a_stride), line(b + y * b_stride));
    }
    const auto upper = hn::Add(t[0], t[1]), lower = hn::Add(t[2], t[3]);
    const hn::Vec<decltype(d)> rows[4] = {hn::Add(upper, lower), hn::Sub(upper, lower), hn::Sub(t[0], t[1]),
                                          hn::Sub(t[2], t[3])};
    auto sum = hn::Zero(du);
    const auto count = [&](hn::Vec<decltype(d)> v)
                           HWY_ATTR { sum = hn::Add(sum, hn::BitCast(du, hn::Abs(v))); };
    for (int y = 0; y < 4; y++) {
        const hn::FixedTag<int32_t, 4> d32;
        const auto neighbour =
            hn::BitCast(d, hn::RotateRight<16>(hn::BitCast(hn::FixedTag<uint32_t, 4>(), rows[y])));
        const auto pair = hn::Add(rows[y], neighbour), difference = hn::Sub(rows[y], neighbour);
        const auto other = hn::BitCast(d, hn::Shuffle2301(hn::BitCast(d32, pair)));
        count(difference);
        count(difference);
        count(hn::Sub(pair, other));
        if (y > 0 || !ac_only) count(hn::Add(pair, other));
    }
    // A block's four lanes together hold four times the sum of its coefficients. Each lane fits in 16 bits:
    // at most 36720.
    alignas(16) uint16_t lanes[8];
    hn::Store(sum, du, lanes);
    uint32_t distortion = 0;
    for (int i = 0; i < blocks; i++) {
        const uint16_t* l = lanes + 4 * i;
        distortion += (static_cast<uint32_t>(l[0]) + l[1] + l[2] + l[3]) / 4 / 2;
    }
    return distortion;
}

inline uint32_t distortion(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                           int width, int height) {
    if (kind == Distortion::sad) {
        if (width == 16) return sad<16>(a, a_stride, b, b_stride, height);
        if (width == 8) return sad<8>(a, a_stride, b, b_stride, height);
        return sad<4>(a, a_stride, b, b_stride, height);
    }
    uint32_t sum = 0;
    for (int y = 0; y < height; y += 4) {
        for (int x = 0; x < width; x += 8) {
            sum += haar_lines(a + y * a_stride + x, a_stride, b + y * b_stride + x, b_stride,
                              width - x >= 8 ? 2 : 1, kind == Distortion::ac_haar);
        }
    }
    return sum;
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
