// Local memory of kernels, of which sub-groups that run apart must share one copy.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"

namespace genmedia::opencl {

// A flag for each function; only those of kernels mean something.
struct LocalMemory {
    std::vector<bool> mentioned, shared;
};

// Lets kernels ask for the one copy of their local memory, as program_source.h says. A kernel whose local
// memory is not all understood is left alone, and so is one that others call: it is not where a run starts.
// To follow the other marks at a kernel's entry, this comes after them.
LocalMemory share_local_memory(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
