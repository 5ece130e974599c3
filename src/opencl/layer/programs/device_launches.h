// SPDX-License-Identifier: MIT
// Enqueuing kernels of programs that were rewritten for a GPU's own driver.
#pragma once

#include "opencl/engine/launch_record.h"
#include "opencl/layer/programs/rewritten_kernels.h"

namespace genmedia::opencl {

struct DeviceLaunch {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_device_id device;
};

// As clEnqueueNDRangeKernel; the range has been checked.
cl_int enqueue_on_device(const DeviceLaunch& launch, KernelFacts& known, const Geometry& geometry,
                         cl_uint wait_count, const cl_event* wait_list, cl_event* event);

}  // namespace genmedia::opencl
