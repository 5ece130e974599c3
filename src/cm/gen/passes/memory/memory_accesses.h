// SPDX-License-Identifier: MIT
// Where a kernel reads and writes buffers, and what is known of each place.
#pragma once

#include "cm/gen/lower.h"

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// Before the language's functions become the back end's intrinsics.
std::vector<MemoryAccess> memory_accesses(const llvm::Function& entry);

}  // namespace genmedia::gen
