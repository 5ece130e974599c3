// SPDX-License-Identifier: MIT
// Skip check (SKC): the distortion of given vectors, and what is left of it after quantisation.
#include "vme/inter/skip_check.h"

#include "genmedia/partition.h"
#include "vme/cost.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace genmedia::vme {
namespace {

void predict_from(const UnitFunctions& functions, const Reference& reference, const SourceBlock& source,
                  const Block& block, MotionVector vector, Filter filter, Pixels& to) {
    functions.predict(scan_lines(reference.luma, reference.scan), 4 * (source.x + block.x) + vector.x,
                      4 * (source.y + block.y) + vector.y, block.width, block.height, filter, to);
}

void predict_block(const UnitFunctions& functions, const SkipCheck& skip, const SourceBlock& source,
                   const Block& block, Direction direction, const BidirectionalVector& vectors, Pixels& to) {
    const int q = block.quadrant();
    const Filter filter = skip.bilinear_filter ? Filter::bilinear : Filter::four_tap;
    if (direction == Direction::backward) {
        predict_from(functions, skip.backward[q], source, block, vectors.backward, filter, to);
        return;
    }
    predict_from(functions, skip.forward[q], source, block, vectors.forward, filter, to);
    if (direction == Direction::forward) return;
    Pixels forward = to, backward;
    predict_from(functions, skip.backward[q], source, block, vectors.backward, filter, backward);
    functions.mix(forward, backward, skip.weight, block.width, block.height, to);
}

// Guess: a block's costs follow the formula of inter distortions, its shape penalty paid once.
uint32_t added_costs(const SkipCheck& skip, const Block& block, Direction direction,
                     const BidirectionalVector& vectors) {
    const int q = block.quadrant();
    uint32_t cost =
        skip.partition_8x8 ? skip.costs.shape.shape_8x8.value() : skip.costs.shape.shape_16x16.value();
    if (direction != Direction::backward) {
        cost += vector_cost(skip.costs, q, Direction::forward, vectors.forward) +
                reference_penalty(skip.costs, skip.forward[q].id);
    }
    if (direction != Direction::forward) {
        cost += vector_cost(skip.costs, q, Direction::backward, vectors.backward) +
                reference_penalty(skip.costs, skip.backward[q].id);
    }
    if (direction == Direction::backward) cost += skip.costs.backward_direction.value();
    return cost;
}

// Adds a coefficient of each block to how many are above the threshold, and by how much: in loops that
// compilers vectorise.
void add_above(std::span<const int16_t> coefficients, uint16_t threshold, int16_t* counts, int* sums) {
    // None is above 36 * 255, so a threshold that is larger still does not matter.
    const auto least = static_cast<int16_t>(std::min<int>(threshold, 0x7FFF));
    int16_t above[16];
    for (size_t b = 0; b < coefficients.size(); b++) {
        const int16_t size = std::max(coefficients[b], static_cast<int16_t>(-coefficients[b]));
        above[b] = static_cast<int16_t>(std::max(size, least) - least);
    }
    for (size_t b = 0; b < coefficients.size(); b++)
        counts[b] = static_cast<int16_t>(counts[b] + (above[b] > 0));
    for (size_t b = 0; b < coefficients.size(); b++) sums[b] += above[b];
}

// Coefficients above their threshold, and by how much, of the quadrants given: all where the pictures have
// four rows of blocks, one where they have two. Guesses: a coefficient equal to its threshold is not above
// it; sums saturate at 65535.
void count_coefficients(const UnitFunctions& functions, const TransformThresholds& thresholds,
                        const Pixels& source, const Pixels& prediction, int rows,
                        std::span<const int> quadrants, SicResult& result) {
    const auto blocks = static_cast<size_t>(4 * rows);
    alignas(32) std::array<int16_t, 16 * 16> coefficients;
    functions.transform(source.data(), prediction.data(), rows, coefficients.data());
    std::array<int16_t, 16> counts{};
    std::array<int, 16> sums{};
    for (size_t i = 0; i < 16; i++)
        add_above(std::span(coefficients).subspan(i * blocks, blocks), thresholds[i / 4 + i % 4],
                  counts.data(), sums.data());
    for (size_t n = 0; n < quadrants.size(); n++) {
        const size_t first = n / 2 * 8 + n % 2 * 2;
        const auto total = [first](const auto& of) {
            return of[first] + of[first + 1] + of[first + 4] + of[first + 5];
        };
        const auto q = static_cast<size_t>(quadrants[n]);
        result.transform_count[q] = static_cast<uint8_t>(total(counts));
        result.transform_sum[q] = saturate(static_cast<uint32_t>(total(sums)));
    }
}

// The upper left quadrant of pixels whose lines lie kBlockStride apart; the rest is 0.
Pixels quadrant_of(const uint8_t* pixels) {
    Pixels quadrant{};
    for (int y = 0; y < 8; y++)
        std::copy_n(pixels + y * kBlockStride, 8, quadrant.begin() + y * kBlockStride);
    return quadrant;
}

// A quadrant's raw SAD: its sum, or that of its largest 4x4 block.
uint32_t raw_sad(const UnitFunctions& functions, RawSad kind, const uint8_t* source,
                 const uint8_t* prediction) {
    if (kind == RawSad::macroblock)
        return functions.distortion(Distortion::sad, source, kBlockStride, prediction, kBlockStride, 8, 8);
    uint32_t sum = 0, largest = 0;
    for (int n = 0; n < 4; n++) {
        const int at = n / 2 * 4 * kBlockStride + n % 2 * 4;
        const uint32_t sad = functions.distortion(Distortion::sad, source + at, kBlockStride, prediction + at,
                                                  kBlockStride, 4, 4);
        sum += sad;
        largest = std::max(largest, sad);
    }
    return kind == RawSad::largest_4x4 ? largest : sum;
}

}  // namespace

