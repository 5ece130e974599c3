// SPDX-License-Identifier: MIT
// Reports as a picture.
#pragma once

#include "cm/gen/report/report.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// One kernel below the other: a bar for each source line, with a mark at 128 registers. SVG.
std::string plot_text(const std::vector<KernelReport>& reports,
                      const std::vector<std::vector<std::string>>& sources);

}  // namespace genmedia::gen
