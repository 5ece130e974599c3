// SPDX-License-Identifier: MIT
// What clang says of a kernel file, read from the module that it writes as text (-S -emit-llvm).
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia::cmc {

struct ModuleKernel {
    std::string function;       // as C++ names it outside of all namespaces: inner::k, k<4>
    std::string name;           // as hosts name it: k, k<4>
    std::string float_control;  // flags of _GENX_FLOAT_CONTROL_
    bool waits = false;         // uses cm_wait, itself or through functions

    bool operator==(const ModuleKernel&) const = default;
};

std::vector<ModuleKernel> kernels_of(const std::string& module);

// What a kernel uses, itself or through functions, and neither the module nor a library of the system has: as
// C++ names it. Empty: there is nothing of that kind.
std::string what_is_nowhere(const std::string& module);

// Makes variables that a kernel can change thread-local; if there are none, the table of kernels says so.
// Fails, and leaves the text as it was, if one cannot be made thread-local.
Status make_thread_local(std::string& text);

}  // namespace genmedia::cmc