void check_skip(const UnitFunctions& functions, const SicRequest& request, const Pixels& source,
                SicResult& result) {
    const SkipCheck& skip = *request.skip;
    const MajorShape major = skip.partition_8x8 ? MajorShape::shape_8x8 : MajorShape::shape_16x16;
    uint32_t best = 0, raw = 0;
    for (int n = 0; n < partition_count(major); n++) {
        if (!skip.directions[n]) continue;
        const Block& block = kBlocks[partition_blocks(major, {}, n).first];
        const uint8_t* pixels = source.data() + block.y * kBlockStride + block.x;
        Pixels prediction;
        predict_block(functions, skip, request.source, block, *skip.directions[n], skip.vectors[n],
                      prediction);

        const uint32_t distortion =
            functions.distortion(skip.distortion, pixels, kBlockStride, prediction.data(), kBlockStride,
                                 block.width, block.height) +
            added_costs(skip, block, *skip.directions[n], skip.vectors[n]);
        best += distortion;
        spread(result.distortions, block, saturate(distortion));

        for (int q = n; q < n + block.width / 8 * block.height / 8; q++) {
            const int at = skip.partition_8x8 ? 0 : q / 2 * 8 * kBlockStride + q % 2 * 8;
            const uint32_t share = raw_sad(functions, skip.raw_sad, pixels + at, prediction.data() + at);
            raw = skip.raw_sad == RawSad::macroblock ? raw + share : std::max(raw, share);
        }
        if (!skip.forward_transform) continue;
        constexpr int all[] = {0, 1, 2, 3};
        if (skip.partition_8x8) {
            count_coefficients(functions, *skip.forward_transform, quadrant_of(pixels),
                               quadrant_of(prediction.data()), 2, std::span(&n, 1), result);
        } else {
            count_coefficients(functions, *skip.forward_transform, source, prediction, 4, all, result);
        }
    }
    result.best_distortion = saturate(best);
    result.raw_sad = saturate(raw);
}

}  // namespace genmedia::vme
