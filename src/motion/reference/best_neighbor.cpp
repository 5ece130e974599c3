// SPDX-License-Identifier: MIT
#include "motion/field_rules/neighbor_choice.h"
#include "motion/reference/reference_fields.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion::reference {

ChosenNeighbor best_neighbor(const NeighborChoice& choice) {
    const auto distances_of = [&](const RealVector& v) {
        std::array<float, 4> result;
        for (size_t k = 0; k < 4; k++) result[k] = std::abs(choice.x[k] - v.x) + std::abs(choice.y[k] - v.y);
        return result;
    };
    const auto roughness = [&](const std::array<float, 4>& apart) {
        float sum = 0;
        for (size_t k = 0; k < 4; k++) sum += choice.share[k] * std::min(kFarApart, apart[k]);
        return sum;
    };
    const auto match = [&](const RealVector& v) {
        return choice.has_match(v) ? static_cast<float>(match_difference(choice.block(v))) / (12 * 12)
                                   : kNoMatch;
    };
    const auto cost_of = [&](const RealVector& v, float its_match) {
        const float cost = roughness(distances_of(v)) + its_match;
        return its_match < kNoMatch ? cost + choice.brightness.difference(rounded(v)) : cost;
    };
    const std::array<float, 4> from_own = distances_of(choice.own);
    ChosenNeighbor best{choice.own, match(choice.own)};
    float least = cost_of(choice.own, best.match);
    for (size_t k = 0; k < 4; k++) {
        const RealVector v{choice.x[k], choice.y[k]};
        if (from_own[k] <= kSameVector) continue;
        const float its_match = match(v), cost = cost_of(v, its_match);
        if (cost >= least) continue;
        least = cost;
        best = {v, its_match};
    }
    return best;
}

}  // namespace genmedia::motion::reference
