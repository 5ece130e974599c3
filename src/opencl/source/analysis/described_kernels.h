// SPDX-License-Identifier: MIT
// What the layer must know of each kernel.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"
#include "opencl/source/local_memory.h"

namespace genmedia::opencl {

// Describes the kernels that have a body. `fibers`: a flag for each function. Attributes that fix sizes move
// from the program into the description. If their arguments are no integers, they stay for the compiler to
// judge.
std::vector<KernelDescription> describe_kernels(const Program& program, const LocalMemory& memory,
                                                const std::vector<bool>& fibers, Edits& edits);

}  // namespace genmedia::opencl
