// SPDX-License-Identifier: MIT
// Tasks and queues: order, events, and which object may be destroyed when.
#include "cm/runtime/runtime_host.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

namespace {

using test::Runtime;

// A kernel that stays in its only thread until it is released.
class Lingering : public Runtime {
protected:
    void SetUp() override {
        Runtime::SetUp();
        flags = static_cast<uint32_t*>(CM_ALIGNED_MALLOC(4096, 4096));
        std::memset(flags, 0, 4096);
        CM_OK(device->CreateBufferUP(64, flags, up));
        CM_OK(up->GetIndex(at));
        lingering = kernel("linger");
        CM_OK(lingering->SetKernelArg(0, sizeof(SurfaceIndex), at));
        CM_OK(lingering->SetThreadCount(1));
    }
    void TearDown() override {
        let_go();
        Runtime::TearDown();
        CM_ALIGNED_FREE(flags);
    }
    void let_go() { __atomic_store_n(flags, 1, __ATOMIC_SEQ_CST); }

    uint32_t* flags = nullptr;
    CmBufferUP* up = nullptr;
    SurfaceIndex* at = nullptr;
    CmKernel* lingering = nullptr;
};

TEST_F(Runtime, ChecksTasks) {
    CmTask* made = task({});
    CmEvent* event = nullptr;
    EXPECT_EQ(made->AddKernel(nullptr), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(queue->Enqueue(nullptr, event), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(queue->EnqueueWithGroup(nullptr, event), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(queue->Enqueue(made, event), CM_FAILURE);
    EXPECT_EQ(queue->EnqueueWithGroup(made, event), CM_FAILURE);
    CmKernel* nothing = kernel("nothing");
    CM_OK(nothing->SetThreadCount(1));
    for (int i = 0; i < 16; i++) CM_OK(made->AddKernel(nothing));
    EXPECT_EQ(made->AddKernel(nothing), CM_EXCEED_MAX_KERNEL_PER_ENQUEUE);
    CM_OK(queue->Enqueue(made, event));
    CM_OK(made->Reset());
    EXPECT_EQ(queue->Enqueue(made, event), CM_FAILURE);
    CM_OK(made->AddKernelWithConfig(nothing, nullptr));
    CM_OK(made->AddSync());
    EXPECT_EQ(made->AddSyncEx(nullptr), CM_NULL_POINTER);
    EXPECT_EQ(made->AddConditionalEnd(nullptr, 0, nullptr), CM_NOT_IMPLEMENTED);
    CM_TASK_CONFIG config{};
    CM_OK(made->GetProperty(config));
    EXPECT_TRUE(config.turboBoostFlag);
    config.turboBoostFlag = false;
    CM_OK(made->SetProperty(config));
    CM_OK(made->GetProperty(config));
    EXPECT_FALSE(config.turboBoostFlag);
    CM_OK(device->DestroyTask(made));
    EXPECT_EQ(device->DestroyTask(made), CM_FAILURE);
}

TEST_F(Runtime, RunsKernelsOfATaskOneAfterTheOther) {
    CmBuffer* out = buffer(4);
    std::vector<CmKernel*> each;
    CmTask* all = task({});
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 16; i++) {
        CmKernel* append = kernel("append");
        CM_OK(append->SetThreadCount(1));
        CM_OK(set(append, 0, out));
        CM_OK(set(append, 1, i));
        CM_OK(all->AddKernel(append));
        CM_OK(all->AddSync());
        expected = expected * 2 + i;
    }
    CmEvent* event = CM_NO_EVENT;
    CM_OK(queue->Enqueue(all, event));
    EXPECT_EQ(event, nullptr);
    EXPECT_EQ(read(out, 1)[0], expected);
}

TEST_F(Runtime, RunsTasksInOrderThoughAllIsDestroyedAtOnce) {
    CmBuffer* out = buffer(4);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 100; i++) {
        CmKernel* append = kernel("append");
        CmThreadSpace* one = space(1, 1);
        CM_OK(set(append, 0, out));
        CM_OK(set(append, 1, i));
        CmTask* single = task({append});
        CmEvent* event = nullptr;
        CM_OK(queue->Enqueue(single, event, one));
        CM_OK(set(append, 1, 12345U));  // too late to affect the task
        CM_OK(device->DestroyThreadSpace(one));
        CM_OK(device->DestroyTask(single));
        CM_OK(device->DestroyKernel(append));
        CM_OK(queue->DestroyEvent(event));
        EXPECT_EQ(event, nullptr);
        expected = expected * 2 + i;
    }
    CM_OK(device->DestroyProgram(program));
    EXPECT_EQ(read(out, 1)[0], expected);
}

TEST_F(Lingering, TasksAreEnqueuedWithoutWaiting) {
    CmEvent* event = nullptr;
    CmTask* one = task({lingering});
    CM_OK(queue->Enqueue(one, event));
    CM_STATUS status = CM_STATUS_FINISHED;
    CM_OK(event->GetStatus(status));
    EXPECT_TRUE(status == CM_STATUS_FLUSHED || status == CM_STATUS_STARTED);
    EXPECT_EQ(event->WaitForTaskFinished(20), CM_EXCEED_MAX_TIMEOUT);
    CM_OK(event->GetStatus(status));
    EXPECT_NE(status, CM_STATUS_FINISHED);
    UINT64 time = 0;
    EXPECT_EQ(event->GetExecutionTime(time), CM_FAILURE);
    LARGE_INTEGER when{};
    EXPECT_EQ(event->GetProfilingInfo(CM_EVENT_PROFILING_HWEND, sizeof(when), nullptr, &when), CM_FAILURE);
    let_go();
    CM_OK(event->WaitForTaskFinished(static_cast<DWORD>(-1)));
    CM_OK(event->GetStatus(status));
    EXPECT_EQ(status, CM_STATUS_FINISHED);
    EXPECT_EQ(flags[1], 1U);
    CM_OK(event->GetExecutionTime(time));
    EXPECT_GT(time, 0U);
    UINT64 ticks = 0;
    CM_OK(event->GetExecutionTickTime(ticks));
}

TEST_F(Lingering, HostMemoryIsLetGoOnlyAfterItsTasks) {
    CmEvent* event = CM_NO_EVENT;
    CM_OK(queue->Enqueue(task({lingering}), event));
    std::thread later([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        let_go();
    });
    CM_OK(device->DestroyBufferUP(up));
    EXPECT_EQ(flags[1], 1U);
    later.join();
}

TEST_F(Lingering, ReadsWaitForTheTasksThatUseTheSurface) {
    // A task that waits behind a lingering one uses the buffer.
    CmBuffer *out = buffer(4), *unused = buffer(4);
    CmKernel* append = kernel("append");
    CM_OK(append->SetThreadCount(1));
    CM_OK(set(append, 0, out));
    CM_OK(set(append, 1, 9U));
    CmEvent *first = nullptr, *second = nullptr;
    CM_OK(queue->Enqueue(task({lingering}), first));
    CM_OK(queue->Enqueue(task({append}), second));
    EXPECT_EQ(read(unused, 1)[0], 0U);  // reading it waits for no task
    std::thread later([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        let_go();
    });
    EXPECT_EQ(read(out, 1)[0], 9U);
    later.join();
    EXPECT_EQ(read(out, 1, second)[0], 9U);
}

TEST_F(Lingering, EventsTellWhenATaskCameAndWhenItBegan) {
    CmKernel* nothing = kernel("nothing");
    CM_OK(nothing->SetThreadCount(1));
    CmEvent *first = nullptr, *second = nullptr;
    CM_OK(queue->Enqueue(task({lingering}), first));
    CM_OK(queue->Enqueue(task({nothing}), second));
    let_go();
    CM_OK(second->WaitForTaskFinished());
    const auto time = [](CmEvent* event, CM_EVENT_PROFILING_INFO info) {
        LARGE_INTEGER value{};
        EXPECT_EQ(event->GetProfilingInfo(info, sizeof(value), nullptr, &value), CM_SUCCESS);
        return value.QuadPart;
    };
    EXPECT_LT(time(second, CM_EVENT_PROFILING_SUBMIT), time(first, CM_EVENT_PROFILING_HWEND));
    EXPECT_GE(time(second, CM_EVENT_PROFILING_HWSTART), time(first, CM_EVENT_PROFILING_HWEND));
    EXPECT_GE(time(second, CM_EVENT_PROFILING_COMPLETE), time(second, CM_EVENT_PROFILING_HWEND));
}

TEST_F(Lingering, TheDeviceEndsWhenItsQueuesHave) {
    CmEvent* event = nullptr;
    CM_OK(queue->Enqueue(task({lingering}), event));
    std::thread later([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        let_go();
    });
    CM_OK(DestroyCmDevice(device));
    EXPECT_EQ(flags[1], 1U);
    later.join();
}

TEST_F(Lingering, QueuesOfOtherOptionsDoNotWaitForEachOther) {
    CmQueue *same = nullptr, *other = nullptr;
    CM_OK(device->CreateQueue(same));
    EXPECT_EQ(same, queue);
    CM_QUEUE_CREATE_OPTION option = CM_DEFAULT_QUEUE_CREATE_OPTION;
    CM_OK(device->CreateQueueEx(same, option));
    EXPECT_EQ(same, queue);
    option.QueueType = CM_QUEUE_TYPE_NONE;
    EXPECT_EQ(device->CreateQueueEx(other, option), CM_INVALID_PARAM_FOR_CREATE_QUEUE_EX);
    option.QueueType = CM_QUEUE_TYPE_COMPUTE;
    CM_OK(device->CreateQueueEx(other, option));
    EXPECT_NE(other, queue);
    CmEvent *slow = nullptr, *fast = nullptr;
    CM_OK(queue->Enqueue(task({lingering}), slow));
    CmKernel* nothing = kernel("nothing");
    CM_OK(nothing->SetThreadCount(1));
    CM_OK(other->Enqueue(task({nothing}), fast));
    CM_OK(fast->WaitForTaskFinished(60000));
    EXPECT_EQ(slow->WaitForTaskFinished(0), CM_EXCEED_MAX_TIMEOUT);
    EXPECT_EQ(queue->DestroyEvent(fast), CM_FAILURE);  // it belongs to another queue
    CM_OK(other->DestroyEventFast(fast));
    let_go();
}

TEST_F(Runtime, ProfilesEvents) {
    CmKernel *ids = kernel("ids"), *nothing = kernel("nothing");
    CmBuffer* out = buffer(64);
    CM_OK(set(ids, 0, out));
    CM_OK(set(ids, 1, 4U));
    CmThreadSpace *small = space(4, 3), *other = space(2, 1);
    CM_OK(ids->AssociateThreadSpace(small));
    CM_OK(nothing->AssociateThreadSpace(other));
    CmEvent* event = nullptr;
    CM_OK(queue->EnqueueWithHints(task({ids, nothing}), event, 0));
    CM_OK(event->WaitForTaskFinished());
    UINT count = 0, which = 1, area[4];
    CM_OK(event->GetProfilingInfo(CM_EVENT_PROFILING_KERNELCOUNT, sizeof(count), nullptr, &count));
    EXPECT_EQ(event->GetProfilingInfo(CM_EVENT_PROFILING_KERNELCOUNT, sizeof(count) - 1, nullptr, &count),
              CM_INVALID_PARAM_SIZE);
    EXPECT_EQ(count, 2U);
    const char* name = nullptr;
    CM_OK(event->GetProfilingInfo(CM_EVENT_PROFILING_KERNELNAMES, sizeof(name), &which, &name));
    EXPECT_STREQ(name, "nothing");
    which = 0;
    CM_OK(event->GetProfilingInfo(CM_EVENT_PROFILING_THREADSPACE, sizeof(area), &which, area));
    EXPECT_EQ(area[0], 4U);
    EXPECT_EQ(area[3], 3U);
    which = 2;
    EXPECT_EQ(event->GetProfilingInfo(CM_EVENT_PROFILING_KERNELNAMES, sizeof(name), &which, &name),
              CM_INVALID_PARAM_SIZE);
    EXPECT_EQ(event->GetProfilingInfo(CM_EVENT_PROFILING_KERNELNAMES, sizeof(name), nullptr, &name),
              CM_NULL_POINTER);
    LARGE_INTEGER times[4];
    for (int i = 0; i < 4; i++) {
        const auto info = static_cast<CM_EVENT_PROFILING_INFO>(i);
        CM_OK(event->GetProfilingInfo(info, sizeof(times[i]), nullptr, &times[i]));
        EXPECT_EQ(event->GetProfilingInfo(info, 4, nullptr, &times[i]), CM_INVALID_PARAM_SIZE);
        EXPECT_EQ(event->GetProfilingInfo(info, sizeof(times[i]), nullptr, nullptr), CM_NULL_POINTER);
    }
    EXPECT_LE(times[CM_EVENT_PROFILING_SUBMIT].QuadPart, times[CM_EVENT_PROFILING_HWSTART].QuadPart);
    EXPECT_LE(times[CM_EVENT_PROFILING_HWSTART].QuadPart, times[CM_EVENT_PROFILING_HWEND].QuadPart);
    CM_SURFACE_DETAILS details{};
    EXPECT_EQ(event->GetSurfaceDetails(0, 0, details), CM_NOT_IMPLEMENTED);
    EXPECT_EQ(queue->EnqueueWithHints(task({ids}), event, 0), CM_FAILURE);
    CM_OK(CMRT_Enqueue(queue, task({ids}), &event));
    CM_OK(event->WaitForTaskFinished());
}

TEST_F(Runtime, CopiesInOrder) {
    CmSurface2D *a = nullptr, *b = nullptr, *other = nullptr;
    CM_OK(device->CreateSurface2D(32, 4, CM_SURFACE_FORMAT_A8, a));
    CM_OK(device->CreateSurface2D(32, 6, CM_SURFACE_FORMAT_A8, b));
    CM_OK(device->CreateSurface2D(32, 4, CM_SURFACE_FORMAT_P8, other));
    alignas(16) unsigned char in[32 * 4], out[48 * 6];
    for (int i = 0; i < 128; i++) in[i] = static_cast<unsigned char>(i);
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->EnqueueCopyCPUToGPU(nullptr, in, event), CM_FAILURE);
    EXPECT_EQ(queue->EnqueueCopyCPUToGPU(a, nullptr, event), CM_GPUCOPY_INVALID_SYSMEM);
    EXPECT_EQ(queue->EnqueueCopyCPUToGPU(a, in + 1, event), CM_GPUCOPY_INVALID_SYSMEM);
    EXPECT_EQ(queue->EnqueueCopyCPUToGPUFullStride(a, in, 40, 4, 0, event), CM_GPUCOPY_INVALID_STRIDE);
    EXPECT_EQ(queue->EnqueueCopyGPUToGPU(a, other, 0, event), CM_GPUCOPY_INVALID_SURFACES);
    EXPECT_EQ(queue->EnqueueCopyGPUToGPU(a, b, 0, event), CM_GPUCOPY_INVALID_SURFACES);  // b has more rows
    EXPECT_EQ(queue->EnqueueCopyGPUToGPU(nullptr, b, 0, event), CM_FAILURE);
    EXPECT_EQ(queue->EnqueueCopyCPUToGPUFullStride(a, in, 16, 4, 0, event), CM_GPUCOPY_INVALID_SIZE);
    EXPECT_EQ(queue->EnqueueCopyGPUToCPUFullStride(a, out, 32, 3, 0, event), CM_GPUCOPY_INVALID_SIZE);
    event = CM_NO_EVENT;
    CM_OK(queue->EnqueueCopyCPUToGPU(a, in, event));
    EXPECT_EQ(event, nullptr);
    CM_OK(queue->EnqueueCopyGPUToGPU(b, a, CM_FASTCOPY_OPTION_NONBLOCKING, event));
    CM_OK(queue->EnqueueInitSurface2D(a, 0x07070707, event));
    CM_OK(device->DestroySurface(a));  // immediately, without waiting
    CM_OK(queue->EnqueueCopyGPUToCPUFullStride(b, out, 48, 6, CM_FASTCOPY_OPTION_BLOCKING, event));
    for (int y = 0; y < 4; y++) EXPECT_EQ(std::memcmp(out + 48 * y, in + 32 * y, 32), 0) << y;
}

TEST_F(Runtime, KnowsTheOtherNamesOfQueueCalls) {
    CmSurface2D* picture = nullptr;
    CM_OK(device->CreateSurface2D(16, 2, CM_SURFACE_FORMAT_A8, picture));
    alignas(16) unsigned char in[32], out[32] = {};
    for (int i = 0; i < 32; i++) in[i] = static_cast<unsigned char>(i + 1);
    CmEvent* event = nullptr;
    CM_OK(queue->EnqueueCopyCPUToGPUFullStrideDup(picture, in, 16, 2, 0, event));
    CM_OK(queue->EnqueueCopyGPUToCPUFullStrideDup(picture, out, 16, 2, CM_FASTCOPY_OPTION_BLOCKING, event));
    EXPECT_EQ(std::memcmp(in, out, sizeof(in)), 0);

    CmKernel* nothing = kernel("nothing");
    CM_OK(queue->EnqueueFast(task({nothing}), event, space(2, 2)));
    CM_OK(event->WaitForTaskFinished());
    CM_OK(queue->DestroyEventFast(event));
    EXPECT_EQ(event, nullptr);
    EXPECT_EQ(queue->DestroyEventFast(event), CM_FAILURE);
    EXPECT_EQ(queue->EnqueueFast(nullptr, event, nullptr), CM_INVALID_ARG_VALUE);
    CM_OK(queue->EnqueueWithGroupFast(task({nothing}), event, groups(1, 1, 2, 2)));
    CM_OK(event->WaitForTaskFinished());
    CM_OK(queue->SetResidentGroupAndParallelThreadNum(1, 1));
    EXPECT_EQ(queue->EnqueueVebox(nullptr, event), CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE);
    EXPECT_EQ(task({})->SetPowerOption(nullptr), CM_NULL_POINTER);
}

TEST_F(Runtime, CopiesMemoryAndPartsOfBuffers) {
    std::vector<uint32_t> from(4096), to(4096);
    for (uint32_t i = 0; i < 4096; i++) from[i] = i;
    auto* bytes_from = reinterpret_cast<unsigned char*>(from.data());
    auto* bytes_to = reinterpret_cast<unsigned char*>(to.data());
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->EnqueueCopyCPUToCPU(bytes_to, nullptr, 64, 0, event), CM_GPUCOPY_INVALID_SYSMEM);
    EXPECT_EQ(queue->EnqueueCopyCPUToCPU(bytes_to + 4, bytes_from, 64, 0, event), CM_GPUCOPY_INVALID_SYSMEM);
    EXPECT_EQ(queue->EnqueueCopyCPUToCPU(bytes_to, bytes_from, CM_MAX_1D_SURF_WIDTH + 1, 0, event),
              CM_GPUCOPY_INVALID_SIZE);
    CM_OK(queue->EnqueueCopyCPUToCPU(bytes_to, bytes_from, 16384, CM_FASTCOPY_OPTION_BLOCKING, event));
    EXPECT_EQ(to, from);
    CM_OK(queue->EnqueueCopyCPUToCPU(bytes_to, bytes_from + 16, 16, 0, event));
    EXPECT_EQ(event, nullptr);
    EXPECT_EQ(to[0], 4U);
    CmBuffer* part = buffer(64);
    CmEvent *written = nullptr, *read_back = nullptr;
    EXPECT_EQ(queue->EnqueueWriteBuffer(part, 32, bytes_from, 33, nullptr, written, 0), CM_INVALID_ARG_SIZE);
    EXPECT_EQ(queue->EnqueueWriteBuffer(nullptr, 32, bytes_from, 32, nullptr, written, 0), CM_NULL_POINTER);
    CM_OK(queue->EnqueueWriteBuffer(part, 32, bytes_from, 32, nullptr, written, 0));
    CM_OK(queue->EnqueueReadBuffer(part, 36, bytes_to, 8, written, read_back, CM_FASTCOPY_OPTION_BLOCKING));
    EXPECT_EQ(to[0], 1U);
    EXPECT_EQ(to[1], 2U);
}

