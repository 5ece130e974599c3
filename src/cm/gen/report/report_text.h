// SPDX-License-Identifier: MIT
// Reports as text and as JSON.
#pragma once

#include "cm/gen/report/report.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// A line for each kernel.
std::string table_text(const std::vector<KernelReport>& reports);
// The variables live at the peak, the largest first.
std::string live_text(const KernelReport& report);
// A bar for each source line, the variables at the peak, spills and hints. `source`: the lines of the
// kernel's file.
std::string kernel_text(const KernelReport& report, const std::vector<std::string>& source);
std::string json_text(const std::vector<KernelReport>& reports);

}  // namespace genmedia::gen
