// SPDX-License-Identifier: MIT
// Several vectors lie side by side, and their distances, then the pixels of a line.
#if defined(GENMEDIA_SIMD_BEST_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_BEST_VECTOR_INL_H_
#undef GENMEDIA_SIMD_BEST_VECTOR_INL_H_
#else
#define GENMEDIA_SIMD_BEST_VECTOR_INL_H_
#endif

#include "motion/field_rules/vector_choice.h"
#include "motion/simd/block_difference-inl.h"

#include <hwy/highway.h>
#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The vectors within the limits: the block's own, then others. Some of these may be equal: to look for such
// costs more than their matches.
class Choices {
public:
    explicit HWY_INLINE Choices(const VectorChoice& choice) {
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

    // Most are the block's own.
    HWY_INLINE void take_others(const VectorChoice& choice) {
        const D d;
        const hn::RepartitionToNarrow<hn::RebindToSigned<D>> integers;
        const auto number = [&](WholeVector v) HWY_ATTR { return hn::Set(d, std::bit_cast<uint64_t>(v)); };
        const auto own = hn::Set(d, numbers_[0]), lowest = number(choice.lowest),
                   highest = number(choice.highest);
        const auto* from = reinterpret_cast<const uint64_t*>(choice.vectors);
        for (int i = 0; i < choice.count; i += kLanes) {
            const auto within =
                hn::Min(hn::Max(hn::BitCast(integers, hn::LoadU(d, from + i)), hn::BitCast(integers, lowest)),
                        hn::BitCast(integers, highest));
            const auto vectors = hn::BitCast(d, within);
            const auto is_there = hn::FirstN(d, static_cast<size_t>(choice.count - i));
            // Storing some of a vector's lanes takes processors as long as a hundred instructions.
            const auto is_other = hn::And(is_there, hn::Ne(vectors, own));
            hn::StoreU(hn::Compress(vectors, is_other), d, numbers_ + count_);
            count_ += static_cast<int>(hn::CountTrue(d, is_other));
        }
    }

    int count_ = 1;
    alignas(64) uint64_t numbers_[kMostChoices + 8];
};

// What the vectors' distances cost.
HWY_INLINE void find_roughness(const VectorChoice& choice, const Choices& choices, float* rough) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    using D = hn::FixedTag<float, 8>;
#else
    using D = hn::FixedTag<float, 4>;
#endif
    const D d;
    const hn::RebindToSigned<D> integers;
    const auto far = hn::Set(d, kFarApart);
    for (int i = 0; i < choices.count(); i += static_cast<int>(hn::MaxLanes(d))) {
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

// Costs are compared as they come. Those of which the distances alone cost too much have no match.
template <int Lines>
HWY_INLINE WholeVector best_of_lines(const VectorChoice& choice, const Choices& choices) {
    const Bytes d;
    const WholeVector* const vectors = choices.begin();
    alignas(64) float rough[kMostChoices];
    find_roughness(choice, choices, rough);
    hn::Vec<Bytes> source[Lines];
    for (int y = 0; y < Lines; y++) source[y] = hn::LoadU(d, choice.source + y * choice.stride);
    const auto match = [&](WholeVector v) HWY_ATTR {
        const uint8_t* at = choice.match + v.y * choice.stride + v.x;
        auto even = hn::Zero(Sums()), odd = even;
        for (int y = 0; y < Lines; y += 2, at += 2 * choice.stride) {
            even = hn::Add(even, eights(source[y], hn::LoadU(d, at)));
            odd = hn::Add(odd, eights(source[y + 1], hn::LoadU(d, at + choice.stride)));
        }
        return static_cast<float>(static_cast<int>(total(hn::Add(even, odd)))) /
               static_cast<float>(kComparedWidth * Lines);
    };
    WholeVector best = vectors[0];
    float least = rough[0] + match(best);
    if (choice.brightness) least += choice.brightness->difference(best);
    for (int i = 1; i < choices.count(); i++) {
        if (rough[i] >= least) continue;
        float cost = rough[i] + match(vectors[i]);
        if (!(cost < least)) continue;
        if (choice.brightness) {
            cost += choice.brightness->difference(vectors[i]);
            if (!(cost < least)) continue;
        }
        least = cost;
        best = vectors[i];
    }
    return best;
}

inline WholeVector best_vector(const VectorChoice& choice) {
    const Choices choices(choice);
    if (choices.count() == 1) return choice.vectors[0];
    return choice.lines == 12 ? best_of_lines<12>(choice, choices) : best_of_lines<16>(choice, choices);
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
