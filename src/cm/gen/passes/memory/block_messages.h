// SPDX-License-Identifier: MIT
// Block reads and writes that do not fit messages well.
#pragma once

#include "cm/gen/report/hint.h"

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// Notes reads and writes that became several messages, or whose rows are padded. Everything must be inlined,
// and no loop unrolled yet.
void add_block_message_hints(const llvm::Function& entry, std::vector<Hint>& hints);

}  // namespace genmedia::gen
