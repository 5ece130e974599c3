// SPDX-License-Identifier: MIT
// cmc's command line: that of Intel's compiler, as makefiles pass it.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia::cmc {

struct Options {
    std::vector<std::string> inputs;
    std::string output;                  // empty: the input's name with .isa, or .gen
    std::string target = "skl";          // whose macros the kernel sees
    std::string cpu = "native";          // clang's -march: the processor that the file will run on
    std::vector<std::string> passed_on;  // to the C++ compiler: -D, -I, -O, -g, -W, ...
    bool debug = false;                  // -O0: run-time checks
    bool preprocess_only = false;        // -E
    bool show_commands = false;          // -###: prints what would be run
    bool verbose = false;                // -v: prints what is run
    bool gen = false;                    // --gen: Gen code instead
    bool dump_assembly = false;          // -mdump_asm, with --gen
    bool print_registers = false;        // -mCM_printregusage, with --gen
    bool help = false, version = false;
    std::string expected_kernel = "a function marked _GENX_MAIN_";  // where a file has none, for the message
};

// Reads arguments (without the program's name). Options that are unknown, or have no effect on a CPU, are
// named in warnings, each once.
Status parse(const std::vector<std::string>& arguments, Options& options, std::vector<std::string>& warnings);

extern const char kUsage[];

}  // namespace genmedia::cmc
