// SPDX-License-Identifier: MIT
// LLVM's own intrinsics, which its optimiser makes from comparisons, shifts and the like, at any width.
// Intel's back end knows few of them.
#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace genmedia::gen {

// Replaces the call by instructions or Gen's own intrinsics, or drops it if it only tells an optimiser
// something. False: it is one that nobody here knows.
bool replace_generic(llvm::IntrinsicInst& call);

}  // namespace genmedia::gen
