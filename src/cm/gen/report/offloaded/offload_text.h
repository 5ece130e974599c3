// SPDX-License-Identifier: MIT
// What is said of the kernel of an offloaded loop besides: each of its arrays, and where memory is not
// aligned.
#pragma once

#include "cm/gen/report/offloaded/opencl_report.h"
#include "cm/gen/report/report.h"

#include <string>

namespace genmedia::gen {

// A kernel that could not be lowered has its variables all the same, and `error` says why it has no figures.
struct OffloadReport {
    KernelReport kernel;
    std::string error;
};
struct OffloadLanesReport {
    OpenClReport kernel;
    std::vector<LocalVariable> variables;
};

std::string offload_text(const OffloadReport& report, const std::vector<std::string>& source);
std::string offload_text(const OffloadLanesReport& report, const std::vector<std::string>& source);

// Both kinds in one list.
std::string offload_json(const std::vector<OffloadReport>& threads,
                         const std::vector<OffloadLanesReport>& lanes);

// What a thread has in memory beyond what there is; empty: it fits.
std::string scratch_error(const OffloadReport& report);

}  // namespace genmedia::gen
