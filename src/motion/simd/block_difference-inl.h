// SPDX-License-Identifier: MIT
// As many samples as fit lie side by side: lines of a block, or several lines of a narrow one.
#if defined(GENMEDIA_SIMD_BLOCK_DIFFERENCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_BLOCK_DIFFERENCE_INL_H_
#undef GENMEDIA_SIMD_BLOCK_DIFFERENCE_INL_H_
#else
#define GENMEDIA_SIMD_BLOCK_DIFFERENCE_INL_H_
#endif

#include "motion/field_rules/block_difference.h"

#include <hwy/highway.h>
#include <cstdlib>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::FixedTag<uint8_t, 16>;
using Sums = hn::FixedTag<uint64_t, 2>;

// Sums of eight bytes' differences. On x86, one instruction, which Highway 1.0 has not.
#if HWY_ARCH_X86
HWY_INLINE hn::Vec<Sums> eights(hn::Vec<Bytes> a, hn::Vec<Bytes> b) {
    return hn::Vec<Sums>{_mm_sad_epu8(a.raw, b.raw)};
}
#else
HWY_INLINE hn::Vec<Sums> eights(hn::Vec<Bytes> a, hn::Vec<Bytes> b) {
    return hn::SumsOf8(hn::Sub(hn::Max(a, b), hn::Min(a, b)));
}
#endif
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
HWY_INLINE hn::Vec<hn::FixedTag<uint64_t, 4>> eights(hn::Vec<hn::FixedTag<uint8_t, 32>> a,
                                                     hn::Vec<hn::FixedTag<uint8_t, 32>> b) {
    return hn::Vec<hn::FixedTag<uint64_t, 4>>{_mm256_sad_epu8(a.raw, b.raw)};
}
#endif
#if HWY_TARGET == HWY_AVX3
HWY_INLINE hn::Vec<hn::FixedTag<uint64_t, 8>> eights(hn::Vec<hn::FixedTag<uint8_t, 64>> a,
                                                     hn::Vec<hn::FixedTag<uint8_t, 64>> b) {
    return hn::Vec<hn::FixedTag<uint64_t, 8>>{_mm512_sad_epu8(a.raw, b.raw)};
}
#endif

HWY_INLINE uint64_t total(hn::Vec<Sums> sums) { return hn::GetLane(hn::SumOfLanes(Sums(), sums)); }

