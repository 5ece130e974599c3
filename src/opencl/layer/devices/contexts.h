// SPDX-License-Identifier: MIT
// Where to report what goes wrong while a kernel runs.
#pragma once

#include "opencl/layer/target.h"

#include <string>

namespace genmedia::opencl {

// Reports to the context's own callback and to the log.
void report_to(cl_context context, const std::string& message);

}  // namespace genmedia::opencl
