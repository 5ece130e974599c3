// SPDX-License-Identifier: MIT
// What cmc adds to a kernel file's text.
#pragma once

#include "cm/compiler/module/module_text.h"

#include <string>

namespace genmedia::cmc {

// The macro that cm/core/float_mode.h needs, to go in front of the text.
std::string float_controls(const std::vector<ModuleKernel>& kernels);

// The table through which the runtime finds the kernels, to be appended to the text.
std::string module_table(const std::vector<ModuleKernel>& kernels);

// The same for Gen: an entry for each kernel.
std::string entry_table(const std::vector<ModuleKernel>& kernels);

}  // namespace genmedia::cmc
