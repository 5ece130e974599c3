// SPDX-License-Identifier: MIT
// Where the private arrays of OpenCL kernels lie: in registers, or in memory that belongs to the work-item
// ("scratch").
#pragma once

#include "genmedia/status.h"

#include <map>
#include <string>
#include <vector>

namespace genmedia::gen {

struct PrivateArray {
    std::string name;
    int line = 0;   // of its declaration; 0: unknown
    int bytes = 0;  // of a work-item
    bool in_registers = false;
    std::string reason;  // why not
};

struct PrivateMemory {
    int bytes = 0;  // of a work-item, in scratch
    std::vector<PrivateArray> arrays;
};

// By kernel. `optimised` and `final`: LLVM's text of a program, as Intel's compiler dumps it when it has
// optimised it and when it has decided.
Status find_private_arrays(const std::string& optimised, const std::string& final,
                           std::map<std::string, PrivateMemory>& memory);

}  // namespace genmedia::gen
