// SPDX-License-Identifier: MIT
// Bits of headers: read as H.264 writes them, and written as bytes.
#pragma once

#include "encode/bitstream/bit_writer.h"

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

// Adds what was written, filled up with zeros.
inline void append(std::vector<uint8_t>& to, encode::BitWriter bits) {
    bits.align();
    for (size_t i = 0; i < bits.byte_count(); i++) to.push_back(bits.byte(i));
}

inline void append_start_code(std::vector<uint8_t>& to, uint8_t code) {
    to.insert(to.end(), {0, 0, 1, code});
}

}  // namespace genmedia::va
