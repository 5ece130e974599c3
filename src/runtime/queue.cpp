#include "runtime/queue.h"

#include "runtime/enqueue.h"
#include "runtime/execute.h"
#include "runtime/log.h"

namespace genmedia::runtime {

Queue::~Queue() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        more_.notify_all();
    }
    if (worker_.joinable()) worker_.join();
}

void Queue::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        more_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        const std::unique_ptr<Job> job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        run(*job);
        lock.lock();
    }
}

void Queue::run(Job& job) const {
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
    // The host may free what the task used as soon as it knows that the task has ended.
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
        const std::lock_guard lock(mutex_);
        if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
        jobs_.push_back(std::move(job));
    }
    more_.notify_all();
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

// Hints tell a GPU how to mix the kernels' threads; here the kernels run one after the other.
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

// How a GPU shares its threads among groups.
INT Queue::SetResidentGroupAndParallelThreadNum(uint32_t, uint32_t) { return CM_SUCCESS; }

}  // namespace genmedia::runtime
