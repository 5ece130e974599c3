// SPDX-License-Identifier: MIT
// Intra prediction estimation (IPE): the cheapest mode of each block, then the cheapest block size. The
// neighbours of inner blocks are source pixels, not reconstructed ones, as on silicon.
#include "vme/intra.h"

#include "genmedia/partition.h"
#include "vme/cost.h"
#include "vme/intra_predict.h"

#include <algorithm>

namespace genmedia::vme {
namespace {

constexpr std::array kLumaModes = {
    LumaMode::vertical,           LumaMode::horizontal,          LumaMode::dc,
    LumaMode::diagonal_down_left, LumaMode::diagonal_down_right, LumaMode::vertical_right,
    LumaMode::horizontal_down,    LumaMode::vertical_left,       LumaMode::horizontal_up};
// DC wins ties (silicon: Beignet's test of the hardware, utests/compiler_intra_prediction.cpp); the others by
// number (guess).
constexpr std::array k16x16Modes = {LumaMode::dc, LumaMode::vertical, LumaMode::horizontal, LumaMode::plane};
// AVC's number of a 16x16 mode.
constexpr int number_of_16x16(LumaMode mode) { return mode == LumaMode::plane ? 3 : static_cast<int>(mode); }

// Cost of a block that has no mode left, all disabled or without neighbours: above any sum of real costs.
constexpr uint32_t kNoMode = 1u << 24;

constexpr std::array kChromaModes = {ChromaMode::dc, ChromaMode::horizontal, ChromaMode::vertical,
                                     ChromaMode::plane};

// Position in decoding order of the 4x4 block that holds pixel (x, y).
int z_order(int x, int y) { return entry_at(x / 4, y / 4); }

class LumaEstimation {
public:
    LumaEstimation(const BackendFunctions& functions, const IntraEstimation& intra, const Pixels& source)
        : functions_(functions), intra_(intra), source_(source) {
        const IntraNeighbors& n = intra.neighbors;
        *at(-1, -1) = n.upper_left;
        std::copy(n.upper.begin(), n.upper.end(), at(0, -1));
        std::copy(n.upper_right.begin(), n.upper_right.end(), at(16, -1));
        for (int y = 0; y < 16; y++) {
            *at(-1, y) = n.left[static_cast<size_t>(y)];
            std::copy_n(source.data() + y * kBlockStride, 16, at(0, y));
        }
    }

    // Best modes and distortion of a macroblock of one block size, without its shape penalty.
    struct Estimate {
        std::array<LumaMode, 16> modes{};
        uint32_t cost = 0;
    };

    // Ends early once it costs `enough`.
    Estimate estimate(IntraShape shape, uint32_t enough) const {
        Estimate estimate;
        const int size = shape == IntraShape::shape_16x16 ? 16 : shape == IntraShape::shape_8x8 ? 8 : 4;
        for (int entry = 0; entry < 16 && estimate.cost < enough; entry += size * size / 16) {
            const Block block{static_cast<uint8_t>(entry_x(entry)), static_cast<uint8_t>(entry_y(entry)),
                              static_cast<uint8_t>(size), static_cast<uint8_t>(size)};
            estimate.cost +=
                size == 16 ? estimate_16x16(block, estimate.modes) : estimate_block(block, estimate.modes);
        }
        return estimate;
    }

private:
    // A pixel of the macroblock or of its edges (x or y of -1).
    uint8_t* at(int x, int y) { return &around_[(y + 1) * kAroundStride + x + 1]; }
    const uint8_t* at(int x, int y) const { return &around_[(y + 1) * kAroundStride + x + 1]; }

    // Guess: as in AVC, an inner block has an upper right neighbour if that is decoded before it.
    bool has_upper_right(const Block& block) const {
        const int x = block.x + block.width;
        if (block.y == 0) return x < 16 ? intra_.neighbors.has_upper : intra_.neighbors.has_upper_right;
        return x < 16 && z_order(x, block.y - 1) < z_order(block.x, block.y);
    }

