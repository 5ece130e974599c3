// SPDX-License-Identifier: MIT
// Launches of kernels on processors() in place of the application's device. The application's queue and
// events see a command of its device: it begins when what it waits for has ended, and ends when what the
// kernel wrote is in the application's memory.
#pragma once

#include "opencl/layer/programs/fallback_kernels.h"
#include "opencl/layer/programs/outcomes.h"

#include <functional>

namespace genmedia::opencl {

struct FallbackLaunch {
    cl_command_queue queue = nullptr;  // the application's
    cl_kernel kernel = nullptr;
    cl_command_type command = CL_COMMAND_NDRANGE_KERNEL;
    bool treated = false;  // the layer reads the kernel's images
    // Enqueues the kernel for processors, behind the event. Its own event is the last parameter.
    std::function<cl_int(cl_command_queue, const cl_event&, const std::shared_ptr<Outcome>&, cl_event*)>
        enqueue;
    // Sets the kernel's argument to a memory object of processors.
    std::function<cl_int(cl_uint, cl_mem)> set;
};

// As clEnqueueNDRangeKernel.
cl_int enqueue_fallback(const FallbackLaunch& launch, FallbackKernel& kernel, cl_uint wait_count,
                        const cl_event* wait_list, cl_event* event);

}  // namespace genmedia::opencl
