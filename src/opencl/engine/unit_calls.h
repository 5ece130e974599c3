// SPDX-License-Identifier: MIT
// The interface between a kernel's payloads and genmedia's motion estimation unit.
#pragma once

#include "opencl/builtins/abi.h"

namespace genmedia::opencl {

// Answers the evaluation that a sub-group has written. Kernels call it, once for all work-items.
uint64_t evaluate_from_kernel(abi::gm_group* group, abi::gm_evaluation* evaluation);

}  // namespace genmedia::opencl
