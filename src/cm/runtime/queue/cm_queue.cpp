// SPDX-License-Identifier: MIT
#include "cm/runtime/queue/cm_queue.h"

#include <chrono>

#include "base/settings.h"
#include "cm/runtime/queue/enqueue.h"
#include "cm/runtime/queue/execute.h"
#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {

Queue::~Queue() {
    if (!worker_.joinable()) return;
    {
        const std::lock_guard lock(work_->mutex);
        work_->stop = true;
        work_->more.notify_all();
    }
    constexpr int default_patience = 10;  // seconds
    if (work_->wait_for_end(base::number_of(base::settings::kCmPatience, 1, default_patience,
                                            [](const std::string& text) { log().warn(text); })))
        worker_.join();
    else
        worker_.detach();
}

bool Queue::Work::wait_for_end(int patience) {
    std::unique_lock lock(mutex);
    for (int still = 0; still < patience; still++) {
        if (ended.wait_for(lock, std::chrono::seconds(1), [this] { return has_ended; })) return true;
        if (running != nullptr && running->progressed.exchange(false)) still = -1;
    }
    const bool kernel = running != nullptr && !running->kernels.empty();
    log().error(
        "{} has not ended, and no thread of it has for {} s: it is left running, and {} task(s) with it that "
        "wait behind it",
        kernel ? "kernel " + running->kernels[0].name : "a copy", patience, jobs.size());
    return false;
}

void Queue::Work::run() {
    std::unique_lock lock(mutex);
    for (;;) {
        more.wait(lock, [this] { return stop || !jobs.empty(); });
        if (jobs.empty()) break;
        const std::unique_ptr<Job> job = std::move(jobs.front());
        jobs.pop_front();
        running = job->event;
        lock.unlock();
        run(*job);
        lock.lock();
        running = nullptr;
    }
    has_ended = true;
    ended.notify_all();
}

void Queue::Work::run(Job& job) {
    job.event->start();
    Status status;
    try {
        status = execute(job);
    } catch (const std::exception& failure) {
        status = Status(StatusCode::unsupported, failure.what());
    }
    if (!status.ok()) {
        const std::string first =
            job.event->kernels.empty() ? "copy" : "kernel " + job.event->kernels[0].name;
        log().error("task that starts with {}: {}", first, status.message());
    }
    // First release: the host may free what the task used as soon as it knows that the task has ended.
    job.release();
    job.event->finish(status.ok());
}

INT Queue::submit(std::unique_ptr<Job> job, CmEvent*& event, bool blocking) {
    const auto state = std::make_shared<EventState>(kernel_infos(*job));
    job->event = state;
    job->print = print_;
    std::shared_ptr<class Event> visible;
    if (event != CM_NO_EVENT) visible = std::make_shared<class Event>(state);
    {
        const std::lock_guard lock(work_->mutex);
        if (!worker_.joinable()) worker_ = std::thread([work = work_] { work->run(); });
        work_->jobs.push_back(std::move(job));
    }
    work_->more.notify_all();
    event = visible == nullptr ? nullptr : events_.add(std::move(visible));
    return blocking ? state->wait(static_cast<DWORD>(-1)) : CM_SUCCESS;
}

INT Queue::Enqueue(CmTask* task, CmEvent*& event, const CmThreadSpace* space) {
    if (task == nullptr) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        const INT code =
            prepare(*static_cast<Task*>(task), static_cast<const ThreadSpaceObject*>(space), *job);
        return code == CM_SUCCESS ? submit(std::move(job), event, false) : code;
    });
}

INT Queue::EnqueueWithGroup(CmTask* task, CmEvent*& event, const CmThreadGroupSpace* space) {
    if (task == nullptr) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        const INT code = prepare_groups(*static_cast<Task*>(task), space, *job);
        return code == CM_SUCCESS ? submit(std::move(job), event, false) : code;
    });
}

// Hints tell a GPU how to mix the kernels' threads. Here the kernels run one after the other.
INT Queue::EnqueueWithHints(CmTask* task, CmEvent*& event, UINT) {
    if (task == nullptr) return CM_INVALID_ARG_VALUE;
    const auto& kernels = static_cast<Task*>(task)->kernels();
    if (kernels.empty()) return CM_FAILURE;
    for (const auto& kernel : kernels) {
        if (kernel->thread_space() == nullptr) return CM_NULL_POINTER;
    }
    return kernels.size() < 2 ? static_cast<INT>(CM_FAILURE) : Enqueue(task, event, nullptr);
}

INT Queue::EnqueueFast(CmTask* task, CmEvent*& event, const CmThreadSpace* space) {
    return Enqueue(task, event, space);
}

INT Queue::EnqueueWithGroupFast(CmTask* task, CmEvent*& event, const CmThreadGroupSpace* space) {
    return EnqueueWithGroup(task, event, space);
}

INT Queue::EnqueueVebox(CmVebox*, CmEvent*&) { return CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE; }

INT Queue::DestroyEvent(CmEvent*& event) {
    if (event == nullptr || events_.take(event) == nullptr) return CM_FAILURE;
    event = nullptr;
    return CM_SUCCESS;
}

INT Queue::DestroyEventFast(CmEvent*& event) { return DestroyEvent(event); }

// Sets how a GPU shares its threads among groups. No effect here.
INT Queue::SetResidentGroupAndParallelThreadNum(uint32_t, uint32_t) { return CM_SUCCESS; }

}  // namespace genmedia::runtime
