// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace genmedia::motion {

// The OpenCL C text of this folder's kernels, which follows the unit's and that of field_numbers().
const std::string& field_kernels();

// The numbers that the kernels share with the processor's code, by their names there.
std::string field_numbers();

}  // namespace genmedia::motion
