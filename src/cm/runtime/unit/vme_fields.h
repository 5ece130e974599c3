// SPDX-License-Identifier: MIT
// Rows of 32 bytes, and the fields in them.
#pragma once

#include <cm/abi.h>

#include <cstdint>
#include <cstring>

namespace genmedia::runtime {

inline constexpr int kVmeRowBytes = 32;

// Bits of a little-endian number in a message. Of a field of several numbers they are those of the first.
struct VmeField {
    int offset;          // of the number, in bytes
    int row_step, step;  // from one number to the next, in bytes; 0 where there are no several
    int bytes, first, count;

    constexpr uint32_t mask() const { return static_cast<uint32_t>((1ull << count) - 1); }
    // That of number i, or of numbers i and j.
    constexpr VmeField operator()(int i) const {
        if (row_step != 0) return {offset + i * row_step, 0, step, bytes, first, count};
        return {offset + i * step, 0, 0, bytes, first, count};
    }
    constexpr VmeField operator()(int i, int j) const { return (*this)(i)(j); }
};

class VmeRows {
public:
    explicit VmeRows(const uint8_t* data) : data_(data) {}

    uint32_t operator[](const VmeField& field) const {
        uint32_t value = 0;
        std::memcpy(&value, data_ + field.offset, static_cast<size_t>(field.bytes));
        return value >> field.first & field.mask();
    }
    uint8_t byte(const VmeField& field) const { return static_cast<uint8_t>((*this)[field]); }
    int16_t signed_word(const VmeField& field) const { return static_cast<int16_t>((*this)[field]); }

private:
    const uint8_t* data_;
};

// A search control with two references and two records has this bit. [prm: M0.3 10:8, page 64]
constexpr bool is_dual_reference(uint32_t search_control) { return (search_control & 4) != 0; }

class VmeRowWriter {
public:
    explicit VmeRowWriter(uint8_t* data) : data_(data) {}

    void clear(int rows) { std::memset(data_, 0, static_cast<size_t>(rows) * kVmeRowBytes); }
    void set(const VmeField& field, uint32_t value) {
        const uint32_t mask = field.mask() << field.first;
        value = (VmeRows(data_)[{field.offset, 0, 0, field.bytes, 0, 8 * field.bytes}] & ~mask) |
                (value << field.first & mask);
        std::memcpy(data_ + field.offset, &value, static_cast<size_t>(field.bytes));
    }

private:
    uint8_t* data_;
};

}  // namespace genmedia::runtime
