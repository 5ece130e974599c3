// SPDX-License-Identifier: MIT
// What reports of all languages share in genmedia registers: messages, source lines, limits.
#pragma once

#include "base/files.h"
#include "base/printable.h"

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

inline int registers_error(const std::string& text) {
    std::fprintf(stderr, "genmedia: registers: %s\n", genmedia::base::printable(text).c_str());
    return 1;
}

inline std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::istringstream text(genmedia::base::read_file(path));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

// 1 if a limit is exceeded, with a message for each.
template <class Request, class Report>
int check_limits(const Request& request, const std::vector<Report>& reports) {
    int status = 0;
    for (const Report& report : reports) {
        const int spilled = report.assembly.spilled_bytes, peak = report.pressure.peak;
        if (spilled > request.max_spill.value_or(spilled))
            status = registers_error(report.name + " spills " + std::to_string(spilled) +
                                     " bytes; expected at most " + std::to_string(*request.max_spill));
        if (peak > request.max_registers.value_or(peak))
            status = registers_error(report.name + " has " + std::to_string(peak) +
                                     " registers live; expected at most " +
                                     std::to_string(*request.max_registers));
    }
    return status;
}
