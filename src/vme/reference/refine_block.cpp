// SPDX-License-Identifier: MIT
// The fractional search of one block: each candidate is predicted and compared on its own.
#include "vme/cost.h"
#include "vme/reference/distortion.h"
#include "vme/reference/predict.h"
#include "vme/reference/reference_functions.h"

namespace genmedia::vme::reference {
namespace {

uint32_t cost(const BlockRefinement& r, MotionVector vector) {
    Pixels prediction;
    predict(r.reference, 4 * r.x + vector.x, 4 * r.y + vector.y, r.block.width, r.block.height, r.filter,
            prediction);
    return block_distortion(r.distortion, r.source.data() + r.block.y * kBlockStride + r.block.x,
                            kBlockStride, prediction.data(), kBlockStride, r.block.width, r.block.height) +
           vector_cost(r.costs, r.block.quadrant(), r.direction, vector) + r.reference_penalty;
}

void search_ring(const BlockRefinement& r, int step, Match& best) {
    const MotionVector center = best.vector;
    for (int dy = -step; dy <= step; dy += step) {
        for (int dx = -step; dx <= step; dx += step) {
            if (dx == 0 && dy == 0) continue;
            const MotionVector vector{static_cast<int16_t>(center.x + dx),
                                      static_cast<int16_t>(center.y + dy)};
            const uint32_t candidate = cost(r, vector);
            if (candidate < best.cost) best = {vector, candidate};
        }
    }
}

}  // namespace

Match refine_block(const BlockRefinement& refinement) {
    Match best{refinement.start, cost(refinement, refinement.start)};
    if (refinement.subpixel == SubpixelMode::integer) return best;
    search_ring(refinement, 2, best);
    if (refinement.subpixel == SubpixelMode::quarter) search_ring(refinement, 1, best);
    return best;
}

}  // namespace genmedia::vme::reference
