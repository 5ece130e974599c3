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
    picture_parameters = 8
};

// Appends the unit behind a start code. `payload` is whole bytes: finish() was called.
void append_nal_unit(NalType type, const BitWriter& payload, std::vector<uint8_t>& stream);

}  // namespace genmedia::encode
