// SPDX-License-Identifier: MIT
// The GPU generations that -march names: what a kernel sees of them.
#pragma once

#include <string>
#include <vector>

namespace genmedia::cmc {

// The name of the generation with a given name or number, in any case ("skl" of "Gen9"); empty:
// unknown.
std::string target_name(const std::string& given);

// The macros of a generation by its name, as -D takes them; empty: unknown. From the user guide of Intel's
// compiler, sections 2 and 5.
std::vector<std::string> target_macros(const std::string& name);

// All names that target_macros knows, for messages.
std::string target_names();

}  // namespace genmedia::cmc
