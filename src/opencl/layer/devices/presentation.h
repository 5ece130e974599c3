// SPDX-License-Identifier: MIT
// How programs see what the layer serves: as the platform and the GPU of Intel's driver, for which they were
// written, or as PoCL's own (GENMEDIA_CL_AS=pocl).
#pragma once

#include "opencl/layer/target.h"

#include <optional>
#include <string>
#include <vector>

namespace genmedia::opencl {

// GENMEDIA_CL_AS is intel or not set. Any value but intel and pocl is reported once and means intel.
bool shown_as_intel();

// A platform's name for messages.
std::string shown_platform_name();

// The answer to a query for the name, vendor, vendor id or type of a served device. Nothing: PoCL's own
// answer holds.
std::optional<cl_int> answer_presentation(cl_device_id device, cl_device_info name, size_t size, void* value,
                                          size_t* size_ret);

// PoCL's devices of a type. Served devices count as GPUs too. Null: the loader's first platform, which must
// be PoCL's.
std::vector<cl_device_id> devices_of_type(cl_platform_id platform, cl_device_type type);

}  // namespace genmedia::opencl