TEST_F(Runtime, ServesManyThreadsOfTheHost) {
    std::vector<std::thread> hosts;
    for (int h = 0; h < 4; h++) {
        hosts.emplace_back([this, h] {
            CmQueue* own = nullptr;
            CM_QUEUE_CREATE_OPTION option = CM_DEFAULT_QUEUE_CREATE_OPTION;
            option.QueueType = CM_QUEUE_TYPE_COMPUTE;
            ASSERT_EQ(h % 2 == 0 ? device->CreateQueueEx(own, option) : device->CreateQueue(own), CM_SUCCESS);
            for (uint32_t i = 0; i < 20; i++) {
                CmBuffer* out = buffer(4 * 64);
                CmKernel* ids = kernel("ids");
                ASSERT_EQ(set(ids, 0, out), CM_SUCCESS);
                ASSERT_EQ(set(ids, 1, 8U), CM_SUCCESS);
                CmThreadSpace* eight = space(8, 8);
                CmTask* one = task({ids});
                CmEvent* event = nullptr;
                ASSERT_EQ(own->Enqueue(one, event, eight), CM_SUCCESS);
                ASSERT_EQ(device->DestroyTask(one), CM_SUCCESS);
                ASSERT_EQ(device->DestroyThreadSpace(eight), CM_SUCCESS);
                ASSERT_EQ(device->DestroyKernel(ids), CM_SUCCESS);
                ASSERT_EQ(read(out, 64, i % 2 == 0 ? event : nullptr)[63], 7008U);
                ASSERT_EQ(own->DestroyEvent(event), CM_SUCCESS);
                ASSERT_EQ(device->DestroySurface(out), CM_SUCCESS);
            }
        });
    }
    for (std::thread& host : hosts) host.join();
}

