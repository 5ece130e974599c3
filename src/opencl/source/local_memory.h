// SPDX-License-Identifier: MIT
// Local memory of kernels, of which sub-groups that run apart must share one copy.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"

#include <optional>
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
    std::vector<size_t> uses;  // of variables, behind their declarations
    bool plain = true;         // each declaration is of variables in local memory alone, and of no pointers
};

// By function; only those of kernels mean something. A kernel whose local memory is not all understood has no
// `kernels` and is not `shared`, and neither is one that others call: it is not where a run starts.
struct LocalMemory {
    std::vector<bool> mentioned, shared;
    std::vector<std::optional<KernelLocals>> kernels;
};

LocalMemory find_local_memory(const Program& program);

// Lets a kernel ask for the one copy of its local memory, as rewrite.h says. To follow the other marks
// at the kernel's entry, this comes after them.
void share_local_memory(const Program& program, const Function& kernel, const KernelLocals& locals,
                        Edits& edits);

// The same of a kernel that is no kernel any more, and so cannot declare local memory. Precondition: plain.
void allot_local_memory(const Program& program, const KernelLocals& locals, Edits& edits);

}  // namespace genmedia::opencl
