// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/outcomes.h"

#include "opencl/layer/entry_points.h"
#include "opencl/layer/query.h"
#include "opencl/layer/registry.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>

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

void remember_outcome(cl_event event, std::shared_ptr<Outcome> outcome) {
    events().put(event, std::move(outcome));
}

void install_outcomes(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateCommandQueue, create_queue>();
    entries.put<&cl_icd_dispatch::clCreateCommandQueueWithProperties, create_queue_with_properties>();
    entries.put<&cl_icd_dispatch::clFinish, finish>();
    entries.put<&cl_icd_dispatch::clWaitForEvents, wait_for_events>();
    entries.put<&cl_icd_dispatch::clGetEventInfo, get_event_info>();
    entries.put<&cl_icd_dispatch::clSetEventCallback, set_event_callback>();
    entries.put<&cl_icd_dispatch::clRetainEvent, retain_event>();
    entries.put<&cl_icd_dispatch::clReleaseEvent, release_event>();
}

}  // namespace genmedia::opencl
