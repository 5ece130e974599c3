// SPDX-License-Identifier: MIT
// The built-in functions in OpenCL C. They go before the text of a program that uses them.
#pragma once

#include <string>
#include <string_view>

namespace genmedia::opencl {

// All of them. `fibers`: work-items are fibers (engine/fibers.h).
std::string prelude(bool fibers);

// Those that `text` may use. Macros in it are expanded already, so it holds each name as it is.
std::string prelude_for(std::string_view text, bool fibers);

}  // namespace genmedia::opencl
