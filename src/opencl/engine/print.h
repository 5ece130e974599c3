// SPDX-License-Identifier: MIT
// printf() of kernels whose work-items are fibers.
#pragma once

#include "opencl/builtins/abi.h"

#include <string>

namespace genmedia::opencl {

// The text of printf(format, arguments) as OpenCL C has it (6.15.14): vectors by %v, an argument's own type
// in place of the length modifier. A conversion without its argument, and an argument of another kind than
// its conversion, show as "(?)".
std::string formatted(const char* format, const abi::gm_print& arguments);

// From a kernel: prints on standard output.
uint64_t print_from_kernel(const char* format, const abi::gm_print* arguments);

}  // namespace genmedia::opencl
