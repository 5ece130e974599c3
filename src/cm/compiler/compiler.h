// SPDX-License-Identifier: MIT
// Runs clang++ and writes kernel files.
#pragma once

#include "cm/compiler/cmc_options.h"

#include "cm/gen/lower.h"

#include <string>

namespace genmedia::cmc {

// Compiles one kernel file to `output`; if it fails, no output is left. The compiler writes its own messages
// to standard error. A failure that they explain has no message of its own, and compiler_status is the
// compiler's exit status.
Status compile(const Options& options, const std::string& input, const std::string& output,
               int& compiler_status);

// Makes a kernel file of a module, LLVM's text, that has its table of kernels already. Fails as compile()
// does.
Status compile_module(const Options& options, const std::string& module, const std::string& output,
                      int& compiler_status);

// A kernel file as src/cm/gen takes it.
struct GenInput {
    std::string module;  // LLVM's, as text
    std::vector<gen::KernelName> kernels;
};
// Fails as compile() does.
Status gen_input(const Options& options, const std::string& input, GenInput& result, int& compiler_status);

}  // namespace genmedia::cmc
