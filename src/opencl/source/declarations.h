// SPDX-License-Identifier: MIT
// A program's own declarations of functions that the layer provides.
#pragma once

#include "opencl/source/edits.h"
#include "opencl/source/functions.h"

namespace genmedia::opencl {

// Programs for compilers without the extensions' headers declare the functions themselves. The prelude has
// them already, some as macros and some under other attributes: such a declaration becomes one of a function
// that nobody calls, under another name. A function that the program itself defines keeps its name. Whether
// there were any.
bool set_declarations_aside(const Program& program, Edits& edits);

}  // namespace genmedia::opencl
