// SPDX-License-Identifier: MIT
// Kernels of the offloaded loops of a program of Intel C++.
#pragma once

#include "options.h"

#include "cm/compiler/gen_code/gen_text.h"

#include <set>
#include <utility>

namespace genmedia::gfxcc {

// Loops by file and line.
using Places = std::set<std::pair<std::string, int>>;

struct OffloadedLoops {
    std::string text;    // that was compiled
    std::string module;  // LLVM's, as text
    std::vector<gen::KernelName> kernels;
    std::vector<std::string> files;    // of each kernel
    std::vector<std::string> without;  // loops for which there is no kernel, as errors
    Places for_lanes;              // loops that are no C for Metal, though they have array notation or arrays
    std::vector<std::string> why;  // for each of these, as errors
};

// Those whose rounds go to threads, or to lanes. `for_lanes` is an input for the latter. A failure that a
// compiler explained has no message.
Status offloaded_loops(const Options& options, const std::string& file, const std::string& target,
                       cmc::Rounds rounds, OffloadedLoops& loops);

}  // namespace genmedia::gfxcc
