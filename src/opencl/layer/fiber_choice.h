// SPDX-License-Identifier: MIT
// Which kernels' work-items are fibers: GENMEDIA_CL_LANES=never|auto|always.
#pragma once

#include "opencl/source/rewrite.h"

namespace genmedia::opencl {

// `alone`: not to be linked to others. auto, which is the default, takes fibers where a kernel needs them;
// always takes them wherever they are possible.
Fibers fiber_choice(bool alone);

// Instead of the variable: where the self-test found that fibers do not work with this PoCL.
void forbid_fibers();

}  // namespace genmedia::opencl
