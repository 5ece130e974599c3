// SPDX-License-Identifier: MIT
// Runs clang++ and writes kernel files.
#pragma once

#include "options.h"

#include "gen/lower.h"

#include <string>

namespace genmedia::cmc {

// Compiles one kernel file to `output`. The compiler writes its own messages to the standard error. Returns
// the exit status; not 0 without a message of the compiler: error says why. No output is left then.
int compile(const Options& options, const std::string& input, const std::string& output, std::string& error);

// A kernel file as src/gen takes it.
struct GenInput {
    std::string bitcode;
    std::vector<gen::KernelName> kernels;
};
int gen_input(const Options& options, const std::string& input, GenInput& result, std::string& error);

}  // namespace genmedia::cmc
