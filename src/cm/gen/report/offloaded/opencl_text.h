// SPDX-License-Identifier: MIT
// The report of OpenCL C kernels as text and JSON.
#pragma once

#include "cm/gen/report/offloaded/opencl_report.h"

#include <string>
#include <vector>

namespace genmedia::gen {

std::string table_text(const std::vector<OpenClReport>& reports);
// Live registers for each source line, messages, private arrays, and hints as FILE:LINE: note or warning.
std::string kernel_text(const OpenClReport& report, const std::vector<std::string>& source);
std::string json_text(const std::vector<OpenClReport>& reports);

}  // namespace genmedia::gen