    Edges edges_of(const Block& block) const {
        const IntraNeighbors& n = intra_.neighbors;
        const int x = block.x, y = block.y, size = block.width;
        Edges edges;
        edges.has_left = x > 0 || n.has_left;
        edges.has_upper = y > 0 || n.has_upper;
        edges.has_upper_left = x > 0 ? edges.has_upper : y > 0 ? edges.has_left : n.has_upper_left;
        for (int i = 0; i < size; i++) edges.left[i] = *at(x - 1, y + i);
        std::copy_n(at(x, y - 1), size, edges.upper.begin());
        edges.upper_left = *at(x - 1, y - 1);
        if (size == 16) return edges;
        if (has_upper_right(block))
            std::copy_n(at(x + size, y - 1), size, edges.upper.begin() + size);
        else
            std::fill_n(edges.upper.begin() + size, size, edges.upper[size - 1]);
        return edges;
    }

    uint32_t distortion(const Block& block, const Pixels& prediction) const {
        return functions_.distortion(intra_.distortion, source_.data() + block.y * kBlockStride + block.x,
                                     kBlockStride, prediction.data(), kBlockStride, block.width,
                                     block.height);
    }

    // AVC's most probable mode: the smaller of left's and upper's, DC where a neighbour is missing.
    LumaMode predicted_mode(const Block& block, const std::array<LumaMode, 16>& modes) const {
        const IntraNeighbors& n = intra_.neighbors;
        if ((block.x == 0 && !n.has_left) || (block.y == 0 && !n.has_upper)) return LumaMode::dc;
        const LumaMode left =
            block.x == 0 ? intra_.mode_cost->left[block.y / 4] : modes[z_order(block.x - 1, block.y)];
        const LumaMode upper =
            block.y == 0 ? intra_.mode_cost->upper[block.x / 4] : modes[z_order(block.x, block.y - 1)];
        return std::min(left, upper);
    }

    uint32_t estimate_16x16(const Block& block, std::array<LumaMode, 16>& modes) const {
        const Edges edges = edges_of(block);
        uint32_t best = kNoMode;
        for (const LumaMode mode : k16x16Modes) {
            if (intra_.disabled_modes.luma_16x16 >> number_of_16x16(mode) & 1) continue;
            if (!is_available_16x16(mode, edges)) continue;
            Pixels prediction;
            predict_luma_16x16(mode, edges, prediction.data(), kBlockStride);
            uint32_t cost = distortion(block, prediction);
            if (intra_.mode_cost && mode != LumaMode::dc) cost += intra_.mode_cost->non_dc.shape_16x16;
            if (cost >= best) continue;
            best = cost;
            modes.fill(mode);
        }
        return best;
    }

    // An 8x8 or 4x4 block; a later mode only if strictly cheaper (guess: ties go to the lower number).
    uint32_t estimate_block(const Block& block, std::array<LumaMode, 16>& modes) const {
        const Edges edges = block.width == 8 ? filter_edges_8x8(edges_of(block)) : edges_of(block);
        std::array<uint32_t, kLumaModeCount> distortions;
        functions_.intra_block(edges, block.width, intra_.distortion,
                               source_.data() + block.y * kBlockStride + block.x, distortions);
        uint32_t best = kNoMode;
        LumaMode best_mode = LumaMode::dc;
        const uint16_t disabled =
            block.width == 8 ? intra_.disabled_modes.luma_8x8 : intra_.disabled_modes.luma_4x4;
        const ModeCosts costs = mode_costs(block, modes);
        for (const LumaMode mode : kLumaModes) {
            if ((disabled >> static_cast<int>(mode) & 1) || !is_available(mode, edges)) continue;
            const uint32_t cost = distortions[static_cast<size_t>(mode)] + costs.of(mode);
            if (cost >= best) continue;
            best = cost;
            best_mode = mode;
        }
        spread(modes, block, best_mode);  // guess: repeated over its 4x4 blocks
        return best;
    }

    // What a block's modes cost.
    struct ModeCosts {
        LumaMode predicted = LumaMode::dc;
        uint32_t not_predicted = 0, not_dc = 0;

        uint32_t of(LumaMode mode) const {
            return (mode != LumaMode::dc ? not_dc : 0) + (mode != predicted ? not_predicted : 0);
        }
    };
    ModeCosts mode_costs(const Block& block, const std::array<LumaMode, 16>& modes) const {
        if (!intra_.mode_cost) return {};
        const IntraModeCost& costs = *intra_.mode_cost;
        return {predicted_mode(block, modes), costs.penalty.value(),
                block.width == 8 ? costs.non_dc.shape_8x8 : costs.non_dc.shape_4x4};
    }

