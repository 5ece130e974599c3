// Which kernels' work-items are fibers: GENMEDIA_CL_LANES=never|auto|always.
#pragma once

#include "opencl/layer/target.h"
#include "opencl/source/program_source.h"

#include <string>

namespace genmedia::opencl {

// `alone`: not to be linked to others. auto, which is the default, takes fibers where a kernel needs them;
// always takes them wherever they are possible.
Fibers fiber_choice(bool alone);

// Instead of the variable: where the self-test found that fibers do not work with this PoCL.
void forbid_fibers();

// What a text starts with whose work-items are fibers, before the prelude.
inline const std::string fiber_mark = "#define GM_FIBERS 1\n";

}  // namespace genmedia::opencl
