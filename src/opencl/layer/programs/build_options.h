// SPDX-License-Identifier: MIT
// Build options that Intel's compiler knows and PoCL does not.
#pragma once

#include <string>

namespace genmedia::opencl {

// The options without those, with their values. What neither knows stays, for PoCL to refuse.
std::string without_intel_options(const std::string& options);

}  // namespace genmedia::opencl
