// SPDX-License-Identifier: MIT
// Points where the work-items of a sub-group wait for each other.
//
// Kernels written for SIMD units let one lane take a lock or count with an atomic, and rely on the others
// having waited. Where work-items run one by one that must be said. And PoCL, which decides for all
// work-items what the first one decides until the next barrier, needs one behind a condition on which a
// sub-group exchanges values.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"

namespace genmedia::opencl {

// Wraps each outermost `if` on a work-item's id that guards atomics, and each `if` on anything else that
// guards exchanges, or what jumps out of one. Left alone is what not all work-items
// of a sub-group may reach: behind such an `if` that returns, in loops and switches on ids, or left on an
// id, and in functions that are called from such places.
void add_convergence(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
