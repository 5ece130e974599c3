// SPDX-License-Identifier: MIT
#include "cm/gen/report/pressure.h"

#include <cstdlib>
#include <sstream>

namespace genmedia::gen {

// "[12]  add (16) ... // #10:$22:": twelve registers are live at an instruction of line 10.
bool read_pressure(const std::string& printed, Pressure& pressure) {
    pressure = {};
    bool found = false;
    std::istringstream lines(printed);
    std::string text;
    while (std::getline(lines, text)) {
        if (text.empty() || text[0] != '[') continue;
        found = true;
        const int live = std::atoi(text.c_str() + 1);
        const size_t place = text.rfind("// #");
        const int line = place == std::string::npos ? 0 : std::atoi(text.c_str() + place + 4);
        pressure.steps.push_back({live, line});
        if (live > pressure.peak) {
            pressure.peak = live;
            pressure.peak_line = line;
        } else if (live == pressure.peak && pressure.peak_line == 0) {
            pressure.peak_line = line;
        }
        int& most = pressure.lines[line];
        if (live > most) most = live;
    }
    pressure.lines.erase(0);
    return found;
}

}  // namespace genmedia::gen
