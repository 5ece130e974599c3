// SPDX-License-Identifier: MIT
// Keeps functions of a kernel file from being put into each of their callers, where that would make code
// without end: kernels of encoders call large functions from loops that are unrolled, several levels deep.
#pragma once

#include <string>

namespace genmedia::cmc {

// The module with functions that stay functions, as few as bring it down to what compiles in seconds.
std::string with_large_functions_apart(const std::string& module);

}  // namespace genmedia::cmc
