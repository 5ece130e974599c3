// SPDX-License-Identifier: MIT
#include "encode/macroblock_coder.h"

#include "encode/reconstruction/inter_prediction.h"
#include "genmedia/partition.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace genmedia::encode {
namespace {

// Upper left sample of block b in Z order.
constexpr int block_x(int b) { return vme::entry_x(b); }
constexpr int block_y(int b) { return vme::entry_y(b); }

template <int Lanes>
void add(const Blocks<Lanes>& blocks, int lane, const uint8_t* prediction, int prediction_stride, uint8_t* to,
         int to_stride) {
    for (int i = 0; i < 16; i++)
        to[i / 4 * to_stride + i % 4] =
            clip_sample(prediction[i / 4 * prediction_stride + i % 4] + blocks.c[i][lane]);
}

template <int Side>
void copy_block(const uint8_t* from, int from_stride, uint8_t* to, int to_stride) {
    for (int y = 0; y < Side; y++) std::memcpy(to + y * to_stride, from + y * from_stride, Side);
}

// How many levels are not 0, of each lane, from entry `first` on.
template <int Lanes>
std::array<int16_t, Lanes> count_levels(const Blocks<Lanes>& blocks, int first) {
    std::array<int16_t, Lanes> counts{};
    for (int i = first; i < 16; i++)
        for (int b = 0; b < Lanes; b++) counts[b] = static_cast<int16_t>(counts[b] + (blocks.c[i][b] != 0));
    return counts;
}

// Levels of one lane in scan order from entry `first` on, of which `count` are not 0.
template <int Lanes>
void scan(const Blocks<Lanes>& blocks, int lane, int count, int first, int16_t levels[16]) {
    for (int k = first; k < 16; k++) levels[k] = count ? blocks.c[kZigzag[k]][lane] : int16_t{0};
}

// How much a block's levels are worth: a single 1 after many zeros little, any larger level much. The figures
// are those of the JVT's reference encoder.
int worth(const int16_t levels[16], int first) {
    constexpr uint8_t of_run[16] = {3, 2, 2, 1, 1, 1};
    int sum = 0, run = 0;
    for (int k = first; k < 16; k++) {
        if (levels[k] == 0) {
            run++;
            continue;
        }
        if (std::abs(levels[k]) > 1) return 100;
        sum += of_run[run];
        run = 0;
    }
    return sum;
}
constexpr int kWorthOf8x8 = 4, kWorthOfMacroblock = 5, kWorthOfChroma = 4;  // levels up to this are left out

// Leaves out inter levels that cost more than they gain. Returns the pattern that remains.
uint8_t thin_out(MacroblockLevels& levels, std::array<uint8_t, 16>& counts) {
    int total = 0;
    uint8_t pattern = 0;
    for (int q = 0; q < 4; q++) {
        int sum = 0;
        for (int b = 4 * q; b < 4 * q + 4; b++)
            if (counts[b]) sum += worth(levels.luma[b], 0);
        if (sum > kWorthOf8x8) pattern = static_cast<uint8_t>(pattern | 1 << q);
        if (sum > kWorthOf8x8) total += sum;
    }
    return total > kWorthOfMacroblock ? pattern : 0;
}

}  // namespace

vme::Edges edges_around(const Frame& frame, int plane, int x, int y, int size, bool has_left, bool has_upper,
                        bool has_upper_left, bool has_upper_right) {
    vme::Edges edges{.has_left = has_left, .has_upper = has_upper, .has_upper_left = has_upper_left};
    const int stride = frame.stride(plane);
    if (has_left) {
        const uint8_t* left = frame.at(plane, x - 1, y);
        for (int i = 0; i < size; i++) edges.left[i] = left[i * stride];
    }
    if (has_upper) {
        const uint8_t* upper = frame.at(plane, x, y - 1);
        std::memcpy(edges.upper.data(), upper, static_cast<size_t>(size));
        if (has_upper_right) {
            std::memcpy(edges.upper.data() + size, upper + size, static_cast<size_t>(size));
        } else {
            std::memset(edges.upper.data() + size, upper[size - 1], static_cast<size_t>(size));
        }
    }
    if (has_upper_left) edges.upper_left = *frame.at(plane, x - 1, y - 1);
    return edges;
}

