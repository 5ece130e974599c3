// SPDX-License-Identifier: MIT
// LLVM's optimiser makes integers of any width: the bits of a comparison of four elements are an i4.
// Registers have 8, 16, 32 and 64 bits. At other widths the back end ends with a division by zero.
#pragma once

#include "genmedia/status.h"

#include <llvm/IR/Function.h>

#include <string>

namespace genmedia::gen {

// Widens odd widths to the next of these, and computes products of bytes in words. Refuses
// more than 64 bits.
Status widen_integers(llvm::Function& function);

}  // namespace genmedia::gen