// The kernel's threads continue. The device does not wait for them for ever.
TEST_F(Lingering, DoesNotHoldTheDevice) {
    setenv("GENMEDIA_CM_PATIENCE", "1", 1);
    CmEvent *endless = nullptr, *behind = nullptr;
    CM_OK(queue->Enqueue(task({lingering}), endless));
    CmKernel* nothing = kernel("nothing");
    CM_OK(nothing->SetThreadCount(1));
    CM_OK(queue->Enqueue(task({nothing}), behind));
    EXPECT_EQ(endless->WaitForTaskFinished(20), CM_EXCEED_MAX_TIMEOUT);
    testing::internal::CaptureStderr();
    CM_OK(DestroyCmDevice(device));
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                testing::HasSubstr("kernel linger has not ended, and no thread of it has for 1 s"));
    unsetenv("GENMEDIA_CM_PATIENCE");
    let_go();
    while (__atomic_load_n(flags + 1, __ATOMIC_SEQ_CST) == 0) std::this_thread::yield();
    Runtime::SetUp();  // creates what TearDown destroys
}

TEST_F(Runtime, RefusesASurfaceThatIsNoMore) {
    CmKernel* append = kernel("append");
    CM_OK(append->SetThreadCount(1));
    CmBuffer *out = buffer(4), *other = buffer(4);
    CM_OK(set(append, 0, out));
    CM_OK(set(append, 1, 1));
    CM_OK(device->DestroySurface(out));
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    EXPECT_EQ(queue->Enqueue(task({append}), event), CM_KERNEL_ARG_SETTING_FAILED);
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                testing::HasSubstr("kernel append: the surface of argument 0 has been destroyed"));
    CM_OK(set(append, 0, other));
    CM_OK(queue->Enqueue(task({append}), event));
}

TEST_F(Runtime, SaysWhyItRefusesASpace) {
    CmKernel* nothing = kernel("nothing");
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    EXPECT_EQ(queue->Enqueue(task({nothing}), event), CM_KERNEL_THREADSPACE_NOT_SET);
    CmThreadSpace* refused = nullptr;
    EXPECT_EQ(device->CreateThreadSpace(0, 7, refused), CM_INVALID_THREAD_SPACE);
    EXPECT_EQ(queue->EnqueueWithGroup(task({nothing}), event, nullptr), CM_NULL_POINTER);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_THAT(said, testing::HasSubstr("kernel nothing has neither a thread space nor a thread count"));
    EXPECT_THAT(said, testing::HasSubstr("CreateThreadSpace: 0 x 7 threads; expected 1 to"));
    EXPECT_THAT(said, testing::HasSubstr("kernel nothing has no thread group space"));
}

}  // namespace
