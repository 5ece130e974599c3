// SPDX-License-Identifier: MIT
// Points where the work-items of a sub-group wait for each other.
//
// Kernels written for SIMD units let one lane take a lock or count with an atomic, and rely on the other
// lanes having waited. If work-items run one by one, a barrier must make them wait. PoCL needs a barrier as
// well. Up to the next barrier, all its work-items go the way of the first. So a barrier must follow each
// condition on which a sub-group exchanges values.
#pragma once

#include "opencl/source/analysis/divergence.h"
#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// Wraps each outermost `if` on a work-item's id that guards atomics, and each `if` on anything else that
// guards exchanges or a jump out of such an `if`. Skips what not all work-items of a sub-group may reach:
// code behind such an `if` that returns, loops and switches on ids, loops that are left on an id, and
// functions called from such places.
void add_convergence(const Program& program, Edits& edits);

// The calls in which values are exchanged where the text shows that not all lanes of a sub-group, or not all
// work-items of a work-group, may come by, of each function.
std::vector<std::vector<const Call*>> divided_exchanges(const Program& program, Together together);

}  // namespace genmedia::opencl
