// SPDX-License-Identifier: MIT
// Kernels whose work-items are fibers (engine/fibers.h): which can be, which had better be, and their text.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"
#include "opencl/source/local_memory.h"

namespace genmedia::opencl {

// Both: a flag for each function, which means something of kernels.

// All but those that use what PoCL does for a whole work-group (collectives, asynchronous copies), or whose
// local memory cannot be moved.
std::vector<bool> possible_fibers(const Program& program, const LocalMemory& memory);

// Those that exchange values behind a condition: PoCL copies all code behind each, and takes it for granted
// that all lanes go the same way.
std::vector<bool> conditional_exchanges(const Program& program);

// Makes a lane of a kernel's text. If the kernel is `launched` at all, adds the kernel that PoCL launches,
// which has the lanes run.
void make_fiber_kernel(const Program& program, const Function& kernel, const LocalMemory& memory,
                       bool launched, Edits& edits);
// Its other declarations, and its calls from other functions.
void rename_fiber_kernels(const Program& program, const std::vector<bool>& fibers, Edits& edits);

// Where lanes that went different ways come together: around what holds an exchange, or an atomic behind a
// condition on lanes. And before each exchange its place in the text.
void add_convergence_of_fibers(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
