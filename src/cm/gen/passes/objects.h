// SPDX-License-Identifier: MIT
// clang keeps a kernel's vectors and matrices in memory. This turns them into values that registers hold.
#pragma once

#include "genmedia/status.h"

#include "cm/gen/lower.h"

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace genmedia::gen {

// Every alloca of the function becomes one vector; reads and writes of it become regions. Tables of constants
// are read as constant vectors. Refuses objects that registers cannot hold.
Status objects_to_values(llvm::Function& function, Notes& notes);

}  // namespace genmedia::gen
