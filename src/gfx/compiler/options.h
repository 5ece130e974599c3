// SPDX-License-Identifier: MIT
// gfxcc's command line: that of Intel's compiler, icc and icpc, as build files pass it.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia::gfxcc {

enum class Until { preprocessed, rewritten, compiled, linked };  // -E, --rewritten, -c

struct Input {
    std::string path;
    std::string language;  // c or c++; empty: what the linker takes as it is
};

struct Options {
    std::vector<Input> inputs;
    std::string output;
    std::string standard;                    // -std= of the user
    std::vector<std::string> preprocessing;  // -D, -I, -M, ...
    std::vector<std::string> kernel_words;   // what the preprocessor is told besides for kernels
    std::vector<std::string> compiling;      // -O, -g, -f, -W, ...
    std::vector<std::string> linking;        // -l, -L, -Wl, ...
    std::vector<std::string> dependencies;   // -M...
    Until until = Until::linked;
    bool offload = true;          // -qno-offload
    bool svm = false;             // -qoffload-svm
    bool openmp = false;          // -qopenmp
    std::string gpu_target;       // -mgpu-arch, by cmc's name
    bool extract = false;         // --extract
    std::string kernel_file;      // --kernels
    bool check_barriers = false;  // --check-barriers
    bool verbose = false;         // -v
    bool help = false, version = false;
};

// Reads arguments, without the program's name. Options that are unknown are named in warnings, each once.
Status parse(const std::vector<std::string>& arguments, Options& options, std::vector<std::string>& warnings);

extern const char kUsage[];

}  // namespace genmedia::gfxcc
