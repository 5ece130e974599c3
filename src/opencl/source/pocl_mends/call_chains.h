// SPDX-License-Identifier: MIT
// Keeps PoCL from copying a program's functions again and again.
//
// Before PoCL 7.1, what it copies into a kernel's module is each function that the kernel reaches, and with
// each of these all that it reaches in turn: a chain of n calls costs 2 to the n copies.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

// Lets the front end put functions into their callers where PoCL would make more than some thousand copies:
// those with one call, and then those that make the program grow least. `alone`: the program will not be
// linked to others.
void shorten_call_chains(const Program& program, bool alone, Edits& edits);

}  // namespace genmedia::opencl
