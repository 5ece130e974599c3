// SPDX-License-Identifier: MIT
// The back end's intrinsics in the place of the functions that include/cm/gen/intrinsics.h declares.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

namespace genmedia::gen {

// The function's name in cm::gen, "media_ld"; empty: it is none of that namespace without a body.
std::string cm_gen_name(const llvm::Function& function);

// Calls llvm.genx.NAME; `overloads`: 'r' for the result, digits for the arguments whose types its name
// carries.
llvm::CallInst* call_genx(llvm::IRBuilder<>& at, const std::string& name, llvm::Type* result,
                          llvm::ArrayRef<llvm::Value*> arguments, const char* overloads, bool touches_memory);

// Replaces all calls in the function but those of objects.h. Not empty: what cannot be replaced, with its
// place.
std::string replace_intrinsics(llvm::Function& function);

// Whether a file is one of the language's own.
bool is_language_header(llvm::StringRef file);
// The innermost place outside of the language's headers; null: there is none.
const llvm::DILocation* in_source(const llvm::DILocation* place);
// "FILE:LINE" where the instruction comes from, as the kernel's author wrote it.
std::string place_of(const llvm::Instruction& instruction);
// Its line; 0: unknown.
int line_of(const llvm::Instruction& instruction);
int line_of(const llvm::DILocation* place);
// A function as the source calls it.
std::string source_name(const llvm::Function& function);

}  // namespace genmedia::gen
