// SPDX-License-Identifier: MIT
// Kernels as the back end knows them: calling convention, attributes, and the description of their arguments.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace genmedia::gen {

// Makes the entry function the kernel of that name. Not empty: what is wrong.
std::string make_kernel(llvm::Function& entry, const std::string& name, const std::string& float_control);

// Gives every instruction one place, in the kernel's own file: where the author wrote what it belongs to.
void keep_places_of_author(llvm::Function& kernel);

}  // namespace genmedia::gen
