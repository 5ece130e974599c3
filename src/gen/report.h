// SPDX-License-Identifier: MIT
// What a kernel costs in registers: `genmedia registers`.
#pragma once

#include "gen/assembly.h"
#include "gen/lower.h"
#include "gen/pressure.h"

#include <string>
#include <vector>

namespace genmedia::gen {

constexpr int kRegistersOfAThread = 128;

struct KernelReport {
    std::string file, name;
    Pressure pressure;
    Assembly assembly;
    int fewest = 0;               // registers without a spill; 0: it spills with all of them
    bool at_floor = false;        // fewer than `fewest` cannot be asked for
    int fewest_instructions = 0;  // with them: the back end computes some values twice rather than keep them
    Notes notes;
};

// Compiles the kernel several times.
Status report(const std::string& file, const std::string& bitcode, const KernelName& kernel,
              const std::string& target, KernelReport& result);

}  // namespace genmedia::gen
