// SPDX-License-Identifier: MIT
// Reads kernel files.
#pragma once

#include <sys/stat.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace cm::util::isa {

// The file's bytes. Prints a message and returns an empty string if the file cannot be read, or if anybody
// can write it: a kernel file is native code.
inline std::string loadFile(const char* name) {
    struct stat status {};
    if (stat(name, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & S_IWOTH) != 0) {
        std::cerr << name << ": others can write this file, and its kernels would run as you; expected chmod o-w\n";
        return {};
    }
    std::ifstream file(name, std::ios::binary);
    std::ostringstream bytes;
    if (file) bytes << file.rdbuf();
    if (!file) std::cerr << name << ": cannot be read\n";
    return bytes.str();
}
inline std::string loadFile(const std::string& name) { return loadFile(name.c_str()); }

}  // namespace cm::util::isa
