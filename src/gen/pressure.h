// SPDX-License-Identifier: MIT
// What Intel's allocator says of registers, from its option -dumpRPE.
#pragma once

#include <map>
#include <set>
#include <string>

namespace genmedia::gen {

struct Pressure {
    int peak = 0;  // registers live at once
    int peak_line = 0;
    std::map<int, int> lines;  // by source line: the most that are live at an instruction of it
};

// The text for one kernel. False: there is no count in it.
bool read_pressure(const std::string& printed, Pressure& pressure);

}  // namespace genmedia::gen
