// SPDX-License-Identifier: MIT
// Which of the source's vectors and matrices are live at which line.
#pragma once

#include "cm/gen/lower.h"

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// For each source line, the variables live at its instruction with the most live bytes, the largest first.
// Takes names from debug intrinsics and lines from debug locations, as keep_places_of_author leaves them.
std::map<int, std::vector<Variable>> live_by_line(llvm::Function& kernel);

}  // namespace genmedia::gen
