// SPDX-License-Identifier: MIT
// Which kernels' work-items are fibers: GENMEDIA_CL_LANES=never|auto|always.
#pragma once

#include "opencl/source/rewrite.h"

namespace genmedia::opencl {

// `alone`: the program will not be linked to others. auto, the default, uses fibers if a kernel needs them.
// always uses them wherever they are possible.
Fibers fiber_choice(bool alone);

// Overrides the variable: the self-test found that fibers do not work with this PoCL.
void forbid_fibers();

}  // namespace genmedia::opencl
