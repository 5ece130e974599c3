// SPDX-License-Identifier: MIT
// NAL units as a stream of bytes. [7.3.1, annex B]
#pragma once

#include "encode/bitstream/bit_writer.h"

namespace genmedia::encode {

enum class NalType : uint8_t {
    slice = 1,
    idr_slice = 5,
    messages = 6,
    sequence_parameters = 7,
    picture_parameters = 8,
    filler = 12
};

// Appends the unit behind a start code. `payload` is whole bytes: finish() was called.
void append_nal_unit(NalType type, const BitWriter& payload, std::vector<uint8_t>& stream);
// The same with another nal_ref_idc: `header` is the unit's first byte.
void append_nal_unit(uint8_t header, const BitWriter& payload, std::vector<uint8_t>& stream);

// The first byte of a unit, as the encoder's own have it: all pictures may be referred to. [table 7-1]
constexpr uint8_t nal_header(NalType type) {
    const int nal_ref_idc = type == NalType::messages || type == NalType::filler ? 0 : 3;
    return static_cast<uint8_t>(nal_ref_idc << 5 | static_cast<int>(type));
}

}  // namespace genmedia::encode
