// SPDX-License-Identifier: MIT
// What a kernel of OpenCL C costs in registers, by Intel's compiler for it: work-items are lanes there, 8, 16
// or 32 of a thread.
#pragma once

#include "gen/assembly.h"
#include "gen/pressure.h"
#include "gen/private_arrays.h"

#include <string>
#include <vector>

namespace genmedia::gen {

struct OpenClReport {
    std::string file, name;
    int width = 0;  // work-items of a thread
    Pressure pressure;
    Assembly assembly;
    PrivateMemory memory;
};

// All kernels of a file, compiled once. `options`: as for clBuildProgram. A message has the
// compiler's own.
Status report_opencl(const std::string& file, const std::string& target, const std::string& options,
                     std::vector<OpenClReport>& reports);

}  // namespace genmedia::gen
