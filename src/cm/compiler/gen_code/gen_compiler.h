// SPDX-License-Identifier: MIT
// cmc --gen: real Gen code.
#pragma once

#include "cm/compiler/cmc_options.h"

#include <string>

namespace genmedia::cmc {

// Like compile() of compiler.h.
Status compile_for_gen(const Options& options, const std::string& input, const std::string& output,
                       int& compiler_status);

}  // namespace genmedia::cmc
