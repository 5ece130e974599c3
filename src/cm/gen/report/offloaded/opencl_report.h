// SPDX-License-Identifier: MIT
// What a kernel of OpenCL C costs in registers, according to Intel's compiler. There, work-items are lanes:
// 8, 16 or 32 for each thread.
#pragma once

#include "cm/gen/assembly.h"
#include "cm/gen/passes/memory/private_arrays.h"
#include "cm/gen/report/pressure.h"

#include <string>
#include <vector>

namespace genmedia::gen {

struct OpenClReport {
    std::string file, name;
    int width = 0;  // work-items for each thread
    Pressure pressure;
    Assembly assembly;
    PrivateMemory memory;
    std::string text;  // the assembly
};

// All kernels of a file, compiled once. `options`: as for clBuildProgram. An error message contains the
// compiler's.
Status report_opencl(const std::string& file, const std::string& target, const std::string& options,
                     std::vector<OpenClReport>& reports);

// The same of kernels that are bitcode already; `file` is where their source is. Also the code itself.
Status report_lanes(const std::string& file, const std::string& bitcode, const std::string& target,
                    std::vector<OpenClReport>& reports, std::string* binary = nullptr);

}  // namespace genmedia::gen
