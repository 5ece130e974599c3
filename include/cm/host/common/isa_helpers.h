// Reads kernel files.
#pragma once

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace cm::util::isa {

// The file's bytes; empty, with a message, where it cannot be read.
inline std::string loadFile(const char* name) {
    std::ifstream file(name, std::ios::binary);
    std::ostringstream bytes;
    if (file) bytes << file.rdbuf();
    if (!file) std::cerr << name << ": cannot be read\n";
    return bytes.str();
}
inline std::string loadFile(const std::string& name) { return loadFile(name.c_str()); }

}  // namespace cm::util::isa
