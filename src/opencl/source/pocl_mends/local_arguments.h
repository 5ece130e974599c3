// SPDX-License-Identifier: MIT
// Keeps PoCL from giving functions other local memory than the kernel's.
//
// In `__local float data[64]; ... sum(data)`, the compiler lets `sum` name the array itself where all calls
// pass that one. PoCL moves a kernel's arrays to memory of each work-group, but only in what the kernel's own
// text names (3.1). A function that is still one by then reads and writes an array that nobody else sees.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// Lets the front end put functions with parameters that point to local memory into their callers. Whether
// there are any.
bool inline_local_arguments(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
