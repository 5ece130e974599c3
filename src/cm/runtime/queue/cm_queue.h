// SPDX-License-Identifier: MIT
// Queues: jobs run on a thread of the queue, one after the other, in the order of enqueueing.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/host_objects.h"
#include "cm/runtime/queue/job.h"
#include "cm/runtime/surfaces/surface_2d.h"

namespace genmedia::runtime {

class Buffer;

class Queue final : public CmQueue {
public:
    Queue(const CM_QUEUE_CREATE_OPTION& option, std::shared_ptr<PrintBuffer> print)
        : option_(option), print_(std::move(print)) {}
    // Returns when all jobs have ended, or when a kernel seems never to end. Its threads and what they use
    // are then left behind, and the log says so.
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    INT Enqueue(CmTask* task, CmEvent*& event, const CmThreadSpace* space) override;
    INT DestroyEvent(CmEvent*& event) override;
    INT EnqueueWithGroup(CmTask* task, CmEvent*& event, const CmThreadGroupSpace* space) override;
    INT EnqueueCopyCPUToGPU(CmSurface2D* surface, const unsigned char* memory, CmEvent*& event) override;
    INT EnqueueCopyGPUToCPU(CmSurface2D* surface, unsigned char* memory, CmEvent*& event) override;
    INT EnqueueInitSurface2D(CmSurface2D* surface, DWORD value, CmEvent*& event) override;
    INT EnqueueCopyGPUToGPU(CmSurface2D* to, CmSurface2D* from, UINT option, CmEvent*& event) override;
    INT EnqueueCopyCPUToCPU(unsigned char* to, unsigned char* from, UINT bytes, UINT option,
                            CmEvent*& event) override;
    INT EnqueueCopyCPUToGPUFullStride(CmSurface2D* surface, const unsigned char* memory, UINT stride,
                                      UINT rows, UINT option, CmEvent*& event) override;
    INT EnqueueCopyGPUToCPUFullStride(CmSurface2D* surface, unsigned char* memory, UINT stride, UINT rows,
                                      UINT option, CmEvent*& event) override;
    INT EnqueueCopyCPUToGPUFullStrideDup(CmSurface2D* surface, const unsigned char* memory, UINT stride,
                                         UINT rows, UINT option, CmEvent*& event) override;
    INT EnqueueCopyGPUToCPUFullStrideDup(CmSurface2D* surface, unsigned char* memory, UINT stride, UINT rows,
                                         UINT option, CmEvent*& event) override;
    INT EnqueueWithHints(CmTask* task, CmEvent*& event, UINT hints) override;
    INT EnqueueVebox(CmVebox* vebox, CmEvent*& event) override;
    INT EnqueueFast(CmTask* task, CmEvent*& event, const CmThreadSpace* space) override;
    INT DestroyEventFast(CmEvent*& event) override;
    INT EnqueueWithGroupFast(CmTask* task, CmEvent*& event, const CmThreadGroupSpace* space) override;
    int32_t EnqueueReadBuffer(CmBuffer* buffer, size_t offset, const unsigned char* memory, uint64_t bytes,
                              CmEvent* first, CmEvent*& event, unsigned option) override;
    int32_t EnqueueWriteBuffer(CmBuffer* buffer, size_t offset, const unsigned char* memory, uint64_t bytes,
                               CmEvent* first, CmEvent*& event, unsigned option) override;
    INT SetResidentGroupAndParallelThreadNum(uint32_t groups, uint32_t threads) override;

    const CM_QUEUE_CREATE_OPTION& option() const { return option_; }

private:
    // Takes the job. Makes an event unless the host wants none. blocking: returns when the job has ended.
    INT submit(std::unique_ptr<Job> job, CmEvent*& event, bool blocking);
    // Copies are checked first. These checks return CM's codes.
    INT validate_surface_copy(const Surface2D* surface, const void* memory, UINT& stride, UINT& rows) const;
    // Runs copy(data at the offset) in the queue's order, after the event `first`.
    template <class Copy>
    INT copy_buffer(const Buffer* buffer, size_t offset, const void* memory, uint64_t bytes, CmEvent* first,
                    CmEvent*& event, UINT option, const Copy& copy);
    // What the queue and its thread share. The thread keeps it if a kernel never ends.
    struct Work {
        std::mutex mutex;
        std::condition_variable more, ended;
        std::deque<std::unique_ptr<Job>> jobs;
        std::shared_ptr<EventState> running;
        bool stop = false, has_ended = false;

        void run();
        void run(Job& job);
        // False: no thread of a kernel has ended for `patience` seconds.
        bool wait_for_end(int patience);
    };

    const CM_QUEUE_CREATE_OPTION option_;
    const std::shared_ptr<PrintBuffer> print_;
    HostObjects<class Event> events_;
    const std::shared_ptr<Work> work_ = std::make_shared<Work>();
    std::thread worker_;  // started by the first job
};

}  // namespace genmedia::runtime
