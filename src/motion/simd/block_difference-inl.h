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

HWY_INLINE hn::Vec<Sums> eights(hn::Vec<Bytes> a, hn::Vec<Bytes> b) {
    return hn::SumsOf8(hn::Sub(hn::Max(a, b), hn::Min(a, b)));
}

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

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
