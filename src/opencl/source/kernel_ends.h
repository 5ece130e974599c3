// SPDX-License-Identifier: MIT
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

#include <string>

namespace genmedia::opencl {

// Puts `leave`, statements, before each return of a kernel and at its end.
void mark_ends(const Program& program, const Function& kernel, const std::string& leave, Edits& edits);

}  // namespace genmedia::opencl
