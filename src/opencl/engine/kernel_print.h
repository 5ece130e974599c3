// SPDX-License-Identifier: MIT
// printf() of kernels whose work-items are fibers.
#pragma once

#include "opencl/builtins/abi.h"

#include <string>

namespace genmedia::opencl {

// The text of printf(format, arguments) as in OpenCL C (6.15.14). %v prints vectors. An argument's own
// type replaces the length modifier. A conversion shows "(?)" if its argument is missing or of another
// kind.
std::string formatted(const char* format, const abi::gm_print& arguments);

// From a kernel: prints on standard output.
uint64_t print_from_kernel(const char* format, const abi::gm_print* arguments);

}  // namespace genmedia::opencl
