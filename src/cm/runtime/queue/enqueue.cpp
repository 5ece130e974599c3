// SPDX-License-Identifier: MIT
#include "cm/runtime/queue/enqueue.h"

#include <algorithm>
#include <span>

#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {
namespace {

using KernelList = std::span<const std::shared_ptr<Kernel>>;

template <class... A>
INT refuse(INT code, fmt::format_string<A...> why, A&&... about) {
    log().warn("Enqueue: {}", fmt::format(why, std::forward<A>(about)...));
    return code;
}

constexpr UINT kDefaultWidth = 511;  // of a thread space, for kernels with only a thread count

// Writes for each place of the space which thread of which kernel runs there.
INT place_units(const ThreadSpaceObject& space, KernelList kernels, SpaceRun& space_run) {
    for (const Unit& unit : space.units()) {
        size_t k = 0;
        if (unit.kernel != nullptr) {
            while (k < kernels.size() && kernels[k].get() != unit.kernel) k++;
        }
        const UINT place = static_cast<UINT>(&unit - space.units().data());
        if ((unit.kernel == nullptr && !space.ordered()) || k == kernels.size())
            return refuse(CM_INVALID_THREAD_SPACE,
                          "place ({}, {}) of the thread space has no thread of the task's kernels; expected "
                          "AssociateThread for each place",
                          place % space.width(), place / space.width());
        const UINT threads = kernels[k]->thread_count();
        if (threads != 0 && unit.thread >= threads)
            return refuse(CM_INVALID_THREAD_SPACE,
                          "kernel {} has no thread {}; expected 0 to {}, its thread count",
                          kernels[k]->code()->name, unit.thread, threads - 1);
        space_run.places.push_back({static_cast<uint32_t>(k), unit.thread, unit.color});
    }
    return CM_SUCCESS;
}

INT add_space(const ThreadSpaceObject& space, KernelList kernels, Job& job) {
    SpaceRun space_run;
    if (const INT code = space.build(space_run.space); code != CM_SUCCESS) return code;
    space_run.colors = space.colors();
    if (const INT code = place_units(space, kernels, space_run); code != CM_SUCCESS) return code;
    bool all_wait = true;
    for (const auto& kernel : kernels) {
        // If the host associated no threads, a place's number is the thread's number.
        if (kernel->has_thread_arguments() && space_run.places.empty() &&
            kernel->thread_count() != space.width() * space.height()) {
            return refuse(
                CM_INVALID_THREAD_SPACE,
                "kernel {} has {} threads with arguments of their own, and the thread space {} x {} places; "
                "expected as many",
                kernel->code()->name, kernel->thread_count(), space.width(), space.height());
        }
        all_wait = all_wait && kernel->code()->waits;
        space_run.kernels.push_back(kernel->snapshot(job));
    }
    space_run.space.waits_at_start = !space_run.space.dependencies.empty() && !all_wait;
    job.runs.push_back(std::move(space_run));
    return CM_SUCCESS;
}

INT add_threads(Kernel& kernel, Job& job) {
    const UINT count = kernel.thread_count();
    if (count == 0)
        return refuse(CM_KERNEL_THREADSPACE_NOT_SET,
                      "kernel {} has neither a thread space nor a thread count", kernel.code()->name);
    if (count > kMaxThreadsPerTask)
        return refuse(CM_EXCEED_MAX_THREAD_AMOUNT_PER_ENQUEUE,
                      "kernel {} has {} threads; expected at most {}", kernel.code()->name, count,
                      kMaxThreadsPerTask);
    SpaceRun space_run;
    space_run.space.width = static_cast<int>(std::min(count, kDefaultWidth));
    space_run.space.height = static_cast<int>((count + kDefaultWidth - 1) / kDefaultWidth);
    space_run.thread_limit = count;
    space_run.kernels.push_back(kernel.snapshot(job));
    job.runs.push_back(std::move(space_run));
    return CM_SUCCESS;
}

INT add_groups(Kernel& kernel, const CmThreadGroupSpace& space, Job& job) {
    if (kernel.has_thread_arguments())
        return refuse(CM_THREAD_ARG_NOT_ALLOWED,
                      "kernel {} runs in groups, whose threads have no arguments of their own",
                      kernel.code()->name);
    SpaceRun space_run;
    space_run.grouped = true;
    space_run.kernels.push_back(kernel.snapshot(job));
    std::copy_n(space.threads, 3, space_run.kernels[0]->dispatch.local_size);
    std::copy_n(space.groups, 3, space_run.kernels[0]->dispatch.group_count);
    job.runs.push_back(std::move(space_run));
    return CM_SUCCESS;
}

INT add_kernel(const std::shared_ptr<Kernel>& kernel, const ThreadSpaceObject* space, Job& job) {
    if (space == nullptr) space = kernel->thread_space().get();
    if (space != nullptr) return add_space(*space, {&kernel, 1}, job);
    if (kernel->group_space() != nullptr) return add_groups(*kernel, *kernel->group_space(), job);
    return add_threads(*kernel, job);
}

INT validate(const Task& task) {
    if (task.kernels().empty()) return CM_FAILURE;
    for (const auto& kernel : task.kernels()) {
        if (const INT code = kernel->validate_arguments(); code != CM_SUCCESS) return code;
    }
    return CM_SUCCESS;
}

}  // namespace

