// SPDX-License-Identifier: MIT
// Points where the work-items of a sub-group wait for each other.
//
// Kernels written for SIMD units let one lane take a lock or count with an atomic, and rely on the others
// having waited. Where work-items run one by one that must be said. PoCL needs a barrier as well: up to the
// next one, all its work-items go the way of the first. So there has to be one behind a condition on which a
// sub-group exchanges values.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"

namespace genmedia::opencl {

// Wraps each outermost `if` on a work-item's id that guards atomics. Wraps each `if` on anything else that
// guards exchanges, or a jump out of one. Leaves alone what not all work-items of a sub-group may reach: what
// is behind such an `if` that returns, loops and switches on ids, loops that are left on an id, and functions
// that are called from such places.
void add_convergence(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
