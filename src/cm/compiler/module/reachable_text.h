// SPDX-License-Identifier: MIT
// The part of an LLVM module's text that some of its functions need.
#pragma once

#include <string>
#include <vector>

namespace genmedia::cmc {

// Without the functions and variables that nothing reaches from these.
std::string reachable_text(const std::string& module, const std::vector<std::string>& functions);

}  // namespace genmedia::cmc
