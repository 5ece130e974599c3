// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// In C99, an inline function that is not static leaves an undefined symbol if it is not inlined.
void make_inline_static(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
