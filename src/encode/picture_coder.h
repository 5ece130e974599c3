// SPDX-License-Identifier: MIT
// One picture: decisions, levels and bits of all macroblocks in wavefront order, then slices, then
// deblocking.
#pragma once

#include "encode/bitstream/macroblock_writer.h"
#include "encode/decisions/decide.h"
#include "encode/frame.h"

#include <vector>

namespace genmedia::encode {

// A picture to code, in whole macroblocks: its last samples are repeated.
struct SourcePicture {
    Frame frame;
    std::vector<uint8_t> interleaved;  // chroma as the unit takes it

    // `picture` has the options' sides.
    SourcePicture(const Yuv420View& picture, int32_t columns, int32_t rows);
    PlaneView chroma() const {
        return {interleaved.data(), frame.width(1), frame.height(1), 2 * frame.width(1), 2};
    }
    void load(int x, int y, MacroblockSamples& samples) const;
};

struct PictureTask {
    const vme::UnitFunctions& functions;
    const EncoderOptions& options;
    const SourcePicture& source;
    std::span<const Frame* const> references;  // the last picture first; none in an IDR picture
    int qp;
    uint32_t frame_number, key_number;
    const std::vector<MacroblockDecision>* given;  // null: the unit decides
};

struct CodedPicture {
    std::vector<uint8_t> bytes;
    Frame reconstruction;  // deblocked
    std::vector<MacroblockDecision> decisions;
    std::vector<uint16_t> bits;
};

CodedPicture code_picture(const PictureTask& task);

}  // namespace genmedia::encode
