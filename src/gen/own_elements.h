// SPDX-License-Identifier: MIT
// Objects of the language as clang lays them out: elements first, then a base that only names them
// (cm::deduced_as in include/cm/core/vector.h). Here they become their elements.
#pragma once

#include <llvm/IR/Function.h>

namespace genmedia::gen {

// The part of a class of the language, or of a variable of it, that holds elements; what is none stays.
llvm::Type* own_elements(llvm::Type* type);
llvm::Constant* own_elements(llvm::Constant* initializer);

// Makes each alloca as large as its elements.
void keep_own_elements(llvm::Function& function);

}  // namespace genmedia::gen
