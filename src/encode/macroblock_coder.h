// SPDX-License-Identifier: MIT
// From a decision to levels, and to the samples that decoders make of them.
#pragma once

#include "encode/frame.h"
#include "encode/macroblock.h"
#include "encode/reconstruction/integer_transform.h"
#include "vme/unit_functions.h"

#include <span>

namespace genmedia::encode {

// A macroblock's samples. Lines of each plane are 16 apart; those of Cr lie beside those of Cb.
struct MacroblockSamples {
    alignas(32) vme::Pixels luma;
    alignas(32) std::array<uint8_t, 8 * 16> chroma;

    uint8_t* of_chroma(int component) { return chroma.data() + 8 * component; }
    const uint8_t* of_chroma(int component) const { return chroma.data() + 8 * component; }
};

// Levels in scan order. Luma blocks are in Z order. Blocks of AC coefficients begin at entry 1.
struct MacroblockLevels {
    alignas(32) int16_t luma[16][16];
    int16_t luma_dc[16];  // of intra_16x16
    alignas(32) int16_t chroma[2][4][16];
    int16_t chroma_dc[2][4];
    uint8_t luma_pattern, chroma_pattern;  // CodedBlockPatternLuma, CodedBlockPatternChroma [7.4.5]
};

// Codes macroblocks of pictures of one QP.
class MacroblockCoder {
public:
    MacroblockCoder(const vme::UnitFunctions& functions, int qp, int chroma_qp_offset = 0);

    // Fills the levels, the counts of `coded`, and macroblock (x, y) of `reconstruction`. `coded` has type
    // and vectors; `skipped`: no levels are wanted.
    void code_inter(const MacroblockSamples& source, std::span<const Frame* const> references, int x, int y,
                    const MacroblockDecision& decision, bool skipped, CodedMacroblock& coded,
                    MacroblockLevels& levels, Frame& reconstruction) const;
    void code_intra(const MacroblockSamples& source, int x, int y, const Neighbors& neighbors,
                    const MacroblockDecision& decision, CodedMacroblock& coded, MacroblockLevels& levels,
                    Frame& reconstruction) const;

    // Whether chroma with this prediction would have no levels.
    bool is_chroma_zero(const MacroblockSamples& source, const MacroblockSamples& prediction) const;

private:
    void code_intra_4x4(const MacroblockSamples& source, int x, int y, const Neighbors& neighbors,
                        const MacroblockDecision& decision, CodedMacroblock& coded, MacroblockLevels& levels,
                        Frame& reconstruction) const;
    void code_intra_16x16(const MacroblockSamples& source, int x, int y, const Neighbors& neighbors,
                          vme::LumaMode mode, CodedMacroblock& coded, MacroblockLevels& levels,
                          Frame& reconstruction) const;
    void code_chroma(const MacroblockSamples& source, const MacroblockSamples& prediction, bool intra, int x,
                     int y, CodedMacroblock& coded, MacroblockLevels& levels, Frame& reconstruction) const;

    const vme::UnitFunctions& functions_;
    Quantizer intra_, inter_, chroma_intra_, chroma_inter_;
    Dequantizer luma_, chroma_;
};

// The samples that vectors point to.
void predict_inter(std::span<const Frame* const> references, int x, int y, const CodedMacroblock& coded,
                   const MacroblockDecision& decision, MacroblockSamples& prediction);

// What intra prediction of a square block at sample (x, y) of a plane sees; `size` is its side. [8.3.1.2]
vme::Edges edges_around(const Frame& frame, int plane, int x, int y, int size, bool has_left, bool has_upper,
                        bool has_upper_left, bool has_upper_right);

}  // namespace genmedia::encode
