// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/fallback_launches.h"

#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/guard.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/fallback.h"
#include "opencl/layer/programs/mirrors.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <map>
#include <thread>

namespace genmedia::opencl {
namespace {

using Clock = std::chrono::steady_clock;
using Event = std::shared_ptr<_cl_event>;

Event owned_event(cl_event event) { return owned_object<cl_event, &cl_icd_dispatch::clReleaseEvent>(event); }

cl_int status_of(const Event& event) {
    return query_value<cl_int>(target().clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}

// ---- A thread for what has to wait for memory: drivers' callbacks must not

class Worker {
public:
    using Step = std::function<void()>;

    // Comes before add(): where there can be no thread, nothing may wait for one.
    void start() {
        const std::lock_guard lock(mutex_);
        if (thread_ != std::thread::id()) return;
        std::thread thread([this] { work(); });
        thread_ = thread.get_id();
        thread.detach();
    }

    // Takes the step when the event has ended. PoCL 3.1 calls nobody back for an event that ends with an
    // error, so the thread looks itself, too.
    void add(const Event& event, Step step) {
        uint64_t id = 0;
        {
            const std::lock_guard lock(mutex_);
            if (ending_) return;
            id = ++last_id_;
            awaited_.emplace(id, Awaited{event, std::move(step)});
        }
        target().clSetEventCallback(event.get(), CL_COMPLETE, kGuarded<ended>, reinterpret_cast<void*>(id));
        changed_.notify_all();
    }

    // At the process's end: drivers are taken apart next. The thread itself may end the process, as a step
    // calls the application back.
    void stop() {
        std::unique_lock lock(mutex_);
        ending_ = true;
        if (std::this_thread::get_id() != thread_) changed_.wait(lock, [this] { return !at_work_; });
    }

private:
    struct Awaited {
        Event event;
        Step step;
    };

    static void ended(cl_event event, cl_int status, void* id);

    void take(uint64_t id) {
        Event ended;  // released after the lock
        const std::lock_guard lock(mutex_);
        const auto found = awaited_.find(id);
        if (found == awaited_.end()) return;
        steps_.push_back(std::move(found->second.step));
        ended = std::move(found->second.event);
        awaited_.erase(found);
        changed_.notify_all();
    }

    void look() {
        std::vector<std::pair<uint64_t, Event>> events;
        {
            const std::lock_guard lock(mutex_);
            for (const auto& [id, awaited] : awaited_) events.emplace_back(id, awaited.event);
        }
        for (const auto& [id, event] : events)
            if (status_of(event) <= CL_COMPLETE) take(id);
    }

    void work() {
        using namespace std::chrono_literals;
        constexpr Clock::duration look_every = 50ms;
        auto looked = Clock::now();
        std::unique_lock lock(mutex_);
        for (;;) {
            const auto has_steps = [this] { return !steps_.empty() && !ending_; };
            if (awaited_.empty())
                changed_.wait(lock, [&] { return has_steps() || !awaited_.empty(); });
            else
                changed_.wait_for(lock, look_every, has_steps);
            if (ending_) continue;
            Step step;
            if (has_steps()) {
                step = std::move(steps_.front());
                steps_.pop_front();
            }
            at_work_ = true;
            lock.unlock();
            if (step) step();
            step = nullptr;  // and what it holds: releasing memory may call the application back
            if (Clock::now() - looked >= look_every) {
                look();
                looked = Clock::now();
            }
            lock.lock();
            at_work_ = false;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<uint64_t, Awaited> awaited_;
    std::deque<Step> steps_;
    uint64_t last_id_ = 0;
    std::thread::id thread_;  // none: not started
    bool at_work_ = false, ending_ = false;
};

Worker& worker() {
    static auto& worker = *new Worker;  // outlives all threads
    static const bool registered = std::atexit([] { opencl::worker().stop(); }) == 0;
    static_cast<void>(registered);
    return worker;
}

void Worker::ended(cl_event, cl_int, void* id) { worker().take(reinterpret_cast<uint64_t>(id)); }

// ---- A launch on its way

struct Job {
    std::string name;  // the kernel's
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;  // the application's: its next clFinish reports a failure
    std::shared_ptr<_cl_command_queue> copies;
    Mirrors mirrors;
    std::vector<std::shared_ptr<_cl_sampler>> samplers;
    Event before;  // what the launch waits for
    Event gate;    // of processors: the memory has been brought
    Event ended;   // of processors: the kernel has run
    Event done;    // of the application: its memory has been brought back
    std::shared_ptr<Outcome> outcome;
    Clock::time_point begin;

    void fail(const std::string& message) const {
        note_failure(*outcome, queue);
        report_to(context, "kernel " + name + ", on processors: " + message);
    }
};

using JobPointer = std::shared_ptr<Job>;

void end(const JobPointer& job) {
    job->outcome->nanoseconds = static_cast<cl_ulong>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - job->begin).count());
    target().clSetUserEventStatus(job->done.get(), CL_COMPLETE);
}

std::string numbered(const char* what, cl_int error) {
    return std::string(what) + " (OpenCL error " + std::to_string(error) + ")";
}

void bring_back(const JobPointer& job) noexcept {
    try {
        if (const cl_int status = status_of(job->ended); status < 0)
            job->fail(numbered("it ended with an error", status));
        else if (const cl_int error = job->mirrors.bring_back(job->copies.get()); error != CL_SUCCESS)
            job->fail(numbered("what it wrote could not be brought back", error));
    } catch (...) {
        note_failure(*job->outcome, job->queue);
    }
    end(job);
}

void run(const JobPointer& job) noexcept {
    job->begin = Clock::now();
    cl_int failed = CL_SUCCESS;
    try {
        failed = std::min(status_of(job->before), CL_SUCCESS);
        if (failed != CL_SUCCESS) {
            job->fail(numbered("what it waits for ended with an error", failed));
        } else if (failed = job->mirrors.bring(job->copies.get()); failed != CL_SUCCESS) {
            job->fail(numbered("its memory could not be brought to them", failed));
        } else {
            worker().add(job->ended, [job] { bring_back(job); });
        }
    } catch (...) {
        note_failure(*job->outcome, job->queue);
        failed = CL_OUT_OF_RESOURCES;
    }
    // Where something failed the kernel does not run.
    target().clSetUserEventStatus(job->gate.get(), failed == CL_SUCCESS ? CL_COMPLETE : failed);
    if (failed != CL_SUCCESS) end(job);
}

// A launch that is not handed on to the worker: what was enqueued behind it goes on, without the kernel.
class Unfinished {
public:
    explicit Unfinished(const Job& job) : job_(&job) {}
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        if (job_ == nullptr) return;
        target().clSetUserEventStatus(job_->gate.get(), CL_OUT_OF_RESOURCES);
        target().clSetUserEventStatus(job_->done.get(), CL_COMPLETE);
    }
    void hand_on() { job_ = nullptr; }

private:
    const Job* job_;
};

// ---- Enqueuing

cl_int make_event(cl_context context, Event& event) {
    cl_int error = CL_SUCCESS;
    event = owned_event(target().clCreateUserEvent(context, &error));
    return error;
}

// A command of the application's queue that does nothing, behind those that a kernel there would wait for. In
// a queue that keeps no order these are the wait list's and barriers, where PoCL's markers wait for all; and
// NVIDIA's markers have no times.
cl_int enqueue_nothing(cl_command_queue queue, cl_context context, cl_uint wait_count,
                       const cl_event* wait_list, Event& event) {
    cl_event made = nullptr;
    cl_int error = CL_SUCCESS;
    if (keeps_order(queue) && !has_property(queue, CL_QUEUE_PROFILING_ENABLE)) {
        error = target().clEnqueueMarkerWithWaitList(queue, wait_count, wait_list, &made);
    } else {
        constexpr cl_uint nothing = 0;
        const auto memory = owned_object<cl_mem, &cl_icd_dispatch::clReleaseMemObject>(
            target().clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof nothing, nullptr, &error));
        if (error == CL_SUCCESS)
            error = target().clEnqueueFillBuffer(queue, memory.get(), &nothing, sizeof nothing, 0,
                                                 sizeof nothing, wait_count, wait_list, &made);
    }
    if (error != CL_SUCCESS) return error;
    event = owned_event(made);
    target().clFlush(queue);
    return CL_SUCCESS;
}

// Of a launch the specification asks this; a driver may not ask it of the marker that waits in its place.
cl_int check_wait_list(cl_context context, cl_uint count, const cl_event* list) {
    if ((count == 0) != (list == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < count; i++) {
        const auto of_event = query_value<cl_context>(target().clGetEventInfo, list[i], CL_EVENT_CONTEXT);
        if (of_event == nullptr) return CL_INVALID_EVENT_WAIT_LIST;
        if (of_event != context) return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

cl_int make_mirrors(const FallbackLaunch& launch, const FallbackKernel& kernel, Mirrors& mirrors) {
    std::vector<MirroredArgument> arguments;
    for (size_t i = 0; i < kernel.parameters.size(); i++) {
        const ParameterKind kind = kernel.parameters[i];
        const bool is_memory = kind == ParameterKind::buffer || kind == ParameterKind::read_image ||
                               kind == ParameterKind::written_image;
        if (!is_memory) continue;
        if (!kernel.memory[i]) return CL_INVALID_KERNEL_ARGS;
        const cl_mem memory = *kernel.memory[i];
        if (memory == nullptr) continue;
        // Blocks are also written to images without a qualifier, which count as read.
        const auto flags = query_value<cl_mem_flags>(target().clGetMemObjectInfo, memory, CL_MEM_FLAGS);
        const bool only_read = kind != ParameterKind::written_image && (flags & CL_MEM_READ_ONLY) != 0;
        arguments.push_back({i, memory, !only_read});
    }
    return mirrors.make(kernel.name, arguments, launch.treated);
}

cl_int set_arguments(const FallbackLaunch& launch, const FallbackKernel& kernel, const Mirrors& mirrors) {
    for (size_t i = 0; i < kernel.memory.size(); i++) {
        if (!kernel.memory[i]) continue;
        const cl_int error = launch.set(static_cast<cl_uint>(i), mirrors.in_place_of(i));
        if (error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

void count(const FallbackKernel& kernel, cl_device_id device) {
    static std::atomic<uint64_t> launches = 0;
    const uint64_t number = ++launches;
    log().info("kernel {}: launch {} of this process on processors, not on {}", kernel.name, number,
               device_name(device));
}

}  // namespace

cl_int enqueue_fallback(const FallbackLaunch& launch, FallbackKernel& kernel, cl_uint wait_count,
                        const cl_event* wait_list, cl_event* event) {
    const auto ask = target().clGetCommandQueueInfo;
    const auto device = query_value<cl_device_id>(ask, launch.queue, CL_QUEUE_DEVICE);
    if (device == nullptr) return CL_INVALID_COMMAND_QUEUE;
    if (query_value<cl_context>(ask, launch.queue, CL_QUEUE_CONTEXT) != kernel.context)
        return CL_INVALID_CONTEXT;
    if (const cl_int refused = check_wait_list(kernel.context, wait_count, wait_list); refused != CL_SUCCESS)
        return refused;
    const auto job = std::make_shared<Job>();
    job->name = kernel.name;
    job->context = kernel.context;
    job->queue = launch.queue;
    job->outcome = std::make_shared<Outcome>();
    job->outcome->command = launch.command;
    job->outcome->device = processors().device;
    worker().start();
    const std::lock_guard lock(kernel.mutex);
    job->samplers = kernel.samplers;
    cl_int error = make_mirrors(launch, kernel, job->mirrors);
    if (error == CL_SUCCESS) error = set_arguments(launch, kernel, job->mirrors);
    if (error == CL_SUCCESS)
        job->copies = owned_object<cl_command_queue, &cl_icd_dispatch::clReleaseCommandQueue>(
            target().clCreateCommandQueue(kernel.context, device, 0, &error));
    if (error == CL_SUCCESS) error = make_event(kernel.context, job->done);
    if (error == CL_SUCCESS) error = make_event(processors().context, job->gate);
    if (error == CL_SUCCESS)
        error = enqueue_nothing(launch.queue, kernel.context, wait_count, wait_list, job->before);
    if (error != CL_SUCCESS) return error;
    Unfinished unfinished(*job);
    // Its errors are those of the range and of the arguments. From here on the kernel waits.
    cl_event ended = nullptr;
    error = launch.enqueue(processors().launches, job->gate.get(), job->outcome, &ended);
    if (error != CL_SUCCESS) return error;
    job->ended = owned_event(ended);
    target().clFlush(processors().launches);
    const cl_event done = job->done.get();
    Event last;
    error = enqueue_nothing(launch.queue, kernel.context, 1, &done, last);
    if (error != CL_SUCCESS) return error;
    count(kernel, device);
    worker().add(job->before, [job] { run(job); });
    unfinished.hand_on();
    if (event == nullptr) return CL_SUCCESS;
    remember_outcome(last.get(), job->outcome);
    *event = last.get();
    return target().clRetainEvent(last.get());
}

}  // namespace genmedia::opencl
