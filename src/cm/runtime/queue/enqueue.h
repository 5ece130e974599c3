// SPDX-License-Identifier: MIT
// Turns the host's objects into a job for a queue.
#pragma once

#include "cm/runtime/kernels/task.h"
#include "cm/runtime/kernels/thread_space_object.h"
#include "cm/runtime/queue/job.h"

namespace genmedia::runtime {

// The job of Enqueue. `space` is for the whole task; null if kernels have their own.
INT prepare(const Task& task, const ThreadSpaceObject* space, Job& job);
// The job of EnqueueWithGroup. A kernel's own space takes precedence over the task's.
INT prepare_groups(const Task& task, const CmThreadGroupSpace* space, Job& job);

// What events report about the job's kernels.
std::vector<EventState::KernelInfo> kernel_infos(const Job& job);

}  // namespace genmedia::runtime
