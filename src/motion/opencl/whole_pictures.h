// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace genmedia::motion {

// The OpenCL C text of this folder's kernels, which follows the unit's.
const std::string& whole_picture_kernels();

}  // namespace genmedia::motion
