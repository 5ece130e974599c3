// SPDX-License-Identifier: MIT
// Which of the source's vectors and matrices are live where.
#pragma once

#include "gen/lower.h"

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// By source line: the variables live at that instruction of it where they are most bytes, the largest first.
// Takes debug intrinsics for names and debug locations for lines, as keep_places_of_author leaves them.
std::map<int, std::vector<Variable>> live_by_line(llvm::Function& kernel);

}  // namespace genmedia::gen
