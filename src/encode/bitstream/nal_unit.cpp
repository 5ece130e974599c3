// SPDX-License-Identifier: MIT
#include "encode/bitstream/nal_unit.h"

namespace genmedia::encode {

void append_nal_unit(NalType type, const BitWriter& payload, std::vector<uint8_t>& stream) {
    append_nal_unit(nal_header(type), payload, stream);
}

void append_nal_unit(uint8_t header, const BitWriter& payload, std::vector<uint8_t>& stream) {
    const size_t count = payload.byte_count();
    stream.reserve(stream.size() + count + count / 64 + 16);
    stream.insert(stream.end(), {0, 0, 0, 1});
    stream.push_back(header);
    int zeros = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t byte = payload.byte(i);
        if (zeros >= 2 && byte <= 3) {
            stream.push_back(3);  // emulation_prevention_three_byte
            zeros = 0;
        }
        stream.push_back(byte);
        zeros = byte == 0 ? zeros + 1 : 0;
    }
}

}  // namespace genmedia::encode
