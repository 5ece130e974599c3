// SPDX-License-Identifier: MIT
// The built-in kernels of cl_intel_motion_estimation and cl_intel_advanced_motion_estimation in OpenCL C. A
// program of them consists of built_in_common(), then built_in_advanced() if it has one of the two longer
// kernels, then the text of its kernels.
#pragma once

#include <string>

namespace genmedia::opencl {

const std::string& built_in_common();
const std::string& built_in_advanced();
const std::string& block_motion_estimate();
const std::string& block_advanced_motion_estimate_check();
const std::string& block_advanced_motion_estimate_bidirectional_check();

}  // namespace genmedia::opencl
