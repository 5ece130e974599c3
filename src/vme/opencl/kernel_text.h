// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace genmedia::vme::opencl {

// The OpenCL C text of this folder's kernels, in the order in which its files need each other.
const std::string& kernels();

}  // namespace genmedia::vme::opencl
