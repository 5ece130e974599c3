// SPDX-License-Identifier: MIT
// Atomic operations in kernels of lanes. Intel's compiler of OpenCL knows OpenCL's functions, and leaves
// LLVM's own instructions out without a word.
#pragma once

#include "genmedia/status.h"

#include <llvm/IR/Module.h>

namespace genmedia::gen {

inline constexpr unsigned kGlobalMemory = 1, kLocalMemory = 3, kGenericMemory = 4;  // OpenCL's address spaces

// Makes calls of OpenCL's functions, of 32-bit integers in global or local memory, of the atomic instructions
// of all functions. Fails where one is of another size, operation or memory.
Status call_atomic_functions(llvm::Module& module);

}  // namespace genmedia::gen
