// SPDX-License-Identifier: MIT
// Several vectors lie side by side, and their distances, then the pixels of a line or of two.
#if defined(GENMEDIA_SIMD_BEST_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_BEST_VECTORS_INL_H_
#undef GENMEDIA_SIMD_BEST_VECTORS_INL_H_
#else
#define GENMEDIA_SIMD_BEST_VECTORS_INL_H_
#endif

#include "motion/field_rules/vector_choice.h"
#include "motion/simd/block_difference-inl.h"

#include <hwy/highway.h>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX2
// Where each of 8 halves of 4 numbers comes from, by the bits of those that are kept, so that these come
// first.
inline constexpr uint8_t kKeptFirst[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};
#endif

// The vectors within the limits: the block's own, then others. Of these, some that do not follow each other
// may be equal: to look for such costs more than their matches.
class Choices {
public:
    HWY_INLINE void take(const VectorChoice& choice) {
        count_ = 1;
        numbers_[0] = std::bit_cast<uint64_t>(choice.vectors[0]);
        take_others(choice);
    }
    int count() const { return count_; }
    const WholeVector* begin() const { return reinterpret_cast<const WholeVector*>(numbers_); }

private:
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    using D = hn::FixedTag<uint64_t, 4>;
#else
    using D = hn::FixedTag<uint64_t, 2>;
#endif
    static constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
    static_assert(kMostChoices % 4 == 0);

    // Most are the block's own, or that of the choice before.
    HWY_INLINE void take_others(const VectorChoice& choice) {
        const D d;
        const hn::RepartitionToNarrow<hn::RebindToSigned<D>> integers;
        const auto number = [&](WholeVector v) HWY_ATTR { return hn::Set(d, std::bit_cast<uint64_t>(v)); };
        const auto own = hn::Set(d, numbers_[0]), lowest = number(choice.lowest),
                   highest = number(choice.highest);
        const auto* from = reinterpret_cast<const uint64_t*>(choice.vectors);
        for (int i = 1; i < choice.count; i += kLanes) {
            const auto vector = hn::LoadU(d, from + i), before = hn::LoadU(d, from + i - 1);
            const auto within = hn::Min(hn::Max(hn::BitCast(integers, vector), hn::BitCast(integers, lowest)),
                                        hn::BitCast(integers, highest));
            const auto vectors = hn::BitCast(d, within);
            const auto is_there = hn::FirstN(d, static_cast<size_t>(choice.count - i));
            // Storing some of a vector's lanes takes processors as long as a hundred instructions.
            const auto is_other = hn::And(hn::And(is_there, hn::Ne(vector, before)), hn::Ne(vectors, own));
            hn::StoreU(kept_first(vectors, is_other), d, numbers_ + count_);
            count_ += static_cast<int>(hn::CountTrue(d, is_other));
        }
    }

    // As Compress(), which copies its table each time where GCC compiles it for AVX2.
    static HWY_INLINE hn::Vec<D> kept_first(hn::Vec<D> numbers, hn::Mask<D> kept) {
#if HWY_TARGET == HWY_AVX2
        const D d;
        uint8_t bits[8] = {};
        hn::StoreMaskBits(d, kept, bits);
        const hn::Repartition<uint32_t, D> halves;
        const auto from =
            hn::PromoteTo(halves, hn::Load(hn::Rebind<uint8_t, decltype(halves)>(), kKeptFirst[bits[0]]));
        return hn::BitCast(
            d, hn::TableLookupLanes(hn::BitCast(halves, numbers), hn::IndicesFromVec(halves, from)));
#else
        return hn::Compress(numbers, kept);
#endif
    }

    int count_;
    alignas(64) uint64_t numbers_[kChoicesRoom + 8];
};

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
using Costs = hn::FixedTag<float, 8>;
#else
using Costs = hn::FixedTag<float, 4>;
#endif
inline constexpr int kCostsAtOnce = static_cast<int>(hn::MaxLanes(Costs()));

// What the vectors' distances cost.
HWY_INLINE void find_roughness(const VectorChoice& choice, const Choices& choices, float* rough) {
    const Costs d;
    const hn::RebindToSigned<Costs> integers;
    const auto far = hn::Set(d, kFarApart);
    for (int i = 0; i < choices.count(); i += kCostsAtOnce) {
        hn::Vec<decltype(integers)> x, y;
        hn::LoadInterleaved2(integers, &choices.begin()[i].x, x, y);
        const auto apart = [&](size_t k) HWY_ATTR {
            const auto from = hn::Add(hn::Abs(hn::Sub(x, hn::Set(integers, choice.near[k].x))),
                                      hn::Abs(hn::Sub(y, hn::Set(integers, choice.near[k].y))));
            return hn::Mul(hn::Set(d, choice.share[k]), hn::Min(far, hn::ConvertTo(d, from)));
        };
        const auto from_prior = hn::Add(hn::Abs(hn::Sub(hn::ConvertTo(d, x), hn::Set(d, choice.prior.x))),
                                        hn::Abs(hn::Sub(hn::ConvertTo(d, y), hn::Set(d, choice.prior.y))));
        const auto all = hn::Add(hn::Add(hn::Add(apart(0), apart(1)), hn::Add(apart(2), apart(3))),
                                 hn::Mul(hn::Set(d, choice.to_prior), hn::Min(far, from_prior)));
        hn::Store(hn::Mul(hn::Set(d, choice.weight), all), d, rough + i);
    }
}

