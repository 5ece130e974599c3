// SPDX-License-Identifier: MIT
// Bits of headers: read as H.264 writes them, and written as bytes.
#pragma once

#include "encode/bitstream/bit_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::va {

// Zeros follow the end.
class BitReader {
public:
    BitReader(const uint8_t* data, size_t size) : data_(data), size_(size) {}

    unsigned get(int count) {
        unsigned value = 0;
        for (int i = 0; i < count; i++, at_++)
            value = value << 1 | (at_ / 8 < size_ ? data_[at_ / 8] >> (7 - at_ % 8) & 1 : 0);
        return value;
    }
    unsigned get_ue() {  // [9.1]
        int zeros = 0;
        while (zeros < 32 && at_ / 8 < size_ && get(1) == 0) zeros++;
        return zeros >= 32 ? 0 : (1u << zeros) - 1 + get(zeros);
    }

    void skip(size_t count) { at_ += count; }
    size_t place() const { return at_; }  // in bits

private:
    const uint8_t* data_;
    size_t size_, at_ = 0;
};

// At most `most` bytes of a NAL unit without those that are there against false start codes.
inline std::vector<uint8_t> without_escapes(const uint8_t* data, size_t size, size_t most) {
    std::vector<uint8_t> bytes;
    bytes.reserve(std::min(size, most));
    int zeros = 0;
    for (size_t i = 0; i < size && bytes.size() < most; i++) {
        if (zeros >= 2 && data[i] == 3) {
            zeros = 0;
            continue;
        }
        zeros = data[i] == 0 ? zeros + 1 : 0;
        bytes.push_back(data[i]);
    }
    return bytes;
}

// The weights of a scaling list, as H.264 and HEVC write them: differences, in the order of `places`.
template <class Places>
void put_weights(const uint8_t* weights, const Places& places, int last, encode::BitWriter& bits) {
    for (const size_t place : places) {
        const int weight = std::max<int>(weights[place], 1);  // 0 has another meaning
        bits.put_se((weight - last + 384) % 256 - 128);
        last = weight;
    }
}

// Adds what was written, filled up with zeros.
inline void append(std::vector<uint8_t>& to, encode::BitWriter bits) {
    bits.align();
    for (size_t i = 0; i < bits.byte_count(); i++) to.push_back(bits.byte(i));
}

inline void append_start_code(std::vector<uint8_t>& to, uint8_t code) {
    to.insert(to.end(), {0, 0, 1, code});
}

}  // namespace genmedia::va
