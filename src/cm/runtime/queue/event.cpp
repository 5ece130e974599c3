// SPDX-License-Identifier: MIT
#include "cm/runtime/queue/event.h"

#include <chrono>
#include <cstring>

namespace genmedia::runtime {

int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

void EventState::start() {
    const std::lock_guard lock(mutex_);
    status_ = CM_STATUS_STARTED;
    started_ = now_ns();
}

void EventState::finish(bool well) {
    {
        const std::lock_guard lock(mutex_);
        status_ = well ? CM_STATUS_FINISHED : CM_STATUS_RESET;
        ended_ = now_ns();
    }
    ended_now_.notify_all();
}

CM_STATUS EventState::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

INT EventState::wait(DWORD milliseconds) {
    std::unique_lock lock(mutex_);
    const auto ended = [this] { return status_ == CM_STATUS_FINISHED || status_ == CM_STATUS_RESET; };
    if (milliseconds == static_cast<DWORD>(-1)) {
        ended_now_.wait(lock, ended);
    } else if (!ended_now_.wait_for(lock, std::chrono::milliseconds(milliseconds), ended)) {
        return CM_EXCEED_MAX_TIMEOUT;
    }
    return status_ == CM_STATUS_FINISHED ? CM_SUCCESS : CM_TASK_MEDIA_RESET;
}

INT EventState::times(Times& times) const {
    const std::lock_guard lock(mutex_);
    if (status_ != CM_STATUS_FINISHED) return CM_FAILURE;
    times = {enqueued_, started_, ended_};
    return CM_SUCCESS;
}

INT Event::GetStatus(CM_STATUS& status) {
    status = state_->status();
    return CM_SUCCESS;
}

INT Event::GetExecutionTime(UINT64& time) {
    EventState::Times times{};
    if (const INT code = state_->times(times); code != CM_SUCCESS) return code;
    time = static_cast<UINT64>(times.ended - times.started);
    return CM_SUCCESS;
}

// A tick is a nanosecond.
INT Event::GetExecutionTickTime(UINT64& ticks) { return GetExecutionTime(ticks); }

INT Event::WaitForTaskFinished(DWORD milliseconds) { return state_->wait(milliseconds); }

// Only Intel's instrumentation of kernels needs it.
INT Event::GetSurfaceDetails(UINT, UINT, CM_SURFACE_DETAILS&) { return CM_NOT_IMPLEMENTED; }

INT Event::GetProfilingInfo(CM_EVENT_PROFILING_INFO info, size_t bytes, PVOID input, PVOID value) {
    if (value == nullptr) return CM_NULL_POINTER;
    switch (info) {
        case CM_EVENT_PROFILING_HWSTART:
        case CM_EVENT_PROFILING_HWEND:
        case CM_EVENT_PROFILING_SUBMIT:
        case CM_EVENT_PROFILING_COMPLETE: {
            if (bytes < sizeof(LARGE_INTEGER)) return CM_INVALID_PARAM_SIZE;
            EventState::Times times{};
            if (const INT code = state_->times(times); code != CM_SUCCESS) return code;
            auto& out = static_cast<LARGE_INTEGER*>(value)->QuadPart;
            out = info == CM_EVENT_PROFILING_SUBMIT    ? times.enqueued
                  : info == CM_EVENT_PROFILING_HWSTART ? times.started
                                                       : times.ended;
            return CM_SUCCESS;
        }
        case CM_EVENT_PROFILING_KERNELCOUNT:
            if (bytes < sizeof(UINT)) return CM_INVALID_PARAM_SIZE;
            *static_cast<UINT*>(value) = static_cast<UINT>(state_->kernels.size());
            return CM_SUCCESS;
        case CM_EVENT_PROFILING_KERNELNAMES:
        case CM_EVENT_PROFILING_THREADSPACE: {
            if (input == nullptr) return CM_NULL_POINTER;
            const UINT kernel = *static_cast<const UINT*>(input);
            if (kernel >= state_->kernels.size()) return CM_INVALID_PARAM_SIZE;
            const EventState::KernelInfo& about = state_->kernels[kernel];
            if (info == CM_EVENT_PROFILING_KERNELNAMES) {
                *static_cast<const char**>(value) = about.name.c_str();
            } else {
                std::memcpy(value, about.space, sizeof(about.space));
            }
            return CM_SUCCESS;
        }
        default: return CM_FAILURE;
    }
}

}  // namespace genmedia::runtime
