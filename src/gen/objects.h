// SPDX-License-Identifier: MIT
// Vectors and matrices of a kernel, which clang keeps in memory, made into values that registers hold.
#pragma once

#include "gen/lower.h"

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace genmedia::gen {

// Every alloca of the function becomes one vector; reads and writes of it become regions. Tables of constants
// are read as constant vectors. Not empty: what cannot be done, with its place.
std::string objects_to_values(llvm::Function& function, Notes& notes);

}  // namespace genmedia::gen
