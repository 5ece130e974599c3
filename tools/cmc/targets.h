// The GPU generations that -march names: what a kernel sees of them.
#pragma once

#include <string>
#include <vector>

namespace genmedia::cmc {

// The macros of a generation, as -D takes them; empty: unknown. Names and numbers ("skl", "Gen9") in any
// case. From the user guide of Intel's compiler, sections 2 and 5.
std::vector<std::string> target_macros(const std::string& name);

// All names that target_macros knows, for messages.
std::string target_names();

}  // namespace genmedia::cmc
