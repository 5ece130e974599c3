// SPDX-License-Identifier: MIT
// The built-in functions in OpenCL C. They go before the text of a program that uses them.
#pragma once

#include <string>

namespace genmedia::opencl {

const std::string& prelude();

// Goes before the prelude if work-items are fibers.
inline const std::string kFiberMark = "#define GM_FIBERS 1\n";

}  // namespace genmedia::opencl
