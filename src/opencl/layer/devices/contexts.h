// SPDX-License-Identifier: MIT
// What the layer knows of contexts: where to report what goes wrong while a kernel runs, and whose surfaces
// they share.
#pragma once

#include "opencl/layer/target.h"

#include <string>

namespace genmedia::opencl {

// The VADisplay that the context was made with; null: none.
void* va_display_of(cl_context context);
// Whether the program waits for OpenCL and VA-API itself (CL_CONTEXT_INTEROP_USER_SYNC).
bool syncs_by_itself(cl_context context);

// Reports to the context's own callback and to the log.
void report_to(cl_context context, const std::string& message);

}  // namespace genmedia::opencl
