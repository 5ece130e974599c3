// SPDX-License-Identifier: MIT
// Headers that programs write themselves, and hand over for the driver to put out.
#pragma once

#include "va/picture_parts.h"

#include <optional>

namespace genmedia::va {

// VAEncPackedHeaderParameterBuffer and the data behind it.
struct PackedHeader {
    unsigned type;      // VAEncPackedHeaderType
    unsigned slices;    // slice parameters that were handed over before it
    size_t bit_length;  // of `bytes`
    bool has_escapes;   // emulation_prevention_three_byte, where the stream must have them
    std::vector<uint8_t> bytes;
};

// In order. Nothing: one lacks its data, or its length leaves it.
std::optional<std::vector<PackedHeader>> packed_headers_of(const PictureParts& parts);

// The bytes of the start code before a NAL unit; 0: none.
size_t start_code_length(const std::vector<uint8_t>& bytes);
// Appends a whole NAL unit, or any bytes without a start code as they are.
void append_packed(const PackedHeader& header, std::vector<uint8_t>& stream);

}  // namespace genmedia::va
