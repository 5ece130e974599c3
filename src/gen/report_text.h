// SPDX-License-Identifier: MIT
// Reports as text, as JSON and as a picture.
#pragma once

#include "gen/report.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// A line for each kernel.
std::string table_text(const std::vector<KernelReport>& reports);
// The variables alive at the peak, the largest first.
std::string alive_text(const KernelReport& report);
// A bar for each source line, the variables at the peak, spills and what to mend. `source`: the lines of the
// kernel's file.
std::string kernel_text(const KernelReport& report, const std::vector<std::string>& source);
std::string json_text(const std::vector<KernelReport>& reports);
// Kernel below kernel, a bar for each source line, with the mark of 128 registers. SVG.
std::string plot_text(const std::vector<KernelReport>& reports,
                      const std::vector<std::vector<std::string>>& sources);

}  // namespace genmedia::gen
