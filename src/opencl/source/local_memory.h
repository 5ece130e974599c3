// SPDX-License-Identifier: MIT
// Local memory of kernels. Sub-groups that run separately must share one copy of it.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace genmedia::opencl {

// What a kernel declares in local memory.
struct KernelLocals {
    struct Variable {
        size_t begin = 0;  // of the declaration
        size_t name = 0;
        size_t declared = 0;   // the declaration's ";"
        size_t scope_end = 0;  // the "}"
    };
    std::vector<size_t> parameters;  // positions of pointers to local memory
    std::vector<Variable> variables;
    std::vector<size_t> uses;  // of variables, after their declarations
    bool plain = true;         // each declaration has only variables in local memory, and no pointers
};

// By function; only the entries of kernels mean something. A kernel has no `kernels` and is not `shared` if
// some of its local memory is not understood, or if others call it: a run does not start there.
struct LocalMemory {
    std::vector<bool> mentioned, shared;
    std::vector<std::optional<KernelLocals>> kernels;
};

// Names of types whose definition contains the word local. They may hide a declaration of local memory. A
// structure cannot.
std::unordered_set<std::string> local_types(const Program& program);

LocalMemory find_local_memory(const Program& program);

// Lets a kernel ask for the one copy of its local memory, as rewrite.h says. Must be called after the other
// marks at the kernel's entry are made, so that its marks follow them.
void share_local_memory(const Program& program, const Function& kernel, const KernelLocals& locals,
                        Edits& edits);

// The same for a kernel that became a function and cannot declare local memory. Precondition: plain.
void allot_local_memory(const Program& program, const KernelLocals& locals, Edits& edits);

}  // namespace genmedia::opencl
