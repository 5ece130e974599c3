// SPDX-License-Identifier: MIT
// AV1's headers, written anew from what VA-API hands over. In av1_*.cpp [clause] is a clause of the AV1
// Bitstream & Decoding Process Specification, version 1.0.0 with errata 1.
#pragma once

#include "va/decoding/picture_decoder.h"

#include <va/va.h>
#include <va/va_dec_av1.h>

#include <array>
#include <cstdint>
#include <vector>

namespace genmedia::va {

// gm_params of the references LAST to ALTREF. [7.20]
using GlobalMotion = std::array<std::array<int32_t, 6>, 7>;
GlobalMotion no_global_motion();
GlobalMotion global_motion_of(const VADecPictureParameterBufferAV1& frame);

constexpr bool is_intra(const VADecPictureParameterBufferAV1& frame) {  // FrameIsIntra [5.9.2]
    return frame.pic_info_fields.bits.frame_type == 0 || frame.pic_info_fields.bits.frame_type == 2;
}
// Whether all slots are the frame's afterwards.
constexpr bool is_shown_key(const VADecPictureParameterBufferAV1& frame) {
    return frame.pic_info_fields.bits.frame_type == 0 && frame.pic_info_fields.bits.show_frame != 0;
}

// What a header needs to know of a decoder's slots, in which references are.
struct Av1Slots {
    std::array<uint8_t, 8> order_hints{};
    std::array<uint8_t, 7> of_references{};      // slots of LAST to ALTREF
    GlobalMotion previous = no_global_motion();  // of the frame's primary reference
    uint8_t refreshed = 0;                       // a bit for each slot that gets the frame
};

// An OBU of a sequence header. [5.5]
std::vector<uint8_t> av1_sequence_header(const VADecPictureParameterBufferAV1& frame);
// A temporal delimiter and an OBU_FRAME. [5.10] Empty: its numbers, or its tiles, cannot be expressed.
std::vector<uint8_t> av1_frame(const VADecPictureParameterBufferAV1& frame, const Av1Slots& slots,
                               const std::vector<SliceBytes>& tiles);

}  // namespace genmedia::va
