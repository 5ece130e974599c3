// SPDX-License-Identifier: MIT
// Accelerator objects: what the host says of a motion estimation before it launches one. [ext
// cl_intel_accelerator, cl_intel_motion_estimation]
#pragma once

#include "opencl/layer/target.h"

#include <optional>
#include <string_view>

namespace genmedia::opencl {

// The extension's function of that name; null: it has none.
void* accelerator_function(std::string_view name);

// What an accelerator was made with. Nothing: there is no such accelerator.
std::optional<cl_motion_estimation_desc_intel> accelerator_descriptor(cl_accelerator_intel accelerator);

// Whether a kernel's argument is an accelerator of another context.
bool is_accelerator_of_other(cl_context context, size_t size, const void* value);

}  // namespace genmedia::opencl
