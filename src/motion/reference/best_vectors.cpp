// SPDX-License-Identifier: MIT
#include "motion/field_rules/vector_choice.h"
#include "motion/reference/reference_fields.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace genmedia::motion::reference {
namespace {

// The mean absolute difference.
float match(const VectorChoice& choice, WholeVector v) {
    const uint32_t sum = block_difference({.first = choice.source,
                                           .first_stride = choice.stride,
                                           .second = choice.match + v.y * choice.stride + v.x,
                                           .second_stride = choice.stride,
                                           .width = kComparedWidth,
                                           .height = choice.lines});
    return static_cast<float>(sum) / static_cast<float>(kComparedWidth * choice.lines);
}

float roughness(const VectorChoice& choice, WholeVector v) {
    std::array<float, 4> apart;
    for (size_t k = 0; k < apart.size(); k++)
        apart[k] =
            choice.share[k] * std::min(kFarApart, static_cast<float>(std::abs(v.x - choice.near[k].x) +
                                                                     std::abs(v.y - choice.near[k].y)));
    const float from_prior = std::abs(static_cast<float>(v.x) - choice.prior.x) +
                             std::abs(static_cast<float>(v.y) - choice.prior.y);
    return choice.weight * (((apart[0] + apart[1]) + (apart[2] + apart[3])) +
                            choice.to_prior * std::min(kFarApart, from_prior));
}

WholeVector best_vector(const VectorChoice& choice) {
    WholeVector best{};
    float least = 0;
    for (int i = 0; i < choice.count; i++) {
        const WholeVector v{std::clamp(choice.vectors[i].x, choice.lowest.x, choice.highest.x),
                            std::clamp(choice.vectors[i].y, choice.lowest.y, choice.highest.y)};
        float cost = roughness(choice, v) + match(choice, v);
        if (choice.brightness && (i == 0 || cost < least)) cost += choice.brightness->difference(v);
        if (i > 0 && !(cost < least)) continue;
        least = cost;
        best = v;
    }
    return best;
}

}  // namespace

void best_vectors(std::span<const VectorChoice> blocks, WholeVector* best) {
    std::ranges::transform(blocks, best, best_vector);
}

}  // namespace genmedia::motion::reference
