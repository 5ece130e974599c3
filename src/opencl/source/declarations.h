// SPDX-License-Identifier: MIT
// A program's own declarations of functions that the layer provides.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// Programs for compilers without the extensions' headers declare the functions themselves. The prelude
// declares them already, some as macros and some with other attributes. So such a declaration gets another
// name, and nobody calls it. A function that the program itself defines keeps its name. Returns whether there
// were any such declarations.
bool set_declarations_aside(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
