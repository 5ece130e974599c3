// SPDX-License-Identifier: MIT
// In clang's layout, objects of the language have their elements first, then a base that only names them
// (cm::deduced_as in include/cm/core/vector.h). Here they become only their elements.
#pragma once

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// The part with the elements, for a class of the language or a variable of it. Others stay as they are.
llvm::Type* own_elements(llvm::Type* type);
llvm::Constant* own_elements(llvm::Constant* initializer);

// Shrinks each alloca to the size of its elements.
void keep_own_elements(llvm::Function& function);

}  // namespace genmedia::gen
