// SPDX-License-Identifier: MIT
// In a build without gfxcc.
#include "tools/registers/offload_reports.h"

bool is_offload_program(const std::string&) { return false; }
int report_offloaded_loops(const OffloadRequest&, const std::vector<std::string>&) { return 1; }
