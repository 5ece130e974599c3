// SPDX-License-Identifier: MIT
// Refinement (REF): fractional (FME) and bidirectional (BME) motion estimation of a given partitioning.
#include "vme/cost.h"
#include "vme/inter/decision.h"
#include "vme/operations.h"

namespace genmedia::vme {
namespace {

// A block with its match in each direction and its bidirectional cost, where these were asked for.
struct RefinedBlock {
    int block = 0;
    Match forward, backward;
    uint32_t bidirectional_cost = 0;
};

class BlockRefiner {
public:
    BlockRefiner(const UnitFunctions& functions, const RefineRequest& request, const Pixels& source,
                 const Block& block)
        : functions_(functions),
          request_(request),
          source_(source),
          block_(block),
          quadrant_(block.quadrant()),
          filter_(request.bilinear_filter ? Filter::bilinear : Filter::four_tap) {}

    Match refine(Direction direction) const {
        const BidirectionalVector& start = entry_of(request_.vectors, block_);
        const Reference& r = reference(direction);
        return functions_.refine_block(
            {.source = source_,
             .block = block_,
             .reference = scan_lines(r.luma, r.scan),
             .x = request_.source.x + block_.x,
             .y = request_.source.y + block_.y,
             .start = direction == Direction::forward ? start.forward : start.backward,
             .subpixel = request_.subpixel,
             .filter = filter_,
             .distortion = request_.distortion,
             .costs = request_.costs,
             .direction = direction,
             .reference_penalty = reference_penalty(request_.costs, r.id)});
    }

    // Guess: a bidirectional prediction pays for both vectors and both references, not for its direction.
    uint32_t mixed_cost(MotionVector forward, MotionVector backward) const {
        Pixels f, b, mixed;
        predict(Direction::forward, forward, f);
        predict(Direction::backward, backward, b);
        functions_.mix(f, b, request_.bidirectional.value_or(BidirectionalWeight::half), block_.width,
                       block_.height, mixed);
        return functions_.distortion(request_.distortion, source_.data() + block_.y * kBlockStride + block_.x,
                                     kBlockStride, mixed.data(), kBlockStride, block_.width, block_.height) +
               added_cost(Direction::forward, forward) + added_cost(Direction::backward, backward);
    }

private:
    const Reference& reference(Direction direction) const {
        return (direction == Direction::forward ? request_.forward : request_.backward)[quadrant_];
    }

    void predict(Direction direction, MotionVector vector, Pixels& to) const {
        const Reference& r = reference(direction);
        functions_.predict(scan_lines(r.luma, r.scan), 4 * (request_.source.x + block_.x) + vector.x,
                           4 * (request_.source.y + block_.y) + vector.y, block_.width, block_.height,
                           filter_, to);
    }

    uint32_t added_cost(Direction direction, MotionVector vector) const {
        return vector_cost(request_.costs, quadrant_, direction, vector) +
               reference_penalty(request_.costs, reference(direction).id);
    }

