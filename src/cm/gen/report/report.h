// SPDX-License-Identifier: MIT
// What a kernel costs in registers: `genmedia registers`.
#pragma once

#include "cm/gen/assembly.h"
#include "cm/gen/lower.h"
#include "cm/gen/report/pressure.h"

#include <string>
#include <vector>

namespace genmedia::gen {

constexpr int kRegistersOfAThread = 128;

struct KernelReport {
    std::string file, name;
    Pressure pressure;
    Assembly assembly;
    int fewest = 0;               // fewest registers without a spill; 0: always spills
    bool at_floor = false;        // the back end accepts no fewer than `fewest`
    int fewest_instructions = 0;  // with `fewest`: the back end recomputes some values to save registers
    Notes notes;
};

// Compiles the kernel several times.
Status report(const std::string& file, const std::string& module, const KernelName& kernel,
              const std::string& target, KernelReport& result);

}  // namespace genmedia::gen