void predict_inter(std::span<const Frame* const> references, int x, int y, const CodedMacroblock& coded,
                   const MacroblockDecision& decision, MacroblockSamples& prediction) {
    const auto predict = [&](const vme::Block& block) {
        const int place = block.y + block.x / 4;
        const vme::MotionVector v = coded.vectors[place];
        const Frame& reference = *references[static_cast<size_t>(coded.references[place])];
        predict_luma(reference.view(0), 4 * (16 * x + block.x) + v.x, 4 * (16 * y + block.y) + v.y,
                     block.width, block.height, prediction.luma.data() + 16 * block.y + block.x, 16);
        for (int c = 0; c < 2; c++)
            predict_chroma(reference.view(1 + c), 8 * (8 * x + block.x / 2) + v.x,
                           8 * (8 * y + block.y / 2) + v.y, block.width / 2, block.height / 2,
                           prediction.of_chroma(c) + 16 * (block.y / 2) + block.x / 2, 16);
    };
    if (decision.type == MacroblockType::skip) return predict(vme::kBlocks[vme::kFirst16x16]);
    for (int n = 0; n < vme::partition_count(decision.major_shape); n++) {
        const vme::BlockRun run = vme::partition_blocks(decision.major_shape, decision.minor_shapes, n);
        for (int b = run.first; b < run.first + run.count; b++) predict(vme::kBlocks[b]);
    }
}

MacroblockCoder::MacroblockCoder(const vme::UnitFunctions& functions, int qp, int chroma_qp_offset)
    : functions_(functions),
      intra_(qp, true),
      inter_(qp, false),
      chroma_intra_(chroma_qp(qp, chroma_qp_offset), true),
      chroma_inter_(chroma_qp(qp, chroma_qp_offset), false),
      luma_(qp),
      chroma_(chroma_qp(qp, chroma_qp_offset)) {}

void MacroblockCoder::code_inter(const MacroblockSamples& source, std::span<const Frame* const> references,
                                 int x, int y, const MacroblockDecision& decision, bool skipped,
                                 CodedMacroblock& coded, MacroblockLevels& levels,
                                 Frame& reconstruction) const {
    MacroblockSamples prediction;
    predict_inter(references, x, y, coded, decision, prediction);
    coded.luma_counts.fill(0);
    coded.chroma_counts = {};
    levels.luma_pattern = levels.chroma_pattern = 0;
    uint8_t* to = reconstruction.at(0, 16 * x, 16 * y);
    const int stride = reconstruction.stride(0);
    copy_block<16>(prediction.luma.data(), 16, to, stride);
    if (skipped) {
        for (int c = 0; c < 2; c++)
            copy_block<8>(prediction.of_chroma(c), 16, reconstruction.at(1 + c, 8 * x, 8 * y),
                          reconstruction.stride(1));
        return;
    }
    Blocks<16> blocks;
    functions_.transform(source.luma.data(), prediction.luma.data(), 4, blocks.c[0]);
    std::array<uint8_t, 16> counts{};
    if (inter_.quantize(blocks)) {
        const std::array<int16_t, 16> lane_counts = count_levels(blocks, 0);
        for (int b = 0; b < 16; b++) {
            const int lane = kRasterOfEntry[b];
            counts[b] = static_cast<uint8_t>(lane_counts[lane]);
            scan(blocks, lane, counts[b], 0, levels.luma[b]);
        }
        levels.luma_pattern = thin_out(levels, counts);
    }
    if (levels.luma_pattern) {
        luma_.scale(blocks);
        inverse_transform(blocks);
    }
    for (int b = 0; b < 16; b++) {
        if (!(levels.luma_pattern >> b / 4 & 1) || counts[b] == 0) continue;
        coded.luma_counts[kRasterOfEntry[b]] = counts[b];
        add(blocks, kRasterOfEntry[b], prediction.luma.data() + 16 * block_y(b) + block_x(b), 16,
            to + block_y(b) * stride + block_x(b), stride);
    }
    code_chroma(source, prediction, false, x, y, coded, levels, reconstruction);
}

void MacroblockCoder::code_intra(const MacroblockSamples& source, int x, int y, const Neighbors& neighbors,
                                 const MacroblockDecision& decision, CodedMacroblock& coded,
                                 MacroblockLevels& levels, Frame& reconstruction) const {
    coded.luma_counts.fill(0);
    coded.chroma_counts = {};
    if (decision.type == MacroblockType::intra_16x16) {
        code_intra_16x16(source, x, y, neighbors, decision.luma_modes[0], coded, levels, reconstruction);
    } else {
        code_intra_4x4(source, x, y, neighbors, decision, coded, levels, reconstruction);
    }
    MacroblockSamples prediction;
    for (int c = 0; c < 2; c++) {
        const vme::Edges edges = edges_around(reconstruction, 1 + c, 8 * x, 8 * y, 8, neighbors.left,
                                              neighbors.upper, neighbors.upper_left, false);
        vme::predict_chroma(decision.chroma_mode, edges, prediction.of_chroma(c), 16);
    }
    code_chroma(source, prediction, true, x, y, coded, levels, reconstruction);
}

