// SPDX-License-Identifier: MIT
// What compiler drivers check of the files on their command lines.
#pragma once

#include "genmedia/status.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace genmedia::base {

// Whether `input` is a text that can be read; `expected` says what it should be, as in "kernel file".
inline Status can_read(const std::string& input, const std::string& expected) {
    std::error_code ignored;
    if (access(input.c_str(), R_OK) != 0)
        return errno == ENOENT ? Status(StatusCode::not_found, input + ": no such file")
                               : Status(StatusCode::io, input + " cannot be read: " + std::strerror(errno));
    if (std::filesystem::is_directory(input, ignored))
        return Status(StatusCode::io, input + " is a folder; expected a " + expected);
    // A program in the place of its source would be thousands of clang's warnings.
    std::string beginning(4096, ' ');
    std::ifstream(input, std::ios::binary)
        .read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    if (beginning.find('\0') != std::string::npos)
        return Status(StatusCode::invalid_argument,
                      input + " is no text, it has null characters; expected source code");
    return Status();
}

// Refuses an output that is an input under whatever name: it would be lost.
inline Status differs(const std::string& output, const std::string& input, const std::string& what) {
    std::error_code ignored;
    return std::filesystem::equivalent(input, output, ignored)
               ? Status(StatusCode::io,
                        "output " + output + " is the " + what + " itself; expected another file")
               : Status();
}

}  // namespace genmedia::base