    static constexpr int kAroundStride = 1 + 16 + 8;

    const BackendFunctions& functions_;
    const IntraEstimation& intra_;
    const Pixels& source_;
    std::array<uint8_t, 17 * kAroundStride> around_{};  // the macroblock, and its edges on the left and above
};

uint32_t shape_penalty(const IntraShapePenalty& penalty, IntraShape shape) {
    switch (shape) {
        case IntraShape::shape_16x16: return penalty.shape_16x16.value();
        case IntraShape::shape_8x8: return penalty.shape_8x8.value();
        case IntraShape::shape_4x4: return penalty.shape_4x4.value();
    }
    return 0;
}

// A later, smaller shape wins only if strictly cheaper (guess).
void estimate_luma(const BackendFunctions& functions, const IntraEstimation& intra, const Pixels& source,
                   SicResult& result) {
    const LumaEstimation estimation(functions, intra, source);
    uint32_t best = ~0u;
    for (const IntraShape shape : {IntraShape::shape_16x16, IntraShape::shape_8x8, IntraShape::shape_4x4}) {
        if (intra.disabled_partitions >> static_cast<int>(shape) & 1) continue;
        const uint32_t penalty = shape_penalty(intra.shape_penalty, shape);
        if (penalty >= best) continue;
        const LumaEstimation::Estimate estimate = estimation.estimate(shape, best - penalty);
        const uint32_t cost = estimate.cost + penalty;
        if (cost >= best) continue;
        best = cost;
        result.intra_shape = shape;
        result.luma_modes = estimate.modes;
    }
    result.intra_distortion = saturate(best);
}

// Component 0 (Cb) or 1 (Cr) of the chroma neighbours.
Edges chroma_edges(const IntraNeighbors& n, int component) {
    Edges edges{.has_left = n.has_left, .has_upper = n.has_upper, .has_upper_left = n.has_upper_left};
    for (int i = 0; i < 8; i++) {
        edges.left[i] = n.chroma_left[i][component];
        edges.upper[i] = n.chroma_upper[i][component];
    }
    edges.upper_left = n.chroma_upper_left[component];
    return edges;
}

void estimate_chroma(const BackendFunctions& functions, const SourceBlock& at, const IntraEstimation& intra,
                     SicResult& result) {
    uint8_t interleaved[8 * 16];
    fetch(scan_lines(at.image.chroma, at.scan), at.x / 2, at.y / 2, 8, 8, interleaved, 16);
    Pixels source[2];
    for (int i = 0; i < 64; i++) {
        for (int c = 0; c < 2; c++) source[c][i / 8 * kBlockStride + i % 8] = interleaved[2 * i + c];
    }
    const Edges edges[2] = {chroma_edges(intra.neighbors, 0), chroma_edges(intra.neighbors, 1)};
    uint32_t best = kNoMode;
    for (const ChromaMode mode : kChromaModes) {
        if (intra.disabled_modes.chroma >> static_cast<int>(mode) & 1) continue;
        if (!is_available(mode, edges[0])) continue;
        const uint32_t scale = mode == ChromaMode::dc ? 0 : mode == ChromaMode::plane ? 2 : 1;
        uint32_t cost = intra.chroma_mode_penalty.value() * scale;
        for (int c = 0; c < 2; c++) {
            Pixels prediction;
            predict_chroma(mode, edges[c], prediction.data(), kBlockStride);
            cost += functions.distortion(intra.distortion, source[c].data(), kBlockStride, prediction.data(),
                                         kBlockStride, 8, 8);
        }
        if (cost >= best) continue;
        best = cost;
        result.chroma_mode = mode;
    }
    result.chroma_distortion = saturate(best);
}

}  // namespace

void estimate_intra(const BackendFunctions& functions, const SicRequest& request, const Pixels& source,
                    SicResult& result) {
    estimate_luma(functions, *request.intra, source, result);
    if (request.intra->chroma) estimate_chroma(functions, request.source, *request.intra, result);
}

}  // namespace genmedia::vme
