// SPDX-License-Identifier: MIT
// Events: the state of an enqueued task.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cm/runtime/cm_api.h"

namespace genmedia::runtime {

// Nanoseconds, by the clock of QueryPerformanceCounter.
int64_t now_ns();

// Shared by the host's event and the queue.
class EventState {
public:
    struct KernelInfo {
        std::string name;
        UINT space[4];  // width and height of a group (or of the space), then of the whole
    };

    explicit EventState(std::vector<KernelInfo> infos) : kernels(std::move(infos)), enqueued_(now_ns()) {}

    const std::vector<KernelInfo> kernels;
    // Each thread of a kernel sets it when it ends; whoever waits clears it.
    std::atomic<bool> progressed = false;

    void start();
    void finish(bool well);
    CM_STATUS status() const;
    // CM_SUCCESS; CM_EXCEED_MAX_TIMEOUT; CM_TASK_MEDIA_RESET if the task failed. (DWORD)-1: no limit.
    INT wait(DWORD milliseconds);

    struct Times {
        int64_t enqueued, started, ended;
    };
    // CM_FAILURE unless the task has finished successfully.
    INT times(Times& times) const;

private:
    mutable std::mutex mutex_;
    std::condition_variable ended_now_;
    CM_STATUS status_ = CM_STATUS_FLUSHED;
    int64_t enqueued_, started_ = 0, ended_ = 0;
};

class Event final : public CmEvent {
public:
    explicit Event(std::shared_ptr<EventState> state) : state_(std::move(state)) {}

    INT GetStatus(CM_STATUS& status) override;
    INT GetExecutionTime(UINT64& time) override;
    INT WaitForTaskFinished(DWORD milliseconds) override;
    INT GetSurfaceDetails(UINT kernel, UINT index, CM_SURFACE_DETAILS& details) override;
    INT GetProfilingInfo(CM_EVENT_PROFILING_INFO info, size_t bytes, PVOID input, PVOID value) override;
    INT GetExecutionTickTime(UINT64& ticks) override;

    const std::shared_ptr<EventState>& state() const { return state_; }

private:
    std::shared_ptr<EventState> state_;
};

}  // namespace genmedia::runtime
