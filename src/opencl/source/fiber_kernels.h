// SPDX-License-Identifier: MIT
// Kernels whose work-items are fibers (engine/fibers.h): which can be, which should be, and their text.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"
#include "opencl/source/local_memory.h"

namespace genmedia::opencl {

// Both functions return a flag for each function of the program. Only the flags of kernels mean something.

// All kernels but those that use what PoCL does for a whole work-group (collectives, asynchronous copies), or
// whose local memory cannot be moved.
std::vector<bool> possible_fibers(const Program& program, const LocalMemory& memory);

// Kernels that exchange values behind a condition, or where some lanes may have returned. PoCL copies all
// code behind each such exchange, and assumes that all lanes go the same way.
std::vector<bool> conditional_exchanges(const Program& program);

// Turns a kernel's text into a lane. If the kernel is `launched` at all, adds the kernel that PoCL launches,
// which runs the lanes.
void make_fiber_kernel(const Program& program, const Function& kernel, const LocalMemory& memory,
                       bool launched, Edits& edits);
// Renames the other declarations of these kernels, and their calls from other functions.
void rename_fiber_kernels(const Program& program, const std::vector<bool>& fibers, Edits& edits);

// Adds the points where lanes on different paths meet again: around statements with an exchange, or with an
// atomic behind a condition on lanes. Adds before each exchange its place in the text.
void add_convergence_of_fibers(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
