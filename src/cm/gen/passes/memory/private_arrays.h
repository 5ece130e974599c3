// SPDX-License-Identifier: MIT
// Where the private arrays of OpenCL kernels are: in registers, or in memory that belongs to the work-item
// ("scratch").
#pragma once

#include "genmedia/status.h"

#include <map>
#include <string>
#include <vector>

namespace genmedia::gen {

struct PrivateArray {
    std::string name;
    int line = 0;   // line of its declaration; 0: unknown
    int bytes = 0;  // for each work-item
    bool in_registers = false;
    std::string reason;  // why it is not in registers
};

struct PrivateMemory {
    int bytes = 0;  // in scratch, for each work-item
    std::vector<PrivateArray> arrays;
};

// By kernel. `optimised` and `final`: LLVM text of a program that Intel's compiler dumps after optimising and
// after its decision on arrays.
Status find_private_arrays(const std::string& optimised, const std::string& final,
                           std::map<std::string, PrivateMemory>& memory);

}  // namespace genmedia::gen
