// SPDX-License-Identifier: MIT
// Uncompressed Windows bitmaps of 8, 24 or 32 bits a pixel. Data is as in the file: the bottom row first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace cm::util::bitmap {

class BitMap {
public:
    BitMap() = default;

    unsigned int getWidth() const { return static_cast<unsigned int>(width_); }
    unsigned int getHeight() const { return static_cast<unsigned int>(std::abs(height_)); }
    unsigned int getBPP() const { return bits_; }  // bits per pixel
    // Rows without padding.
    unsigned char* getData() const { return data_.get(); }
    // Takes ownership of memory from new[].
    void setData(unsigned char* data) { data_.reset(data, std::default_delete<unsigned char[]>()); }

    // Ends the program with a message if the file is no such bitmap.
    static BitMap load(const char* name) {
        std::ifstream file(name, std::ios::binary);
        std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        BitMap map;
        if (!map.parse(bytes)) {
            std::cerr << name << ": no uncompressed bitmap of 8, 24 or 32 bits a pixel\n";
            std::exit(1);
        }
        return map;
    }
    static BitMap load(const std::string& name) { return load(name.c_str()); }

    void save(const char* name) const {
        std::vector<unsigned char> bytes = header_;
        const std::size_t row = row_bytes(), padded = (row + 3) / 4 * 4;
        for (std::size_t y = 0; y < getHeight(); y++) {
            bytes.insert(bytes.end(), getData() + y * row, getData() + (y + 1) * row);
            bytes.insert(bytes.end(), padded - row, 0);
        }
        std::ofstream file(name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) std::cerr << name << ": cannot be written\n";
    }
    void save(const std::string& name) const { save(name.c_str()); }

    // Whether two files have the same size and no byte of their data differs by more than `tolerance`.
    static bool checkResult(const std::string& name, const std::string& expected_name, int tolerance) {
        const BitMap found = load(name), expected = load(expected_name);
        if (found.getWidth() != expected.getWidth() || found.getHeight() != expected.getHeight() ||
            found.bits_ != expected.bits_) {
            std::cerr << name << " and " << expected_name << " differ in size\n";
            return false;
        }
        const std::size_t bytes = found.row_bytes() * found.getHeight();
        for (std::size_t i = 0; i < bytes; i++) {
            if (std::abs(int(found.getData()[i]) - int(expected.getData()[i])) <= tolerance) continue;
            std::cerr << name << ": byte " << i << " is " << int(found.getData()[i]) << ", expected "
                      << int(expected.getData()[i]) << " within " << tolerance << "\n";
            return false;
        }
        return true;
    }

private:
    std::size_t row_bytes() const { return getWidth() * std::size_t{bits_} / 8; }

    bool parse(const std::vector<unsigned char>& bytes) {
        const auto number = [&](std::size_t at) {
            std::int32_t n;
            std::memcpy(&n, &bytes[at], 4);
            return n;
        };
        if (bytes.size() < 54 || bytes[0] != 'B' || bytes[1] != 'M' || number(30) != 0) return false;
        const auto first = static_cast<std::size_t>(number(10));
        width_ = number(18);
        height_ = number(22);
        bits_ = bytes[28];
        const std::size_t row = row_bytes(), padded = (row + 3) / 4 * 4;
        if ((bits_ != 8 && bits_ != 24 && bits_ != 32) || width_ <= 0 || first < 54 ||
            first + padded * getHeight() > bytes.size())
            return false;
        header_.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(first));
        setData(new unsigned char[std::max<std::size_t>(row * getHeight(), 1)]);
        for (std::size_t y = 0; y < getHeight(); y++) std::memcpy(getData() + y * row, &bytes[first + y * padded], row);
        return true;
    }

    std::int32_t width_ = 0, height_ = 0;
    unsigned int bits_ = 0;
    std::vector<unsigned char> header_;  // all bytes before the pixels
    std::shared_ptr<unsigned char> data_;
};

}  // namespace cm::util::bitmap