void MacroblockCoder::code_intra_4x4(const MacroblockSamples& source, int x, int y,
                                     const Neighbors& neighbors, const MacroblockDecision& decision,
                                     CodedMacroblock& coded, MacroblockLevels& levels,
                                     Frame& reconstruction) const {
    const int stride = reconstruction.stride(0);
    levels.luma_pattern = 0;
    for (int b = 0; b < 16; b++) {
        const int bx = block_x(b), by = block_y(b);
        const bool has_upper = by > 0 || neighbors.upper;
        const bool has_upper_right = by == 0 ? (bx < 12 ? neighbors.upper : neighbors.upper_right) != nullptr
                                             : bx < 12 && vme::entry_at(bx / 4 + 1, by / 4 - 1) < b;
        const bool has_upper_left = bx > 0   ? has_upper
                                    : by > 0 ? neighbors.left != nullptr
                                             : neighbors.upper_left != nullptr;
        const vme::Edges edges =
            edges_around(reconstruction, 0, 16 * x + bx, 16 * y + by, 4, bx > 0 || neighbors.left, has_upper,
                         has_upper_left, has_upper_right);
        uint8_t prediction[16 * 4];
        vme::predict_luma(decision.luma_modes[b], edges, 4, prediction, 16);
        const uint8_t* pixels = source.luma.data() + 16 * by + bx;
        Blocks<1> block;
        for (int i = 0; i < 16; i++) {
            const int at = i / 4 * 16 + i % 4;
            block.c[i][0] = static_cast<int16_t>(pixels[at] - prediction[at]);
        }
        forward_transform(block);
        intra_.quantize(block);
        const auto count = static_cast<uint8_t>(count_levels(block, 0)[0]);
        scan(block, 0, count, 0, levels.luma[b]);
        coded.luma_counts[kRasterOfEntry[b]] = count;
        uint8_t* to = reconstruction.at(0, 16 * x + bx, 16 * y + by);
        if (count == 0) {
            copy_block<4>(prediction, 16, to, stride);
            continue;
        }
        levels.luma_pattern = static_cast<uint8_t>(levels.luma_pattern | 1 << b / 4);
        luma_.scale(block);
        inverse_transform(block);
        add(block, 0, prediction, 16, to, stride);
    }
}

void MacroblockCoder::code_intra_16x16(const MacroblockSamples& source, int x, int y,
                                       const Neighbors& neighbors, vme::LumaMode mode, CodedMacroblock& coded,
                                       MacroblockLevels& levels, Frame& reconstruction) const {
    const vme::Edges edges = edges_around(reconstruction, 0, 16 * x, 16 * y, 16, neighbors.left,
                                          neighbors.upper, neighbors.upper_left, false);
    vme::Pixels prediction;
    vme::predict_luma_16x16(mode, edges, prediction.data(), 16);
    Blocks<16> blocks;
    functions_.transform(source.luma.data(), prediction.data(), 4, blocks.c[0]);
    int dc[16];
    for (int i = 0; i < 16; i++) dc[i] = blocks.c[0][i];
    hadamard_4x4(dc);
    int16_t dc_levels[16];
    for (int i = 0; i < 16; i++) dc_levels[i] = intra_.quantize_dc(dc[i] / 2);
    for (int k = 0; k < 16; k++) levels.luma_dc[k] = dc_levels[kZigzag[k]];

    intra_.quantize(blocks);
    levels.luma_pattern = 0;
    const std::array<int16_t, 16> counts = count_levels(blocks, 1);
    for (int b = 0; b < 16; b++) {
        const int lane = kRasterOfEntry[b];
        coded.luma_counts[lane] = static_cast<uint8_t>(counts[lane]);
        scan(blocks, lane, counts[lane], 1, levels.luma[b]);
        if (counts[lane]) levels.luma_pattern = 15;
    }
    luma_.scale(blocks);
    for (int i = 0; i < 16; i++) dc[i] = dc_levels[i];
    hadamard_4x4(dc);
    for (int b = 0; b < 16; b++) blocks.c[0][b] = luma_.scale_luma_dc(dc[b]);
    inverse_transform(blocks);
    for (int b = 0; b < 16; b++)
        add(blocks, kRasterOfEntry[b], prediction.data() + 16 * block_y(b) + block_x(b), 16,
            reconstruction.at(0, 16 * x + block_x(b), 16 * y + block_y(b)), reconstruction.stride(0));
}

namespace {

// The lane of block b of Cb (c = 0) or Cr, as their samples lie beside each other.
constexpr int chroma_lane(int c, int b) { return b / 2 * 4 + 2 * c + b % 2; }

// Chroma's eight blocks after the transform, and their DC coefficients after the second one. [8.5.11.1
// backwards]
struct ChromaCoefficients {
    Blocks<8> blocks;
    int dc[2][4];