INT prepare(const Task& task, const ThreadSpaceObject* space, Job& job) {
    if (const INT code = validate(task); code != CM_SUCCESS) return code;
    if (space != nullptr) {
        const bool own =
            std::ranges::any_of(task.kernels(), [](const auto& k) { return k->thread_space() != nullptr; });
        if (own)
            return refuse(CM_INVALID_THREAD_SPACE,
                          "a kernel of the task has a thread space of its own, so that the "
                          "task takes none");
        // One walk runs the threads of several kernels.
        if (!space->units().empty() && !space->ordered()) return add_space(*space, task.kernels(), job);
    }
    for (const auto& kernel : task.kernels()) {
        if (const INT code = add_kernel(kernel, space, job); code != CM_SUCCESS) return code;
    }
    return CM_SUCCESS;
}

INT prepare_groups(const Task& task, const CmThreadGroupSpace* space, Job& job) {
    if (task.kernels().empty()) return CM_FAILURE;
    for (const auto& kernel : task.kernels()) {
        if (kernel->has_thread_arguments())
            return refuse(CM_THREAD_ARG_NOT_ALLOWED,
                          "kernel {} runs in groups, whose threads have no arguments of their own",
                          kernel->code()->name);
    }
    if (const INT code = validate(task); code != CM_SUCCESS) return code;
    for (const auto& kernel : task.kernels()) {
        const CmThreadGroupSpace* used = kernel->group_space() ? kernel->group_space().get() : space;
        if (used == nullptr)
            return refuse(CM_NULL_POINTER, "kernel {} has no thread group space", kernel->code()->name);
        if (const INT code = add_groups(*kernel, *used, job); code != CM_SUCCESS) return code;
    }
    return CM_SUCCESS;
}

std::vector<EventState::KernelInfo> kernel_infos(const Job& job) {
    std::vector<EventState::KernelInfo> infos;
    for (const SpaceRun& space_run : job.runs) {
        for (const auto& run : space_run.kernels) {
            const auto width = static_cast<UINT>(space_run.space.width);
            const auto height = static_cast<UINT>(space_run.space.height);
            EventState::KernelInfo info{run->kernel->name, {width, height, width, height}};
            if (space_run.grouped) {
                const uint32_t* local = run->dispatch.local_size;
                const uint32_t* groups = run->dispatch.group_count;
                info.space[0] = local[0];
                info.space[1] = local[1];
                info.space[2] = local[0] * groups[0];
                info.space[3] = local[1] * groups[1] * groups[2];
            }
            infos.push_back(std::move(info));
        }
    }
    return infos;
}

}  // namespace genmedia::runtime
