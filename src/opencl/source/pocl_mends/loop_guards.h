// SPDX-License-Identifier: MIT
// Keeps PoCL from running work-items together through loops that only some of them are in.
//
// In a kernel with a barrier PoCL runs all work-items turn by turn through an innermost loop that it takes
// for one that all of them enter. It takes code for that if one way leads there on which work-items agree,
// even if others lead there on which they do not: the next turn of a loop around, the other half of a
// condition (3.1 to 7.1 at least). Then work-items run along that should not. Behind a condition that PoCL
// cannot judge it does not do so.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// Puts such a condition, `if (__genmedia_here())`, around each outermost loop, if or switch that PoCL may
// misjudge. A statement that meets at a barrier stays as it is, since all work-items must come to it.
// `marked`: the text also has the marks of add_convergence, which make barriers of some atomics. Whether
// there was any such statement.
bool guard_loops(const Program& program, bool marked, Edits& edits);

}  // namespace genmedia::opencl
