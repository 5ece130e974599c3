// SPDX-License-Identifier: MIT
#include "va/encoding/packed_headers.h"

namespace genmedia::va {

std::optional<std::vector<PackedHeader>> packed_headers_of(const PictureParts& parts) {
    std::vector<PackedHeader> headers;
    const VAEncPackedHeaderParameterBuffer* announced = nullptr;
    unsigned slices = 0;
    for (const PicturePart& part : parts) {
        if (part.type == VAEncSliceParameterBufferType) slices += part.count;
        if (part.type == VAEncPackedHeaderParameterBufferType) {
            if (announced != nullptr) return std::nullopt;
            announced = part.as<VAEncPackedHeaderParameterBuffer>();
            if (announced == nullptr) return std::nullopt;
        }
        if (part.type != VAEncPackedHeaderDataBufferType) continue;
        if (announced == nullptr || announced->bit_length > 8 * part.bytes.size()) return std::nullopt;
        const size_t length = announced->bit_length;
        const auto last = part.bytes.begin() + static_cast<ptrdiff_t>((length + 7) / 8);
        headers.push_back({announced->type, slices, length, announced->has_emulation_bytes != 0,
                           std::vector<uint8_t>(part.bytes.begin(), last)});
        announced = nullptr;
    }
    if (announced != nullptr) return std::nullopt;
    return headers;
}

// Zeros, at least two, and a one.
size_t start_code_length(const std::vector<uint8_t>& bytes) {
    size_t zeros = 0;
    while (zeros < bytes.size() && bytes[zeros] == 0) zeros++;
    return zeros >= 2 && zeros < bytes.size() && bytes[zeros] == 1 ? zeros + 1 : 0;
}

void append_packed(const PackedHeader& header, std::vector<uint8_t>& stream) {
    const size_t start = start_code_length(header.bytes);
    if (header.has_escapes || start == 0) {
        stream.insert(stream.end(), header.bytes.begin(), header.bytes.end());
        return;
    }
    size_t zeros = 0;
    for (size_t i = 0; i < header.bytes.size(); i++) {
        const uint8_t byte = header.bytes[i];
        if (i == start) zeros = 0;
        if (i >= start && zeros >= 2 && byte <= 3) {
            stream.push_back(3);
            zeros = 0;
        }
        stream.push_back(byte);
        zeros = byte == 0 ? zeros + 1 : 0;
    }
}

}  // namespace genmedia::va
