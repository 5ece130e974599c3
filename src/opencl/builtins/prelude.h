// SPDX-License-Identifier: MIT
// The built-in functions in OpenCL C, which stand before the text of a program that uses them.
#pragma once

#include <string>

namespace genmedia::opencl {

const std::string& prelude();

// What stands before the prelude where work-items are fibers.
inline const std::string kFiberMark = "#define GM_FIBERS 1\n";

}  // namespace genmedia::opencl
