// SPDX-License-Identifier: MIT
// A kernel's own arrays, and which of them Intel's rule for offloaded loops would put into memory.
#pragma once

#include "cm/gen/lower.h"

#include <llvm/IR/Function.h>

#include <set>

namespace genmedia::gen {

// Functions below an entry that are not inlined, as the author says so, or that call themselves.
std::set<const llvm::Function*> kept_functions(const llvm::Function& entry);

// The arrays that an entry's functions declare in the source, before anything is inlined.
std::vector<LocalVariable> declared_variables(const llvm::Function& entry);

// Finds variables whose pointers go to kept functions, or merge with those of others, once all else is
// inlined.
void find_escaped(const llvm::Function& entry, const std::set<const llvm::Function*>& kept,
                  std::vector<LocalVariable>& variables);

}  // namespace genmedia::gen
