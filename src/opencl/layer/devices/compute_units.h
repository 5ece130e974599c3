// SPDX-License-Identifier: MIT
// How many units a device has, as programs see it.
#pragma once

#include "opencl/layer/target.h"

#include <optional>

namespace genmedia::opencl {

// The answer to CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_PARTITION_MAX_SUB_DEVICES and CL_DEVICE_PARTITION_TYPE
// if PoCL's answer counts threads that the layer asked for. Nothing: PoCL's own answer holds.
std::optional<cl_int> answer_compute_units(cl_device_id device, cl_device_info name, size_t size, void* value,
                                           size_t* size_ret);

}  // namespace genmedia::opencl
