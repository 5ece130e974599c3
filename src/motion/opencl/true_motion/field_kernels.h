// SPDX-License-Identifier: MIT
#pragma once

#include "vme/opencl/device_program.h"

#include <string>

namespace genmedia::motion {

// The OpenCL C text of this folder's kernels, which follows the unit's and the numbers that they share with
// C++.
const std::string& field_kernels();

// How many work-items of a device sweep a small level: a power of two.
size_t small_level_items(const cl::Device& device);

// For a program with the unit's kernels and these.
vme::opencl::Program::Options field_program_options(const cl::Device& device);

}  // namespace genmedia::motion
