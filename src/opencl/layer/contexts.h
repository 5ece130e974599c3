// SPDX-License-Identifier: MIT
// Whom to tell what goes wrong while a kernel runs.
#pragma once

#include "opencl/layer/target.h"

#include <string>

namespace genmedia::opencl {

// To the context's own callback, and to the log.
void report_to(cl_context context, const std::string& message);

}  // namespace genmedia::opencl
