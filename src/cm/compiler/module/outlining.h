// SPDX-License-Identifier: MIT
// Keeps functions of a kernel file from being inlined into each of their callers, where that would make
// endless code: kernels of encoders call large functions from unrolled loops, several levels deep.
#pragma once

#include <string>

namespace genmedia::cmc {

// The module with some functions kept apart: as few as let it compile in seconds.
std::string with_large_functions_apart(const std::string& module);

}  // namespace genmedia::cmc
