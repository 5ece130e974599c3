// SPDX-License-Identifier: MIT
// Kernels in the back end's form: calling convention, attributes, and the description of their arguments.
#pragma once

#include "genmedia/status.h"

#include <llvm/IR/Module.h>

#include <string>

namespace genmedia::gen {

// Makes the entry function the kernel of that name. Refuses what has no place in Gen code.
Status make_kernel(llvm::Function& entry, const std::string& name, const std::string& float_control);

// Gives every instruction one place in the kernel's own file: the author's code to which it belongs.
void keep_places_of_author(llvm::Function& kernel);

}  // namespace genmedia::gen
