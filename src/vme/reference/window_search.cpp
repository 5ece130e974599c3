// SPDX-License-Identifier: MIT
// The search of one window: every position of the path, every block, in plain loops.
#include "vme/cost.h"
#include "vme/reference/distortion.h"
#include "vme/reference/reference_functions.h"
#include "vme/unit_functions.h"

namespace genmedia::vme::reference {
namespace {

// Sums of the sixteen 4x4 distortions: all 41 blocks in kBlocks' order.
std::array<uint32_t, kBlockCount> compose(const BlockDistortions& blocks) {
    std::array<uint32_t, kBlockCount> sums;
    for (int i = 0; i < 16; i++) sums[kFirst4x4 + i] = blocks[i];
    for (int q = 0; q < 4; q++) {
        const uint32_t* b = blocks.data() + 4 * q;
        sums[kFirst8x4 + 2 * q] = b[0] + b[1];
        sums[kFirst8x4 + 2 * q + 1] = b[2] + b[3];
        sums[kFirst4x8 + 2 * q] = b[0] + b[2];
        sums[kFirst4x8 + 2 * q + 1] = b[1] + b[3];
        sums[kFirst8x8 + q] = b[0] + b[1] + b[2] + b[3];
    }
    const uint32_t* q = sums.data() + kFirst8x8;
    sums[kFirst16x8] = q[0] + q[1];
    sums[kFirst16x8 + 1] = q[2] + q[3];
    sums[kFirst8x16] = q[0] + q[2];
    sums[kFirst8x16 + 1] = q[1] + q[3];
    sums[kFirst16x16] = q[0] + q[1] + q[2] + q[3];
    return sums;
}

// The quadrant of each block: the cost of the block's vectors depends on it.
constexpr auto kQuadrant = [] {
    std::array<uint8_t, kBlockCount> quadrants{};
    for (int b = 0; b < kBlockCount; b++) quadrants[b] = static_cast<uint8_t>(kBlocks[b].quadrant());
    return quadrants;
}();

// A block's record changes only on a strictly smaller distortion.
void search_position(const WindowSearch& search, int x, int y, WindowBest& best) {
    BlockDistortions blocks =
        block_distortions(search.distortion, search.source, search.window + y * search.stride + x,
                          static_cast<int>(search.stride));
    if (search.sad_weights) {
        // Guess: "divided by its mapped weight" is read as 1, 2, 4, 8.
        for (int i = 0; i < 16; i++) blocks[i] >>= *search.sad_weights >> (2 * i) & 3;
    }
    const std::array<uint32_t, kBlockCount> sums = compose(blocks);

    uint32_t costs[4];
    for (int q = 0; q < 4; q++) {
        // Guess: the reference's penalty is part of every block's distortion.
        costs[q] =
            search.reference_penalty + vector_cost(search.costs, q, search.direction, search.vector_at(x, y));
    }
    const uint16_t position = window_position(x, y);
    for (int b = 0; b < kBlockCount; b++) {
        const uint32_t distortion = sums[b] + costs[kQuadrant[b]];
        best.positions[b] = distortion < best.distortions[b] ? position : best.positions[b];
        best.distortions[b] = distortion < best.distortions[b] ? distortion : best.distortions[b];
    }
}

}  // namespace

void search_window(const WindowSearch& search, WindowBest& best) {
    best = {};
    best.distortions.fill(kNothingFound);
    const Visits& visits = search.path.visits;
    for (int i = 0; i < visits.count; i++) {
        const SearchUnit unit = visits.units[static_cast<size_t>(i)];
        // Raster order within the unit.
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 4; x++) search_position(search, 4 * unit.x + x, 4 * unit.y + y, best);
        }
        if (!search.early_termination || best.distortions[kFirst16x16] >= search.early_termination->value())
            continue;
        best.ended_after = i + 1;
        return;
    }
}

}  // namespace genmedia::vme::reference
