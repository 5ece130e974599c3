// SPDX-License-Identifier: MIT
// How launches ended. PoCL's kernels cannot fail. If the unit could not do what a kernel asked, the layer
// makes the launch's event and clFinish of its queue report it.
#pragma once

#include "opencl/layer/target.h"

#include <atomic>
#include <memory>

namespace genmedia::opencl {

// The execution status of an event whose kernel asked the unit for what it cannot do.
constexpr cl_int kEvaluationFailed = CL_INVALID_OPERATION;

// One command's outcome: shared by a launch while it runs and by its event.
struct Outcome {
    std::atomic<bool> failed = false;
    cl_command_type command = 0;  // 0: PoCL knows which it is
};

// Any thread may call it while the launch runs: the launch's results are not to be trusted.
void note_failure(Outcome& outcome, cl_command_queue queue);

// The event that the application gets for a launch.
void remember_outcome(cl_event event, std::shared_ptr<Outcome> outcome);

}  // namespace genmedia::opencl