    ChromaCoefficients(const vme::UnitFunctions& functions, const MacroblockSamples& source,
                       const MacroblockSamples& prediction) {
        functions.transform(source.chroma.data(), prediction.chroma.data(), 2, blocks.c[0]);
        for (int c = 0; c < 2; c++) {
            for (int i = 0; i < 4; i++) dc[c][i] = blocks.c[0][chroma_lane(c, i)];
            transform_dc(dc[c]);
        }
    }
    static void transform_dc(int values[4]) {
        const int a = values[0], b = values[1], c = values[2], d = values[3];
        values[0] = a + b + c + d;
        values[1] = a - b + c - d;
        values[2] = a + b - c - d;
        values[3] = a - b - c + d;
    }
};

}  // namespace

void MacroblockCoder::code_chroma(const MacroblockSamples& source, const MacroblockSamples& prediction,
                                  bool intra, int x, int y, CodedMacroblock& coded, MacroblockLevels& levels,
                                  Frame& reconstruction) const {
    const Quantizer& quantizer = intra ? chroma_intra_ : chroma_inter_;
    ChromaCoefficients coefficients(functions_, source, prediction);
    Blocks<8>& blocks = coefficients.blocks;
    const std::array<int16_t, 8> counts =
        quantizer.quantize(blocks) ? count_levels(blocks, 1) : std::array<int16_t, 8>{};
    bool has_dc = false, has_ac = false;
    for (int c = 0; c < 2; c++) {
        int sum = 0;
        bool any = false;
        for (int b = 0; b < 4; b++) {
            levels.chroma_dc[c][b] = quantizer.quantize_dc(coefficients.dc[c][b]);
            has_dc |= levels.chroma_dc[c][b] != 0;
            const int lane = chroma_lane(c, b);
            coded.chroma_counts[c][b] = static_cast<uint8_t>(counts[lane]);
            scan(blocks, lane, counts[lane], 1, levels.chroma[c][b]);
            if (coded.chroma_counts[c][b] == 0) continue;
            any = true;
            sum += worth(levels.chroma[c][b], 1);
        }
        if (!intra && any && sum <= kWorthOfChroma) {
            any = false;
            coded.chroma_counts[c] = {};
            for (int b = 0; b < 4; b++)
                for (int i = 1; i < 16; i++) levels.chroma[c][b][i] = blocks.c[i][chroma_lane(c, b)] = 0;
        }
        has_ac |= any;
    }
    levels.chroma_pattern = has_ac ? 2 : has_dc ? 1 : 0;
    const int stride = reconstruction.stride(1);
    if (!has_dc && !has_ac) {
        for (int c = 0; c < 2; c++)
            copy_block<8>(prediction.of_chroma(c), 16, reconstruction.at(1 + c, 8 * x, 8 * y), stride);
        return;
    }
    chroma_.scale(blocks);
    for (int c = 0; c < 2; c++) {
        int dc[4];
        for (int i = 0; i < 4; i++) dc[i] = levels.chroma_dc[c][i];
        ChromaCoefficients::transform_dc(dc);
        for (int i = 0; i < 4; i++) blocks.c[0][chroma_lane(c, i)] = chroma_.scale_chroma_dc(dc[i]);
    }
    inverse_transform(blocks);
    for (int b = 0; b < 8; b++) {
        const int c = b / 4, bx = b % 2 * 4, by = b % 4 / 2 * 4;
        add(blocks, chroma_lane(c, b % 4), prediction.of_chroma(c) + 16 * by + bx, 16,
            reconstruction.at(1 + c, 8 * x + bx, 8 * y + by), stride);
    }
}

bool MacroblockCoder::is_chroma_zero(const MacroblockSamples& source,
                                     const MacroblockSamples& prediction) const {
    ChromaCoefficients coefficients(functions_, source, prediction);
    const std::array<int16_t, 8> counts = chroma_inter_.quantize(coefficients.blocks)
                                              ? count_levels(coefficients.blocks, 1)
                                              : std::array<int16_t, 8>{};
    for (int c = 0; c < 2; c++) {
        int sum = 0;
        int16_t levels[16];
        for (int b = 0; b < 4; b++) {
            if (chroma_inter_.quantize_dc(coefficients.dc[c][b]) != 0) return false;
            const int lane = chroma_lane(c, b);
            if (counts[lane] == 0) continue;
            scan(coefficients.blocks, lane, counts[lane], 1, levels);
            sum += worth(levels, 1);
        }
        if (sum > kWorthOfChroma) return false;
    }
    return true;
}

}  // namespace genmedia::encode
