// SPDX-License-Identifier: MIT
// The instruction that the search is built around: SADs of four pixels at a run of positions. x86 has one
// (VDBPSADBW, MPSADBW); NEON adds up four absolute differences.
#if defined(GENMEDIA_SIMD_QUAD_SADS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_QUAD_SADS_INL_H_
#undef GENMEDIA_SIMD_QUAD_SADS_INL_H_
#else
#define GENMEDIA_SIMD_QUAD_SADS_INL_H_
#endif

#include <hwy/highway.h>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int Lanes>
using Words = hn::FixedTag<uint16_t, Lanes>;  // a lane a position
template <int Lanes>
using WordVec = hn::Vec<Words<Lanes>>;

// A line of pixels laid out for the instruction: 16-byte lane q of the first half holds pixels 8q .. 8q + 15,
// of the second half 8q + 8 .. 8q + 23.
inline constexpr int kSpreadLine = 256, kSpreadHalf = 128;

// Fills the first `lanes` lanes of each half, a multiple of those in a vector; reads 8 * lanes + 16 pixels.
template <int Lanes>
HWY_INLINE void spread_line(const uint8_t* pixels, int lanes, uint8_t* to) {
    const hn::FixedTag<uint64_t, Lanes / 4> d;
    const hn::Repartition<uint8_t, decltype(d)> bytes;
    constexpr int together = Lanes / 8;  // lanes in a vector, which take together + 2 times eight pixels
    for (int q = 0; q < lanes; q += together) {
        const uint8_t* const from = pixels + 8 * q;
        if constexpr (together == 1) {
            hn::Store(hn::LoadU(bytes, from), bytes, to + 16 * q);
            hn::Store(hn::LoadU(bytes, from + 8), bytes, to + kSpreadHalf + 16 * q);
        } else {
            alignas(64) static constexpr uint64_t first[] = {0, 1, 1, 2, 2, 3, 3, 4},
                                                  second[] = {1, 2, 2, 3, 3, 4, 4, 5};
            constexpr size_t needed = 8 * (together + 2);
            const auto eights = hn::BitCast(d, needed == hn::MaxLanes(bytes)
                                                   ? hn::LoadU(bytes, from)
                                                   : hn::MaskedLoad(hn::FirstN(bytes, needed), bytes, from));
            hn::Store(hn::BitCast(bytes, hn::TableLookupLanes(eights, hn::SetTableIndices(d, first))), bytes,
                      to + 16 * q);
            hn::Store(hn::BitCast(bytes, hn::TableLookupLanes(eights, hn::SetTableIndices(d, second))), bytes,
                      to + kSpreadHalf + 16 * q);
        }
    }
}

// Sixteen pixels of a source line. sads<Quad>(lanes): quad number Quad against pixels Quad * 4 + x of
// a spread line, x counted from the first lane given (of the second half for blocks 2 and 3).
template <int Lanes>
struct SourceLine;

#if HWY_TARGET == HWY_AVX3
template <>
struct SourceLine<32> {
    __m512i quads[4];

    explicit HWY_INLINE SourceLine(const uint8_t* line) {
        for (int i = 0; i < 4; i++) {
            int32_t quad;
            std::memcpy(&quad, line + 4 * i, 4);
            quads[i] = _mm512_set1_epi32(quad);
        }
    }

    template <int Quad>
    HWY_INLINE WordVec<32> sads(const uint8_t* lanes) const {
        // The dwords of a lane that its two groups of four SADs start in.
        constexpr int dwords = Quad % 2 == 0 ? 0b10'01'01'00 : 0b11'10'10'01;
        return WordVec<32>{_mm512_dbsad_epu8(quads[Quad], _mm512_load_si512(lanes), dwords)};
    }
};
#endif

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <>
struct SourceLine<16> {
    __m256i line;

    explicit HWY_INLINE SourceLine(const uint8_t* from)
        : line(_mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))) {}

    template <int Quad>
    HWY_INLINE WordVec<16> sads(const uint8_t* lanes) const {
        constexpr int lane = Quad | (Quad & 1) << 2;  // which quad, and whether four pixels on
        const __m256i pixels = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes));
        return WordVec<16>{_mm256_mpsadbw_epu8(pixels, line, lane | lane << 3)};
    }
};
#endif

#if HWY_ARCH_X86
template <>
struct SourceLine<8> {
    __m128i line;

    explicit HWY_INLINE SourceLine(const uint8_t* from)
        : line(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))) {}

    template <int Quad>
    HWY_INLINE WordVec<8> sads(const uint8_t* lanes) const {
        const __m128i pixels = _mm_load_si128(reinterpret_cast<const __m128i*>(lanes));
        return WordVec<8>{_mm_mpsadbw_epu8(pixels, line, Quad | (Quad & 1) << 2)};
    }
};
#else
template <>
struct SourceLine<8> {
    uint8x16_t line;

    explicit HWY_INLINE SourceLine(const uint8_t* from) : line(vld1q_u8(from)) {}

    template <int Quad>
    HWY_INLINE WordVec<8> sads(const uint8_t* lanes) const {
        constexpr int first = (Quad & 1) * 4;
        const uint8x16_t pixels = vld1q_u8(lanes);
        const auto at = [&](uint8x16_t shifted) HWY_ATTR { return vget_low_u8(shifted); };
        uint16x8_t sum = vabdl_u8(at(vextq_u8(pixels, pixels, first)), vdup_laneq_u8(line, 4 * Quad));
        sum = vabal_u8(sum, at(vextq_u8(pixels, pixels, first + 1)), vdup_laneq_u8(line, 4 * Quad + 1));
        sum = vabal_u8(sum, at(vextq_u8(pixels, pixels, first + 2)), vdup_laneq_u8(line, 4 * Quad + 2));
        sum = vabal_u8(sum, at(vextq_u8(pixels, pixels, first + 3)), vdup_laneq_u8(line, 4 * Quad + 3));
        return WordVec<8>(sum);
    }
};
#endif

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
