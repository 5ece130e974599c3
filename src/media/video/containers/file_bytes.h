// SPDX-License-Identifier: MIT
// Bytes of a file by their position; zeros behind its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace genmedia::media {

class FileBytes {
public:
    explicit FileBytes(const std::string& path) : file_(path, std::ios::binary) {
        std::error_code error;
        size_ = std::filesystem::file_size(path, error);
        if (error) size_ = 0;
    }
    uint64_t size() const { return size_; }

    std::string at(uint64_t position, size_t count) {
        if (position >= size_) return std::string(count, '\0');
        if (position < begin_ || position + count > begin_ + held_.size())
            read(position, std::max(count, kReadAhead));
        return held_.substr(position - begin_, count);
    }
    uint64_t big_endian(uint64_t position, size_t count) {
        uint64_t value = 0;
        for (const char c : at(position, count)) value = value << 8 | static_cast<uint8_t>(c);
        return value;
    }
    uint64_t little_endian(uint64_t position, size_t count) {
        const std::string bytes = at(position, count);
        uint64_t value = 0;
        for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
        return value;
    }

private:
    static constexpr size_t kReadAhead = 4096;  // headers lie close to each other, or far apart

    void read(uint64_t position, size_t count) {
        held_.assign(count, '\0');
        begin_ = position;
        file_.clear();
        file_.seekg(static_cast<std::streamoff>(position));
        file_.read(held_.data(), static_cast<std::streamsize>(count));
    }

    std::ifstream file_;
    uint64_t size_ = 0, begin_ = 0;
    std::string held_;
};

}  // namespace genmedia::media
