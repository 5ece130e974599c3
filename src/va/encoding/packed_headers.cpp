// SPDX-License-Identifier: MIT
#include "va/encoding/packed_headers.h"

#include <algorithm>

namespace genmedia::va {
namespace {

constexpr uint8_t kStart[] = {0, 0, 1};

bool begins_slice(const std::vector<uint8_t>& bytes) {
    const size_t start = start_code_length(bytes);
    if (start == 0 || start >= bytes.size()) return false;
    const int type = bytes[start] & 31;
    return type == 1 || type == 5;  // nal_unit_type
}

// Programs may put other units before the slice's, say an access unit delimiter. Those become headers of
// their own.
void add_slice_header(PackedHeader header, std::vector<PackedHeader>& headers) {
    while (!begins_slice(header.bytes)) {
        const auto begin = header.bytes.begin() + static_cast<ptrdiff_t>(start_code_length(header.bytes));
        auto next = std::search(begin, header.bytes.end(), std::begin(kStart), std::end(kStart));
        if (next == header.bytes.end()) break;
        if (next != begin && next[-1] == 0) next--;
        PackedHeader other{VAEncPackedHeaderRawData, header.slices, 0, header.has_escapes, {}};
        other.bytes.assign(header.bytes.begin(), next);
        other.bit_length = 8 * other.bytes.size();
        header.bytes.erase(header.bytes.begin(), next);
        header.bit_length -= other.bit_length;
        headers.push_back(std::move(other));
    }
    headers.push_back(std::move(header));
}

}  // namespace

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
        PackedHeader header{announced->type, slices, length, announced->has_emulation_bytes != 0,
                            std::vector<uint8_t>(part.bytes.begin(), last)};
        if (header.type == VAEncPackedHeaderSlice)
            add_slice_header(std::move(header), headers);
        else
            headers.push_back(std::move(header));
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
