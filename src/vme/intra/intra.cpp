// SPDX-License-Identifier: MIT
// Intra prediction estimation (IPE): the cheapest mode of each block, then the cheapest block size. The
// neighbours of inner blocks are source pixels, not reconstructed ones, as on silicon.
#include "vme/intra/intra.h"

#include "genmedia/partition.h"
#include "vme/cost.h"
#include "vme/intra/intra_predict.h"

#include <algorithm>
#include <numeric>

namespace genmedia::vme {
namespace {

// DC wins ties (silicon: Beignet's test of the hardware, utests/compiler_intra_prediction.cpp); the others by
// number (guess).
constexpr std::array k16x16Modes = {LumaMode::dc, LumaMode::vertical, LumaMode::horizontal, LumaMode::plane};

// Cost of a block that has no mode left, all disabled or without neighbours: above any sum of real costs.
constexpr uint32_t kNoMode = 1u << 24;

constexpr std::array kChromaModes = {ChromaMode::dc, ChromaMode::horizontal, ChromaMode::vertical,
                                     ChromaMode::plane};

// Position in decoding order of the 4x4 block that holds pixel (x, y).
int z_order(int x, int y) { return entry_at(x / 4, y / 4); }

class LumaEstimation {
public:
    LumaEstimation(const UnitFunctions& functions, const IntraEstimation& intra, const Pixels& source)
        : functions_(functions), intra_(intra), source_(source), around_{intra.neighbors, source} {}

    // Best modes and distortion of a macroblock of one block size, without its shape penalty.
    struct Estimate {
        std::array<LumaMode, 16> modes{};
        uint32_t cost = 0;
    };

    // Ends early once it costs `enough`.
    Estimate estimate(IntraShape shape, uint32_t enough) const {
        switch (shape) {
            case IntraShape::shape_16x16: return estimate_16x16();
            case IntraShape::shape_8x8: return estimate_8x8(enough);
            case IntraShape::shape_4x4: return estimate_4x4(enough);
        }
        return {};
    }

private:
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

    Estimate estimate_16x16() const {
        const Block block{0, 0, 16, 16};
        const Edges edges = around_.of(block);
        Estimate best{.modes = {}, .cost = kNoMode};
        for (const LumaMode mode : k16x16Modes) {
            if (intra_.disabled_modes.luma_16x16 >> static_cast<int>(mode) & 1) continue;
            if (!is_available_16x16(mode, edges)) continue;
            Pixels prediction;
            predict_luma_16x16(mode, edges, prediction.data(), kBlockStride);
            uint32_t cost = distortion(block, prediction);
            if (intra_.mode_cost && mode != LumaMode::dc) cost += intra_.mode_cost->non_dc.shape_16x16;
            if (cost >= best.cost) continue;
            best.cost = cost;
            best.modes.fill(mode);
        }
        return best;
    }

    Estimate estimate_8x8(uint32_t enough) const {
        Estimate estimate;
        for (int q = 0; q < 4 && estimate.cost < enough; q++) {
            const Block& block = kBlocks[kFirst8x8 + q];
            std::array<uint32_t, kLumaModeCount> distortions;
            functions_.intra_8x8(filter_edges_8x8(around_.of(block)), intra_.distortion,
                                 source_.data() + block.y * kBlockStride + block.x, distortions);
            choose(block, intra_.disabled_modes.luma_8x8, distortions, estimate);
        }
        return estimate;
    }

    Estimate estimate_4x4(uint32_t enough) const {
        Intra4x4Distortions all{};
        functions_.intra_4x4(around_, intra_.distortion, all);
        Estimate estimate{.modes = {}, .cost = least_cost(all)};
        if (estimate.cost >= enough) return estimate;
        estimate.cost = 0;
        for (int entry = 0; entry < 16 && estimate.cost < enough; entry++) {
            const Block& block = kBlocks[kFirst4x4 + entry];
            std::array<uint32_t, kLumaModeCount> distortions;
            for (size_t mode = 0; mode < distortions.size(); mode++)
                distortions[mode] = all[mode][static_cast<size_t>(block.y + block.x / 4)];
            choose(block, intra_.disabled_modes.luma_4x4, distortions, estimate);
        }
        return estimate;
    }

    // No macroblock of 4x4 blocks costs less: its blocks' smallest distortions, also of modes that they lack.
    static uint32_t least_cost(const Intra4x4Distortions& all) {
        std::array<uint16_t, 16> least = all[0];
        for (const auto& mode : all)
            for (size_t i = 0; i < least.size(); i++) least[i] = std::min(least[i], mode[i]);
        return std::accumulate(least.begin(), least.end(), 0u);
    }

    // The modes whose neighbours a block has, a bit each.
    unsigned available_modes(const Block& block) const {
        const Edges edges{.has_left = around_.has_left(block),
                          .has_upper = around_.has_upper(block),
                          .has_upper_left = around_.has_upper_left(block)};
        if (edges.has_left && edges.has_upper && edges.has_upper_left) return (1 << kLumaModeCount) - 1;
        unsigned modes = 0;
        for (int mode = 0; mode < kLumaModeCount; mode++)
            modes |= static_cast<unsigned>(is_available(static_cast<LumaMode>(mode), edges)) << mode;
        return modes;
    }

    // The cheapest mode of an 8x8 or 4x4 block; of equally cheap ones that of the lowest number (guess).
    void choose(const Block& block, uint16_t disabled,
                const std::array<uint32_t, kLumaModeCount>& distortions, Estimate& estimate) const {
        const unsigned modes = available_modes(block) & ~disabled;
        const ModeCosts costs = mode_costs(block, estimate.modes);
        constexpr uint32_t number_bits = 4;
        uint32_t best = kNoMode << number_bits | static_cast<uint32_t>(LumaMode::dc);
        for (uint32_t mode = 0; mode < kLumaModeCount; mode++) {
            const uint32_t cost = distortions[mode] + costs.of(static_cast<LumaMode>(mode));
            if (modes >> mode & 1) best = std::min(best, cost << number_bits | mode);
        }
        estimate.cost += best >> number_bits;
        spread(estimate.modes, block, static_cast<LumaMode>(best & 15));  // [prm: W0.0 31, page 84]
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

    const UnitFunctions& functions_;
    const IntraEstimation& intra_;
    const Pixels& source_;
    const MacroblockEdges around_;
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
void estimate_luma(const UnitFunctions& functions, const IntraEstimation& intra, const Pixels& source,
                   uint32_t enough, SicResult& result) {
    const LumaEstimation estimation(functions, intra, source);
    uint32_t best = enough;
    for (const IntraShape shape : {IntraShape::shape_16x16, IntraShape::shape_8x8, IntraShape::shape_4x4}) {
        if (intra.disabled_partitions >> static_cast<int>(shape) & 1) continue;
        const uint32_t penalty = shape_penalty(intra.shape_penalty, shape);
        if (penalty >= best) continue;
        const LumaEstimation::Estimate estimate = estimation.estimate(shape, best - penalty);
        const uint32_t cost = estimate.cost + penalty;
        if (cost >= best || estimate.cost >= kNoMode) continue;
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

void estimate_chroma(const UnitFunctions& functions, const SourceBlock& at, const IntraEstimation& intra,
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

void estimate_intra(const UnitFunctions& functions, const SicRequest& request, const Pixels& source,
                    uint32_t enough, SicResult& result) {
    estimate_luma(functions, *request.intra, source, enough, result);
    if (request.intra->chroma) estimate_chroma(functions, request.source, *request.intra, result);
}

}  // namespace genmedia::vme