// Two lines of 16 bytes, and the sums of their differences.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
using TwoLines = hn::Vec<hn::FixedTag<uint8_t, 32>>;
using LineSums = hn::FixedTag<uint64_t, 4>;

HWY_INLINE TwoLines two_long_lines(const uint8_t* at, ptrdiff_t stride) {
    return hn::Combine(hn::FixedTag<uint8_t, 32>(), hn::LoadU(Bytes(), at + stride), hn::LoadU(Bytes(), at));
}
#else
struct TwoLines {
    hn::Vec<Bytes> upper, lower;
};
using LineSums = Sums;

HWY_INLINE TwoLines two_long_lines(const uint8_t* at, ptrdiff_t stride) {
    return {hn::LoadU(Bytes(), at), hn::LoadU(Bytes(), at + stride)};
}
HWY_INLINE hn::Vec<Sums> eights(const TwoLines& a, const TwoLines& b) {
    return hn::Add(eights(a.upper, b.upper), eights(a.lower, b.lower));
}
#endif

// Of all, however much the distances cost: processors would guess wrongly which to leave out.
template <int Lines>
HWY_INLINE void find_differences(const VectorChoice& choice, const Choices& choices, int32_t* differences) {
    TwoLines source[Lines / 2];
    for (int y = 0; y < Lines; y += 2)
        source[y / 2] = two_long_lines(choice.source + y * choice.stride, choice.stride);
    const LineSums d;
    for (int i = 0; i < choices.count(); i++) {
        const WholeVector v = choices.begin()[i];
        const uint8_t* at = choice.match + v.y * choice.stride + v.x;
        auto even = hn::Zero(d), odd = even;
        for (int k = 0; k < Lines / 2; k += 2, at += 4 * choice.stride) {
            even = hn::Add(even, eights(source[k], two_long_lines(at, choice.stride)));
            odd = hn::Add(odd, eights(source[k + 1], two_long_lines(at + 2 * choice.stride, choice.stride)));
        }
        differences[i] = static_cast<int32_t>(hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd))));
    }
}

// The first of those that cost least.
HWY_INLINE WholeVector cheapest(const Choices& choices, const float* costs) {
    const Costs d;
    auto least = hn::Load(d, costs);
    for (int i = kCostsAtOnce; i < choices.count(); i += kCostsAtOnce)
        least = hn::Min(least, hn::Load(d, costs + i));
    least = hn::MinOfLanes(d, least);
    for (int i = 0;; i += kCostsAtOnce) {
        const auto first = hn::FindFirstTrue(d, hn::Eq(hn::Load(d, costs + i), least));
        if (first >= 0) return choices.begin()[i + first];
    }
}

// The same where brightness counts, too. Few cost less without it than the best so far with it.
HWY_INLINE WholeVector cheapest(const Choices& choices, const float* costs,
                                const BlockBrightness& brightness) {
    WholeVector best = choices.begin()[0];
    float least = costs[0] + brightness.difference(best);
    for (int i = 1; i < choices.count(); i++) {
        if (!(costs[i] < least)) continue;
        const WholeVector v = choices.begin()[i];
        const float cost = costs[i] + brightness.difference(v);
        if (!(cost < least)) continue;
        least = cost;
        best = v;
    }
    return best;
}

// Each step is made for all blocks before the next: what a step has just written takes processors long to
// read with other widths.
inline void best_vectors(std::span<const VectorChoice> blocks, WholeVector* best) {
    const Costs d;
    const hn::RebindToSigned<Costs> integers;
    Choices choices[kMostTogether];
    alignas(64) float costs[kMostTogether][kChoicesRoom];
    alignas(64) int32_t differences[kMostTogether][kChoicesRoom];
    for (size_t k = 0; k < blocks.size(); k++) choices[k].take(blocks[k]);
    for (size_t k = 0; k < blocks.size(); k++) find_roughness(blocks[k], choices[k], costs[k]);
    for (size_t k = 0; k < blocks.size(); k++)
        blocks[k].lines == 12 ? find_differences<12>(blocks[k], choices[k], differences[k])
                              : find_differences<16>(blocks[k], choices[k], differences[k]);
    for (size_t k = 0; k < blocks.size(); k++) {
        const auto pixels = hn::Set(d, static_cast<float>(kComparedWidth * blocks[k].lines));
        for (int i = 0; i < choices[k].count(); i += kCostsAtOnce) {
            const auto match = hn::Div(hn::ConvertTo(d, hn::Load(integers, differences[k] + i)), pixels);
            const auto is_there = hn::FirstN(d, static_cast<size_t>(choices[k].count() - i));
            const auto cost = hn::Add(hn::Load(d, costs[k] + i), match);
            hn::Store(hn::IfThenElse(is_there, cost, hn::Inf(d)), d, costs[k] + i);
        }
    }
    for (size_t k = 0; k < blocks.size(); k++)
        best[k] = blocks[k].brightness ? cheapest(choices[k], costs[k], *blocks[k].brightness)
                                       : cheapest(choices[k], costs[k]);
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