template <class T>
HWY_INLINE T unaligned(const uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

template <class Sample>
HWY_INLINE uint32_t difference_of_columns(const BlockPair& pair, int first) {
    uint32_t sum = 0;
    for (int y = 0; y < pair.height; y++)
        for (int x = first; x < pair.width; x++) {
            const size_t at = static_cast<size_t>(x) * sizeof(Sample);
            sum += static_cast<uint32_t>(
                std::abs(static_cast<int>(unaligned<Sample>(pair.first + y * pair.first_stride + at)) -
                         static_cast<int>(unaligned<Sample>(pair.second + y * pair.second_stride + at))));
        }
    return sum;
}

// Two lines of eight bytes.
HWY_INLINE hn::Vec<Bytes> two_lines(const uint8_t* at, ptrdiff_t stride) {
    const hn::Half<Bytes> half;
    return hn::Combine(Bytes(), hn::LoadU(half, at + stride), hn::LoadU(half, at));
}

HWY_INLINE uint32_t wide_difference(const BlockPair& pair, int columns) {
    auto sums = hn::Zero(Sums());
    for (int y = 0; y < pair.height; y++) {
        const uint8_t *a = pair.first + y * pair.first_stride, *b = pair.second + y * pair.second_stride;
        for (int x = 0; x < columns; x += 16)
            sums = hn::Add(sums, eights(hn::LoadU(Bytes(), a + x), hn::LoadU(Bytes(), b + x)));
    }
    return static_cast<uint32_t>(total(sums));
}

HWY_INLINE uint32_t eight_columns(const BlockPair& pair) {
    auto sums = hn::Zero(Sums());
    for (int y = 0; y < pair.height; y += 2)
        sums = hn::Add(sums, eights(two_lines(pair.first + y * pair.first_stride, pair.first_stride),
                                    two_lines(pair.second + y * pair.second_stride, pair.second_stride)));
    return static_cast<uint32_t>(total(sums));
}

HWY_INLINE uint32_t four_columns(const BlockPair& pair) {
    const hn::Half<Bytes> d;
    const hn::Repartition<uint64_t, decltype(d)> one;
    const auto lines = [&](const uint8_t* at, ptrdiff_t stride) HWY_ATTR {
        const uint64_t both = unaligned<uint32_t>(at) | uint64_t{unaligned<uint32_t>(at + stride)} << 32;
        return hn::BitCast(d, hn::Set(one, both));
    };
    auto sums = hn::Zero(one);
    for (int y = 0; y < pair.height; y += 2) {
        const auto a = lines(pair.first + y * pair.first_stride, pair.first_stride);
        const auto b = lines(pair.second + y * pair.second_stride, pair.second_stride);
        sums = hn::Add(sums, hn::SumsOf8(hn::Sub(hn::Max(a, b), hn::Min(a, b))));
    }
    return static_cast<uint32_t>(hn::GetLane(sums));
}

HWY_INLINE uint32_t block_difference(const BlockPair& pair) {
    const bool even = pair.height % 2 == 0;
    if (pair.width == 8 && even) return eight_columns(pair);
    if (pair.width == 4 && even) return four_columns(pair);
    const int columns = pair.width / 16 * 16;
    return wide_difference(pair, columns) + difference_of_columns<uint8_t>(pair, columns);
}

// `load(line)`: 16 bytes of some lines from there on, of which a step has `lines`.
template <class Load>
HWY_INLINE FourDifferences four_differences(const BlockMatches& matches, int lines, const Load& load) {
    std::array<const uint8_t*, 4> other = matches.others;
    auto a = hn::Zero(Sums()), b = a, c = a, d = a;
    const ptrdiff_t step = lines * matches.others_stride;
    for (int y = 0; y < matches.height; y += lines) {
        const auto block = load(matches.block + y * matches.block_stride, matches.block_stride);
        a = hn::Add(a, eights(block, load(other[0], matches.others_stride)));
        b = hn::Add(b, eights(block, load(other[1], matches.others_stride)));
        c = hn::Add(c, eights(block, load(other[2], matches.others_stride)));
        d = hn::Add(d, eights(block, load(other[3], matches.others_stride)));
        other[0] += step, other[1] += step, other[2] += step, other[3] += step;
    }
    const auto sum = [](hn::Vec<Sums> sums) HWY_ATTR { return static_cast<uint32_t>(total(sums)); };
    return {sum(a), sum(b), sum(c), sum(d)};
}

template <uint32_t difference(const BlockPair&)>
HWY_INLINE FourDifferences each_difference(const BlockMatches& matches) {
    return {difference(matches.pair(0)), difference(matches.pair(1)), difference(matches.pair(2)),
            difference(matches.pair(3))};
}

// Four lines of four bytes.
HWY_INLINE hn::Vec<Bytes> four_lines(const uint8_t* at, ptrdiff_t stride) {
    const hn::Repartition<uint32_t, Bytes> d;
    const hn::Half<decltype(d)> half;
    const hn::Half<decltype(half)> one;
    const auto line = [&](ptrdiff_t y)
                          HWY_ATTR { return hn::Set(one, unaligned<uint32_t>(at + y * stride)); };
    return hn::BitCast(
        Bytes(), hn::Combine(d, hn::Combine(half, line(3), line(2)), hn::Combine(half, line(1), line(0))));
}

HWY_INLINE FourDifferences block_differences(const BlockMatches& matches) {
    if (matches.width == 8 && matches.height % 2 == 0)
        return four_differences(
            matches, 2, [](const uint8_t* at, ptrdiff_t stride) HWY_ATTR { return two_lines(at, stride); });
    if (matches.width == 4 && matches.height % 4 == 0)
        return four_differences(
            matches, 4, [](const uint8_t* at, ptrdiff_t stride) HWY_ATTR { return four_lines(at, stride); });
    if (matches.width == 16)
        return four_differences(matches, 1,
                                [](const uint8_t* at, ptrdiff_t) HWY_ATTR { return hn::LoadU(Bytes(), at); });
    return each_difference<block_difference>(matches);
}

template <class D>
HWY_INLINE uint32_t deep_columns(const BlockPair& pair, int columns) {
    const D d;
    const hn::RepartitionToWide<D> pairs;
    constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
    auto sums = hn::Zero(pairs);
    for (int y = 0; y < pair.height; y++) {
        const uint8_t *a = pair.first + y * pair.first_stride, *b = pair.second + y * pair.second_stride;
        for (int x = 0; x < columns; x += lanes) {
            const auto v = hn::LoadU(d, reinterpret_cast<const uint16_t*>(a) + x);
            const auto w = hn::LoadU(d, reinterpret_cast<const uint16_t*>(b) + x);
            const auto differences = hn::BitCast(pairs, hn::Sub(hn::Max(v, w), hn::Min(v, w)));
            sums = hn::Add(sums, hn::Add(hn::And(differences, hn::Set(pairs, 0xFFFFU)),
                                         hn::ShiftRight<16>(differences)));
        }
    }
    return hn::GetLane(hn::SumOfLanes(pairs, sums));
}

HWY_INLINE uint32_t deep_block_difference(const BlockPair& pair) {
    if (pair.width == 4) return deep_columns<hn::FixedTag<uint16_t, 4>>(pair, 4);
    const int columns = pair.width / 8 * 8;
    return deep_columns<hn::FixedTag<uint16_t, 8>>(pair, columns) +
           difference_of_columns<uint16_t>(pair, columns);
}

// Of blocks as wide as a vector.
template <class D>
HWY_INLINE FourDifferences deep_differences(const BlockMatches& matches) {
    const D d;
    const hn::RepartitionToWide<D> pairs;
    const auto load = [&](const uint8_t* block, ptrdiff_t stride, int y) HWY_ATTR {
        return hn::LoadU(d, reinterpret_cast<const uint16_t*>(block + y * stride));
    };
    auto a = hn::Zero(pairs), b = a, c = a, e = a;
    for (int y = 0; y < matches.height; y++) {
        const auto block = load(matches.block, matches.block_stride, y);
        const auto of = [&](size_t i) HWY_ATTR {
            const auto other = load(matches.others[i], matches.others_stride, y);
            const auto differences =
                hn::BitCast(pairs, hn::Sub(hn::Max(block, other), hn::Min(block, other)));
            return hn::Add(hn::And(differences, hn::Set(pairs, 0xFFFFU)), hn::ShiftRight<16>(differences));
        };
        a = hn::Add(a, of(0)), b = hn::Add(b, of(1)), c = hn::Add(c, of(2)), e = hn::Add(e, of(3));
    }
    const auto sum = [&](auto sums) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(pairs, sums)); };
    return {sum(a), sum(b), sum(c), sum(e)};
}

HWY_INLINE FourDifferences deep_block_differences(const BlockMatches& matches) {
    if (matches.width == 4) return deep_differences<hn::FixedTag<uint16_t, 4>>(matches);
    if (matches.width == 8) return deep_differences<hn::FixedTag<uint16_t, 8>>(matches);
    return each_difference<deep_block_difference>(matches);
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
