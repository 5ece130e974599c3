// SPDX-License-Identifier: MIT
// Rows of 32 bytes, and the fields in them.
#pragma once

#include <cm/abi.h>

#include <cstdint>
#include <cstring>

namespace genmedia::runtime {

inline constexpr int kVmeRowBytes = 32;

class VmeRows {
public:
    explicit VmeRows(const std::uint8_t* data) : data_(data) {}

    std::uint8_t byte(int row, int at) const { return data_[row * kVmeRowBytes + at]; }
    bool bit(int row, int at, int number) const { return (byte(row, at) >> number & 1) != 0; }
    // Bits first .. first + count - 1 of a byte.
    std::uint8_t bits(int row, int at, int first, int count) const {
        return static_cast<std::uint8_t>(byte(row, at) >> first & ((1 << count) - 1));
    }
    // Little-endian. `at` is an index in units of the value's size.
    std::uint16_t word(int row, int at) const { return load<std::uint16_t>(row, at); }
    std::uint32_t dword(int row, int at) const { return load<std::uint32_t>(row, at); }
    std::uint64_t qword(int row, int at) const { return load<std::uint64_t>(row, at); }

private:
    template <class T>
    T load(int row, int at) const {
        T value;
        std::memcpy(&value, data_ + row * kVmeRowBytes + at * static_cast<int>(sizeof(T)), sizeof(T));
        return value;
    }

    const std::uint8_t* data_;
};

// A search control with two references and two records has this bit. [prm: M0.3 10:8, page 64]
constexpr bool is_dual_reference(unsigned search_control) { return (search_control & 4) != 0; }

class VmeRowWriter {
public:
    explicit VmeRowWriter(std::uint8_t* data) : data_(data) {}

    void clear(int rows) { std::memset(data_, 0, static_cast<std::size_t>(rows) * kVmeRowBytes); }
    void byte(int row, int at, unsigned value) { store(row, at, static_cast<std::uint8_t>(value)); }
    void word(int row, int at, unsigned value) { store(row, at, static_cast<std::uint16_t>(value)); }
    void dword(int row, int at, std::uint32_t value) { store(row, at, value); }
    void qword(int row, int at, std::uint64_t value) { store(row, at, value); }

private:
    template <class T>
    void store(int row, int at, T value) {
        std::memcpy(data_ + row * kVmeRowBytes + at * static_cast<int>(sizeof(T)), &value, sizeof(T));
    }

    std::uint8_t* data_;
};

}  // namespace genmedia::runtime
