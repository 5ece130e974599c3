// SPDX-License-Identifier: MIT
// Explains why Intel's back end gives up. It says little itself.
#pragma once

#include "cm/gen/intel_backend.h"
#include "cm/gen/lower.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// The file's place at which it gives up, and what to do. `said` is its own message; the result has the same
// code and a longer message. Tries kernels and their parts one by one, which takes several compilations.
Status explain_failure(const std::string& file, const std::string& module,
                       const std::vector<KernelName>& kernels, const std::string& target, const Status& said);

}  // namespace genmedia::gen
