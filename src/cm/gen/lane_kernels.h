// SPDX-License-Identifier: MIT
// Kernels of plain C++ for Intel's compiler of OpenCL, in which each lane of a thread is a work-item.
#pragma once

#include "cm/gen/lower.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// Makes kernels of the named entries of a module, which is LLVM's text, made as for SYCL: their parameters
// are pointers into global memory, and structures by value. The result is bitcode.
Status make_lane_kernels(const std::string& module, const std::vector<KernelName>& kernels,
                         std::string& bitcode, Notes* notes);

}  // namespace genmedia::gen
