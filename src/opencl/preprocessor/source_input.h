// SPDX-License-Identifier: MIT
// What the preprocessor reads: a program, its options, and what it may include.
#pragma once

#include <string>
#include <vector>

namespace genmedia::opencl {

// A file in memory that #include finds by its name.
struct Header {
    std::string name, text;
};

struct SourceInput {
    std::string text;                     // named program.cl in messages
    std::vector<std::string> options;     // split; -D, -U and -I count, others are ignored
    std::vector<Header> headers;          // looked up before the current directory and -I directories
    std::vector<std::string> predefined;  // what the compiler defines: "NAME" (as 1) or "NAME=VALUE"
};

}  // namespace genmedia::opencl
