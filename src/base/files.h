// SPDX-License-Identifier: MIT
// Whole files.
#pragma once

#include "base/part_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace genmedia::base {

inline std::string read_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

// Writes the file whole or not at all. False: errno says why.
inline bool write_file(const std::filesystem::path& path, const std::string& content) {
    PartFile file;
    return file.open(path.string()) && write_whole(file.descriptor(), content.data(), content.size()) &&
           file.publish();
}

}  // namespace genmedia::base
