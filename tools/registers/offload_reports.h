// SPDX-License-Identifier: MIT
// Programs of Intel C++ for graphics, in genmedia registers.
#pragma once

#include <optional>
#include <string>
#include <vector>

// Whether a file is such a program.
bool is_offload_program(const std::string& file);

struct OffloadRequest {
    std::string target;
    std::vector<std::string> preprocessing;  // -D, -I
    bool json = false, line_by_line = false;
    std::optional<int> max_spill, max_registers;
};
// Prints the report. Returns the exit status.
int report_offloaded_loops(const OffloadRequest& request, const std::vector<std::string>& files);
