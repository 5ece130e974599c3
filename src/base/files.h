// SPDX-License-Identifier: MIT
// Whole files.
#pragma once

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace genmedia {

inline std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

// False: errno says why.
inline bool write_directly(const std::filesystem::path& path, const std::string& content) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return false;
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    const int reason = errno;
    if (std::fclose(file) == 0 && written) return true;
    if (!written) errno = reason;
    return false;
}

// Writes the file whole or not at all: writes another beside it, then renames that. What is not a regular
// file, such as /dev/null, is written directly. False: errno says why.
inline bool write_file(const std::filesystem::path& path, const std::string& content) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status there = fs::status(path, error);
    if (fs::exists(there) && !fs::is_regular_file(there)) return write_directly(path, content);
    const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
    fs::path part = target;
    part += ".part";
    if (write_directly(part, content)) {
        fs::rename(part, target, error);
        if (!error) return true;
        errno = error.value();
    }
    const int reason = errno;
    fs::remove(part, error);
    errno = reason;
    return false;
}

}  // namespace genmedia
