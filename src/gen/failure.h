// SPDX-License-Identifier: MIT
// Why Intel's back end gives up, which says little itself.
#pragma once

#include "gen/backend.h"
#include "gen/lower.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// The file's place of what it gives up at, and what to do: tries kernels and their parts one after the other.
// `said`: its own words. Takes some compilations. The same code as `said`, and a longer message.
Status explain_failure(const std::string& file, const std::string& bitcode,
                       const std::vector<KernelName>& kernels, const std::string& target, const Status& said);

}  // namespace genmedia::gen
