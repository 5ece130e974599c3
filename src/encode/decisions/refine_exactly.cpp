// SPDX-License-Identifier: MIT
#include "encode/decisions/refine_exactly.h"

#include "encode/reconstruction/inter_prediction.h"
#include "vme/cost.h"

namespace genmedia::encode {
namespace {

using vme::MotionVector;

// One block, and what its vectors cost.
struct BlockCosts {
    const ExactRefinement& r;
    const vme::Block& block;
    const PlaneView& reference;
    vme::InterCosts costs;

    uint32_t of(MotionVector vector) const {
        vme::Pixels predicted;
        predict_luma(reference, 4 * (r.x + block.x) + vector.x, 4 * (r.y + block.y) + vector.y, block.width,
                     block.height, predicted.data(), vme::kBlockStride);
        return r.functions.distortion(r.distortion, r.source.data() + vme::kBlockStride * block.y + block.x,
                                      vme::kBlockStride, predicted.data(), vme::kBlockStride, block.width,
                                      block.height) +
               vme::vector_cost(costs, block.quadrant(), vme::Direction::forward, vector);
    }
};

vme::Match refine_block(const BlockCosts& block, MotionVector start) {
    vme::Match best{start, block.of(start)};
    for (int i = 0; i < 9; i++) {
        const MotionVector vector{static_cast<int16_t>(start.x + i % 3 - 1),
                                  static_cast<int16_t>(start.y + i / 3 - 1)};
        if (vector == start) continue;
        const uint32_t cost = block.of(vector);
        if (cost < best.cost) best = {vector, cost};
    }
    return best;
}

}  // namespace

uint32_t refine_exactly(const ExactRefinement& refinement, MacroblockDecision& decision) {
    VectorPrediction prediction = refinement.prediction;
    uint32_t sum = 0;
    for (int n = 0; n < vme::partition_count(decision.major_shape); n++) {
        const vme::BlockRun run = vme::partition_blocks(decision.major_shape, decision.minor_shapes, n);
        for (int b = run.first; b < run.first + run.count; b++) {
            const vme::Block& block = vme::kBlocks[b];
            const uint8_t id = decision.references[block.quadrant()];
            BlockCosts costs{refinement, block, refinement.references[id], refinement.costs};
            if (costs.costs.motion_vector)
                costs.costs.motion_vector->center.fill(
                    {prediction.predict(block, static_cast<int8_t>(id)), {}});
            const vme::Match match = refine_block(costs, vme::entry_of(decision.vectors, block));
            vme::spread(decision.vectors, block, match.vector);
            prediction.set(block, match.vector, static_cast<int8_t>(id));
            sum += match.cost + vme::reference_penalty(refinement.costs, id);
        }
    }
    return sum;
}

}  // namespace genmedia::encode
