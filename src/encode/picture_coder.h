// SPDX-License-Identifier: MIT
// One picture: decisions, levels and bits of all macroblocks in wavefront order, then slices, then
// deblocking.
#pragma once

#include "encode/bitstream/macroblock_writer.h"
#include "encode/decisions/decide.h"
#include "encode/frame.h"
#include "encode/reconstruction/deblocking.h"

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

// What a stream says of a picture and its slices beside their macroblocks.
struct PictureSyntax {
    struct Slice {
        int first_macroblock;
        uint8_t nal_header;  // nal_ref_idc and nal_unit_type
        BitWriter header;    // slice_header()
        int cabac_init_idc = 0;
    };
    std::vector<Slice> slices;
    int reference_count = 0;  // of P slices: num_ref_idx_l0_active; no fewer than the task's references
    DeblockingSyntax deblocking;
    int chroma_qp_offset = 0;
    bool cabac = false;               // entropy_coding_mode
    bool transform_8x8_mode = false;  // of the picture parameters; macroblocks say that they do not use it
};

// As the options have it: `references` of them, 0 in an IDR picture. Frame and key numbers are those of
// SliceHeader.
PictureSyntax syntax_for(const EncoderOptions& options, int references, int qp, uint32_t frame_number,
                         uint32_t key_number);

struct PictureTask {
    const vme::UnitFunctions& functions;
    const EncoderOptions& options;  // sides, threads, decisions
    const Level& level;             // whose limits vectors keep
    const PictureSyntax& syntax;
    const SourcePicture& source;
    std::span<const Frame* const> references;  // by their index; none where all is intra
    int qp;
    const std::vector<MacroblockDecision>* given;  // null: the unit decides
    const MacroblockControls* controls = nullptr;
};

struct CodedPicture {
    std::vector<uint8_t> bytes;      // slices behind start codes
    std::vector<size_t> slice_ends;  // in `bytes`
    Frame reconstruction;            // deblocked
    std::vector<MacroblockDecision> decisions;
    std::vector<uint16_t> bits;
    std::vector<MacroblockDistortions> distortions;  // where the controls ask for them
};

CodedPicture code_picture(const PictureTask& task);

}  // namespace genmedia::encode
