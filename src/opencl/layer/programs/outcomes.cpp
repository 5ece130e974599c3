// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/outcomes.h"

#include "opencl/layer/entry_points.h"
#include "opencl/layer/query.h"
#include "opencl/layer/registry.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace genmedia::opencl {
namespace {

Registry<cl_event, Outcome>& events() {
    static auto& registry = *new Registry<cl_event, Outcome>;
    return registry;
}

bool has_failed(cl_event event) {
    const auto known = events().find(event);
    return known && known->failed;
}

// ---- Queues with a launch that has failed since their last clFinish

class FailedQueues {
public:
    void add(cl_command_queue queue) {
        const std::lock_guard lock(mutex_);
        queues_.insert(queue);
    }
    bool remove(cl_command_queue queue) {
        const std::lock_guard lock(mutex_);
        return queues_.erase(queue) != 0;
    }

private:
    std::mutex mutex_;
    std::unordered_set<cl_command_queue> queues_;
};

FailedQueues& failed_queues() {
    static auto& queues = *new FailedQueues;
    return queues;
}

// The handle may have belonged to another queue before.
cl_command_queue created(cl_command_queue queue) {
    if (queue != nullptr) failed_queues().remove(queue);
    return queue;
}

cl_command_queue create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                              cl_int* error) {
    return created(target().clCreateCommandQueue(context, device, properties, error));
}

cl_command_queue create_queue_with_properties(cl_context context, cl_device_id device,
                                              const cl_queue_properties* properties, cl_int* error) {
    return created(target().clCreateCommandQueueWithProperties(context, device, properties, error));
}

cl_int finish(cl_command_queue queue) {
    const cl_int error = target().clFinish(queue);
    const bool failed = error == CL_SUCCESS && failed_queues().remove(queue);
    return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : error;
}

// ---- Events

cl_int wait_for_events(cl_uint count, const cl_event* list) {
    const cl_int error = target().clWaitForEvents(count, list);
    if (error != CL_SUCCESS) return error;
    return std::any_of(list, list + count, has_failed) ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : error;
}

cl_int get_event_info(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
    const auto pass_on = [&] { return target().clGetEventInfo(event, name, size, value, size_ret); };
    if (const auto known = name == CL_EVENT_COMMAND_TYPE ? events().find(event) : nullptr;
        known && known->command != 0)
        return answer(known->command, size, value, size_ret);
    if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || !has_failed(event)) return pass_on();
    if (query_value<cl_int>(target().clGetEventInfo, event, name) != CL_COMPLETE) return pass_on();
    return answer(kEvaluationFailed, size, value, size_ret);
}

// A command that ran elsewhere is one that does nothing on its queue. A driver may call that queued or
// submitted only when the command has ended, as NVIDIA's does.
cl_int get_profiling_info(cl_event event, cl_profiling_info name, size_t size, void* value,
                          size_t* size_ret) {
    const auto ask = target().clGetEventProfilingInfo;
    const bool is_moved = name == CL_PROFILING_COMMAND_QUEUED || name == CL_PROFILING_COMMAND_SUBMIT ||
                          name == CL_PROFILING_COMMAND_START;
    const auto known = is_moved ? events().find(event) : nullptr;
    if (!known || known->device == nullptr) return ask(event, name, size, value, size_ret);
    cl_ulong time = 0, ended = 0;
    for (const auto& [asked, to] :
         {std::pair(name, &time), std::pair(cl_profiling_info{CL_PROFILING_COMMAND_END}, &ended)})
        if (const cl_int error = ask(event, asked, sizeof *to, to, nullptr); error != CL_SUCCESS)
            return error;
    const cl_ulong started = ended - std::min<cl_ulong>(known->nanoseconds, ended);
    const bool of_start = name == CL_PROFILING_COMMAND_START;
    return answer(of_start ? started : std::min(time, started), size, value, size_ret);
}

cl_int get_device_name(cl_event event, size_t size, void* value, size_t* size_ret) {
    const auto queue = query_value<cl_command_queue>(target().clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE);
    const auto known = events().find(event);
    cl_device_id device = known ? known->device : nullptr;
    if (device == nullptr && queue != nullptr)
        device = query_value<cl_device_id>(target().clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
    if (device == nullptr) return CL_INVALID_EVENT;
    const std::string name = query_string(target().clGetDeviceInfo, device, CL_DEVICE_NAME);
    return answer(known && known->device != nullptr ? name + " (fall-back)" : name, size, value, size_ret);
}

using EventNotify = void(CL_CALLBACK*)(cl_event, cl_int, void*);

// The application's callback for the end of a launch.
struct Callback {
    EventNotify notify;
    void* user_data;
    std::shared_ptr<Outcome> outcome;
};

void call_back(cl_event event, cl_int status, void* of_layer) {
    const std::unique_ptr<Callback> callback(static_cast<Callback*>(of_layer));
    const bool failed = status == CL_COMPLETE && callback->outcome->failed;
    callback->notify(event, failed ? kEvaluationFailed : status, callback->user_data);
}

cl_int set_event_callback(cl_event event, cl_int status, EventNotify notify, void* user_data) {
    auto outcome = events().find(event);
    if (!outcome || status != CL_COMPLETE || notify == nullptr)
        return target().clSetEventCallback(event, status, notify, user_data);
    auto callback = std::make_unique<Callback>(Callback{notify, user_data, std::move(outcome)});
    const cl_int error = target().clSetEventCallback(event, status, kGuarded<call_back>, callback.get());
    if (error == CL_SUCCESS) static_cast<void>(callback.release());  // call_back owns it now
    return error;
}

cl_int retain_event(cl_event event) { return events().retain(event, target().clRetainEvent); }
cl_int release_event(cl_event event) { return events().release(event, target().clReleaseEvent); }

}  // namespace

void note_failure(Outcome& outcome, cl_command_queue queue) {
    outcome.failed = true;
    failed_queues().add(queue);
}

void* outcome_function(std::string_view name) {
    return name == "clGetEventDeviceNameGENMEDIA" ? reinterpret_cast<void*>(kGuarded<get_device_name>)
                                                  : nullptr;
}

void remember_outcome(cl_event event, std::shared_ptr<Outcome> outcome) {
    events().put(event, std::move(outcome));
}

void install_outcomes(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateCommandQueue, create_queue>();
    entries.put<&cl_icd_dispatch::clCreateCommandQueueWithProperties, create_queue_with_properties>();
    entries.put<&cl_icd_dispatch::clFinish, finish>();
    entries.put<&cl_icd_dispatch::clWaitForEvents, wait_for_events>();
    entries.put<&cl_icd_dispatch::clGetEventInfo, get_event_info>();
    entries.put<&cl_icd_dispatch::clGetEventProfilingInfo, get_profiling_info>();
    entries.put<&cl_icd_dispatch::clSetEventCallback, set_event_callback>();
    entries.put<&cl_icd_dispatch::clRetainEvent, retain_event>();
    entries.put<&cl_icd_dispatch::clReleaseEvent, release_event>();
}

}  // namespace genmedia::opencl
