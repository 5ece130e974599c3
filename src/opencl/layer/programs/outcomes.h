// SPDX-License-Identifier: MIT
// How launches ended. PoCL's kernels cannot fail. If the unit could not do what a kernel asked, the layer
// makes the launch's event and clFinish of its queue report it.
#pragma once

#include "opencl/layer/target.h"

#include <atomic>
#include <memory>
#include <string_view>

namespace genmedia::opencl {

// The execution status of an event whose kernel asked the unit for what it cannot do.
constexpr cl_int kEvaluationFailed = CL_INVALID_OPERATION;

// One command's outcome: shared by a launch while it runs and by its event.
struct Outcome {
    std::atomic<bool> failed = false;
    cl_command_type command = 0;            // 0: PoCL knows which it is
    cl_device_id device = nullptr;          // where it ran, if that is not its queue's
    std::atomic<cl_ulong> nanoseconds = 0;  // how long it ran there
};

// Any thread may call it while the launch runs: the launch's results are not to be trusted.
void note_failure(Outcome& outcome, cl_command_queue queue);

// The name of the device on which an event's command ran, by the layer's own extension: null, or a function
// like clGetEventInfo without a name of what is asked (clGetEventDeviceNameGENMEDIA).
void* outcome_function(std::string_view name);

// The event that the application gets for a launch.
void remember_outcome(cl_event event, std::shared_ptr<Outcome> outcome);

}  // namespace genmedia::opencl
