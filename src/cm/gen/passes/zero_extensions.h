// SPDX-License-Identifier: MIT
// Intel's back end takes a zero extension of a sign extension for one that keeps the sign: of a char that
// becomes a ushort and then an int. Here such zero extensions are written as regions, which it leaves alone.
#pragma once

#include <llvm/IR/Function.h>

namespace genmedia::gen {

void write_zero_extensions_as_regions(llvm::Function& function);

}  // namespace genmedia::gen
