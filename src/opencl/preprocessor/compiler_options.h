// SPDX-License-Identifier: MIT
// The build options that matter to the preprocessor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

struct PreprocessorOptions {
    struct Change {
        bool defines;  // true: -D; false: -U
        std::string text;
    };
    std::vector<Change> macros;  // in the order given
    std::vector<std::string> include_directories;
};

// Splits clBuildProgram's options. Double quotes keep blanks and are removed. Inside, a backslash escapes.
std::vector<std::string> split_options(std::string_view options);

PreprocessorOptions parse_options(std::span<const std::string> options);

}  // namespace genmedia::opencl
