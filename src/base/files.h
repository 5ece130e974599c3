// Whole files.
#pragma once

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

// Whole or not at all: written beside, then renamed.
inline bool write_file(const std::filesystem::path& path, const std::string& content) {
    std::filesystem::path part = path;
    part += ".part";
    std::ofstream file(part, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(part, path, error);
    if (file && !error) return true;
    std::filesystem::remove(part, error);
    return false;
}

}  // namespace genmedia