    const UnitFunctions& functions_;
    const RefineRequest& request_;
    const Pixels& source_;
    const Block& block_;
    const int quadrant_;
    const Filter filter_;
};

// The blocks of one partition, with the partition's cost in one direction and in both.
struct RefinedPartition {
    std::array<RefinedBlock, 4> blocks;
    int block_count = 0;
    Direction single = Direction::forward;  // what it falls back to when not bidirectional
    uint32_t single_cost = 0, bidirectional_cost = 0;
};

// Which directions a partition is refined in.
bool needs(const RefineRequest& request, Direction asked, Direction direction) {
    return request.bidirectional || asked == Direction::bidirectional || asked == direction;
}

RefinedPartition refine_partition(const UnitFunctions& functions, const RefineRequest& request,
                                  const Pixels& source, int n) {
    RefinedPartition partition;
    const BlockRun run = partition_blocks(request.major_shape, request.minor_shapes, n);
    const Direction asked = request.directions[partition_quadrant(request.major_shape, n)];
    const bool forward = needs(request, asked, Direction::forward);
    const bool backward = needs(request, asked, Direction::backward);
    uint32_t forward_cost = 0, backward_cost = request.costs.backward_direction.value();
    for (int b = run.first; b < run.first + run.count; b++) {
        const BlockRefiner refinement(functions, request, source, kBlocks[b]);
        const BidirectionalVector& given = entry_of(request.vectors, kBlocks[b]);
        RefinedBlock block{.block = b, .forward = {given.forward}, .backward = {given.backward}};
        if (forward) block.forward = refinement.refine(Direction::forward);
        if (backward) block.backward = refinement.refine(Direction::backward);
        if (forward && backward) {
            block.bidirectional_cost = refinement.mixed_cost(block.forward.vector, block.backward.vector);
        }
        forward_cost += block.forward.cost;
        backward_cost += block.backward.cost;
        partition.bidirectional_cost += block.bidirectional_cost;
        partition.blocks[partition.block_count++] = block;
    }
    partition.single = asked;
    if (asked == Direction::bidirectional) {
        partition.single = backward_cost < forward_cost ? Direction::backward : Direction::forward;
    }
    partition.single_cost = partition.single == Direction::forward ? forward_cost : backward_cost;
    return partition;
}

// Refinement keeps a partition's direction, but BME may make it bidirectional where that is cheaper. Guesses:
// strictly cheaper; FME of a bidirectional partition leaves it bidirectional.
bool becomes_bidirectional(const RefineRequest& request, const RefinedPartition& partition, Direction asked) {
    if (!request.bidirectional) return asked == Direction::bidirectional;
    return partition.bidirectional_cost < partition.single_cost;
}

}  // namespace

RefineResult refine(const UnitFunctions& functions, const RefineRequest& request) {
    const Pixels source = fetch_source(request.source);
    const int count = partition_count(request.major_shape);
    std::array<RefinedPartition, 4> partitions;
    std::array<bool, 4> bidirectional{};
    uint32_t all_single = 0, all_bidirectional = 0;
    for (int n = 0; n < count; n++) {
        partitions[n] = refine_partition(functions, request, source, n);
        const Direction asked = request.directions[partition_quadrant(request.major_shape, n)];
        bidirectional[n] = becomes_bidirectional(request, partitions[n], asked);
        all_single += partitions[n].single_cost;
        all_bidirectional += partitions[n].bidirectional_cost;
    }
    if (request.bidirectional && request.disable_bidirectional_mix) {  // [prm: pages 72 and 75]
        bidirectional.fill(all_bidirectional < all_single);
    }

    RefineResult result;
    result.major_shape = request.major_shape;
    result.minor_shapes = request.minor_shapes;
    uint32_t best = shape_penalty(request.costs.shape, request.major_shape, request.minor_shapes);
    for (int n = 0; n < count; n++) {
        const RefinedPartition& partition = partitions[n];
        const Direction direction = bidirectional[n] ? Direction::bidirectional : partition.single;
        spread_quadrants(result.directions, request.major_shape, n, direction);
        best += bidirectional[n] ? partition.bidirectional_cost : partition.single_cost;
        for (int i = 0; i < partition.block_count; i++) {
            const RefinedBlock& block = partition.blocks[i];
            const uint32_t cost = bidirectional[n]                         ? block.bidirectional_cost
                                  : partition.single == Direction::forward ? block.forward.cost
                                                                           : block.backward.cost;
            spread(result.vectors, kBlocks[block.block],
                   BidirectionalVector{block.forward.vector, block.backward.vector});
            spread(result.distortions, kBlocks[block.block], saturate(cost));
            result.vector_count = static_cast<uint8_t>(result.vector_count + (bidirectional[n] ? 2 : 1));
        }
    }
    for (int q = 0; q < 4; q++) result.reference_ids[q] = {request.forward[q].id, request.backward[q].id};
    result.best_distortion = saturate(best);
    return result;
}

}  // namespace genmedia::vme
