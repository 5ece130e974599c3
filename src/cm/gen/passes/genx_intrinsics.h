// SPDX-License-Identifier: MIT
// Replaces the functions that include/cm/gen/intrinsics.h declares by the back end's intrinsics.
#pragma once

#include "genmedia/status.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

namespace genmedia::gen {

// The function's name in cm::gen, "media_ld". Empty: not of that namespace, or it has a body.
std::string cm_gen_name(const llvm::Function& function);

// Calls llvm.genx.NAME. `overloads` lists the types that its name carries: 'r' for the result's, digits for
// arguments'.
llvm::CallInst* call_genx(llvm::IRBuilder<>& at, const std::string& name, llvm::Type* result,
                          llvm::ArrayRef<llvm::Value*> arguments, const char* overloads, bool touches_memory);

// Replaces all calls in the function but those of objects.h. Refuses what cannot be replaced.
Status replace_intrinsics(llvm::Function& function);

// Whether a file is one of the language's own headers.
bool is_language_header(llvm::StringRef file);
// The innermost place outside the language's headers; null: there is none.
const llvm::DILocation* in_source(const llvm::DILocation* place);
// "FILE:LINE" of the code by the kernel's author from which the instruction comes.
std::string place_of(const llvm::Instruction& instruction);
// Why Gen cannot run that instruction, with its place.
Status refused(const llvm::Instruction& at, const std::string& why);
// The instruction's line; 0: unknown.
int line_of(const llvm::Instruction& instruction);
int line_of(const llvm::DILocation* place);
// A function's name as in the source.
std::string source_name(const llvm::Function& function);

}  // namespace genmedia::gen
