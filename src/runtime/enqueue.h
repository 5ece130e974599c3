// SPDX-License-Identifier: MIT
// From the host's objects to a job for a queue.
#pragma once

#include "runtime/job.h"
#include "runtime/task.h"
#include "runtime/thread_space.h"

namespace genmedia::runtime {

// The job of Enqueue: space is that of the whole task, or null where kernels have their own.
INT prepare(const Task& task, const ThreadSpaceObject* space, Job& job);
// The job of EnqueueWithGroup: a kernel's own space goes before that of the task.
INT prepare_groups(const Task& task, const CmThreadGroupSpace* space, Job& job);

// What events tell about the job's kernels.
std::vector<EventState::KernelInfo> kernel_infos(const Job& job);

}  // namespace genmedia::runtime
