// SPDX-License-Identifier: MIT
// Skip check (SKC): the distortion of given vectors, and what is left of it after quantisation.
#include "vme/skip_check.h"

#include "genmedia/partition.h"
#include "vme/cost.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::vme {
namespace {

void predict_from(const BackendFunctions& functions, const Reference& reference, const SourceBlock& source,
                  const Block& block, MotionVector vector, Filter filter, Pixels& to) {
    functions.predict(scan_lines(reference.luma, reference.scan), 4 * (source.x + block.x) + vector.x,
                      4 * (source.y + block.y) + vector.y, block.width, block.height, filter, to);
}

void predict_block(const BackendFunctions& functions, const SkipCheck& skip, const SourceBlock& source,
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

// Coefficient i of 4x4 block b is [i][b].
template <size_t Lanes>
using Coefficients = std::array<std::array<int16_t, Lanes>, 16>;

// AVC's 4x4 forward transform of source - prediction, of blocks in Z order.
template <size_t Lanes>
Coefficients<Lanes> forward_transform(const uint8_t* source, const uint8_t* prediction) {
    Coefficients<Lanes> t;
    for (size_t b = 0; b < Lanes; b++) {
        const int first = entry_y(static_cast<int>(b)) * kBlockStride + entry_x(static_cast<int>(b));
        for (int i = 0; i < 16; i++) {
            const int at = first + i / 4 * kBlockStride + i % 4;
            t[i][b] = static_cast<int16_t>(source[at] - prediction[at]);
        }
    }
    const auto transform = [&t](int first, int step) {
        auto &t0 = t[first], &t1 = t[first + step], &t2 = t[first + 2 * step], &t3 = t[first + 3 * step];
        for (size_t b = 0; b < Lanes; b++) {
            const int outer = t0[b] + t3[b], inner = t1[b] + t2[b], far = t0[b] - t3[b], near = t1[b] - t2[b];
            t0[b] = static_cast<int16_t>(outer + inner);
            t1[b] = static_cast<int16_t>(2 * far + near);
            t2[b] = static_cast<int16_t>(outer - inner);
            t3[b] = static_cast<int16_t>(far - 2 * near);
        }
    };
    for (int line = 0; line < 4; line++) transform(4 * line, 1);
    for (int column = 0; column < 4; column++) transform(column, 4);
    return t;
}

// Coefficients above their threshold, and by how much, in the quadrants from q on, four blocks each. Guesses:
// a coefficient equal to its threshold is not above it; sums saturate at 65535.
template <size_t Lanes>
void count_coefficients(const TransformThresholds& thresholds, const uint8_t* source,
                        const uint8_t* prediction, size_t q, SicResult& result) {
    const Coefficients<Lanes> coefficients = forward_transform<Lanes>(source, prediction);
    std::array<int16_t, Lanes> counts{};
    std::array<int, Lanes> sums{};
    for (int i = 0; i < 16; i++) {
        const int threshold = thresholds[i / 4 + i % 4];
        for (size_t b = 0; b < Lanes; b++) {
            const int above = std::abs(coefficients[i][b]) - threshold;
            counts[b] = static_cast<int16_t>(counts[b] + (above > 0));
            sums[b] += std::max(above, 0);
        }
    }
    for (size_t b = 0; b < Lanes; b += 4, q++) {
        result.transform_count[q] =
            static_cast<uint8_t>(counts[b] + counts[b + 1] + counts[b + 2] + counts[b + 3]);
        result.transform_sum[q] =
            saturate(static_cast<uint32_t>(sums[b] + sums[b + 1] + sums[b + 2] + sums[b + 3]));
    }
}

// A quadrant's raw SAD: its sum, or that of its largest 4x4 block.
uint32_t raw_sad(const BackendFunctions& functions, RawSad kind, const uint8_t* source,
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

void check_skip(const BackendFunctions& functions, const SicRequest& request, const Pixels& source,
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
        const auto count = skip.partition_8x8 ? count_coefficients<4> : count_coefficients<16>;
        count(*skip.forward_transform, pixels, prediction.data(), static_cast<size_t>(n), result);
    }
    result.best_distortion = saturate(best);
    result.raw_sad = saturate(raw);
}

}  // namespace genmedia::vme
