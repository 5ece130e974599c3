// SPDX-License-Identifier: MIT
// Those of the build options that matter to the preprocessor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

struct PreprocessorOptions {
    struct Change {
        bool defines;  // -D, otherwise -U
        std::string text;
    };
    std::vector<Change> macros;  // in the order given
    std::vector<std::string> include_directories;
};

// The options of clBuildProgram, apart. Double quotes keep blanks and vanish, a backslash in them escapes.
std::vector<std::string> split_options(std::string_view options);

PreprocessorOptions parse_options(std::span<const std::string> options);

}  // namespace genmedia::opencl
