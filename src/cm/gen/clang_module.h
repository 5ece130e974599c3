// SPDX-License-Identifier: MIT
// A module that clang made, as text, and what becomes of it, as bitcode.
#pragma once

#include "genmedia/status.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>

namespace genmedia::gen {

// `change` takes the module and returns a Status: why it cannot be compiled. What it made of the
// module is in `bitcode` in both cases.
template <class Change>
Status changed_module(const std::string& text, std::string& bitcode, const Change& change) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic wrong;
    const std::unique_ptr<llvm::Module> module =
        llvm::parseIR(llvm::MemoryBufferRef(text, "kernels"), wrong, context);
    if (module == nullptr)
        return Status(StatusCode::corrupt, "clang's module cannot be read: line " +
                                               std::to_string(wrong.getLineNo()) + ": " +
                                               wrong.getMessage().str());
    const Status changed = change(*module);
    bitcode.clear();
    llvm::raw_string_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*module, stream);
    stream.flush();
    return changed;
}

}  // namespace genmedia::gen
