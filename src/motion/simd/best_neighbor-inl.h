// SPDX-License-Identifier: MIT
// The four neighbours lie side by side, then the pixels of a line or of two.
#if defined(GENMEDIA_SIMD_BEST_NEIGHBOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_BEST_NEIGHBOR_INL_H_
#undef GENMEDIA_SIMD_BEST_NEIGHBOR_INL_H_
#else
#define GENMEDIA_SIMD_BEST_NEIGHBOR_INL_H_
#endif

#include "motion/field_rules/neighbor_choice.h"
#include "motion/simd/match_difference-inl.h"

#include <hwy/highway.h>
#include <bit>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline ChosenNeighbor best_neighbor(const NeighborChoice& choice) {
    using D = hn::FixedTag<float, 4>;
    const D d;
    const auto x = hn::LoadU(d, choice.x.data()), y = hn::LoadU(d, choice.y.data()),
               share = hn::LoadU(d, choice.share.data());
    // Of each of four vectors, what its distance to one costs.
    const auto costs = [&](auto to_x, auto to_y, auto share_of_it) HWY_ATTR {
        const auto apart = hn::Add(hn::Abs(hn::Sub(x, to_x)), hn::Abs(hn::Sub(y, to_y)));
        return hn::Mul(share_of_it, hn::Min(hn::Set(d, kFarApart), apart));
    };
    const auto to = [&](auto k) HWY_ATTR {
        return costs(hn::Broadcast<k()>(x), hn::Broadcast<k()>(y), hn::Broadcast<k()>(share));
    };
    using std::integral_constant;
    const auto rough =
        hn::Add(hn::Add(hn::Add(to(integral_constant<int, 0>()), to(integral_constant<int, 1>())),
                        to(integral_constant<int, 2>())),
                to(integral_constant<int, 3>()));
    const auto own_x = hn::Set(d, choice.own.x), own_y = hn::Set(d, choice.own.y);
    const auto from_own = hn::Add(hn::Abs(hn::Sub(x, own_x)), hn::Abs(hn::Sub(y, own_y)));
    const auto is_other = hn::Gt(from_own, hn::Set(d, kSameVector));
    alignas(16) float roughs[4], own_costs[4];
    hn::Store(rough, d, roughs);
    hn::Store(costs(own_x, own_y, share), d, own_costs);
    const TwelveLines source(choice.source, choice.stride);
    const auto match = [&](const RealVector& v) HWY_ATTR {
        return choice.has_match(v) ? static_cast<float>(source.difference(choice.block(v))) / (12 * 12)
                                   : kNoMatch;
    };
    ChosenNeighbor best{choice.own, match(choice.own)};
    float least = own_costs[0] + own_costs[1] + own_costs[2] + own_costs[3] + best.match;
    if (best.match < kNoMatch) least += choice.brightness.difference(rounded(choice.own));
    uint8_t bits[8] = {};
    hn::StoreMaskBits(d, is_other, bits);
    for (unsigned rest = bits[0]; rest != 0; rest &= rest - 1) {
        const auto k = static_cast<size_t>(std::countr_zero(rest));
        if (roughs[k] >= least) continue;
        const RealVector v{choice.x[k], choice.y[k]};
        const float its_match = match(v);
        float cost = roughs[k] + its_match;
        if (cost >= least) continue;
        cost += choice.brightness.difference(rounded(v));
        if (cost >= least) continue;
        least = cost;
        best = {v, its_match};
    }
    return best;
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
