// SPDX-License-Identifier: MIT
// What Intel's allocator reports about registers with its option -dumpRPE.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace genmedia::gen {

// An instruction, before registers are chosen.
struct PressureStep {
    int live = 0, line = 0;  // registers; of the source, 0: unknown
};

struct Pressure {
    int peak = 0;  // registers live at once
    int peak_line = 0;
    std::map<int, int> lines;  // by source line: the most registers live at one of its instructions
    std::vector<PressureStep> steps;
};

// Reads the text for one kernel. False: it has no count.
bool read_pressure(const std::string& printed, Pressure& pressure);

}  // namespace genmedia::gen
