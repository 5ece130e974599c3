// SPDX-License-Identifier: MIT
// When a kernel starts: immediately if it waits by itself, else when the threads it depends on have ended.
#include "kernel_test.h"

namespace {

class WaitTest : public KernelTest {
protected:
    WaitTest() : KernelTest("wait_genx.isa") {}
};

// Whether a kernel waits is known for each kernel, not only for the file.
TEST_F(WaitTest, KernelsThatDoNotWaitStartWhenTheirNeighboursHaveEnded) {
    constexpr UINT count = 100;
    for (const char* name : {"chain_waits", "chain_starts_late"}) {
        CmBuffer* sums = host_.buffer(Dwords(4 * count));
        CmKernel* kernel = host_.kernel(name);
        Host::set_all(kernel, sums);
        CmThreadSpace* space = nullptr;
        ASSERT_EQ(host_.device->CreateThreadSpace(count, 1, space), CM_SUCCESS);
        ASSERT_EQ(space->SelectThreadDependencyVectors({1, {1}, {0}}), CM_SUCCESS);
        CmTask* task = nullptr;
        ASSERT_EQ(host_.device->CreateTask(task), CM_SUCCESS);
        ASSERT_EQ(task->AddKernel(kernel), CM_SUCCESS);
        CmEvent* event = nullptr;
        ASSERT_EQ(host_.queue->Enqueue(task, event, space), CM_SUCCESS);
        ASSERT_EQ(event->WaitForTaskFinished(static_cast<DWORD>(-1)), CM_SUCCESS) << name;
        Dwords found(4 * count), expected(4 * count);
        for (UINT i = 0; i < 4 * count; i++) expected[i] = count - i / 4;
        Host::read(sums, found);
        EXPECT_EQ(found, expected) << name;
    }
}

// Each thread waits for the other, and both signal first: this works only if both threads start immediately.
TEST_F(WaitTest, KernelsThatWaitStartAtOnce) {
    CmBuffer* sums = host_.buffer(Dwords(8));
    CmKernel* kernel = host_.kernel("signals_first");
    Host::set_all(kernel, sums);
    CmThreadSpace* space = nullptr;
    ASSERT_EQ(host_.device->CreateThreadSpace(2, 1, space), CM_SUCCESS);
    ASSERT_EQ(space->SelectThreadDependencyVectors({2, {1, -1}, {0, 0}}), CM_SUCCESS);
    CmTask* task = nullptr;
    ASSERT_EQ(host_.device->CreateTask(task), CM_SUCCESS);
    ASSERT_EQ(task->AddKernel(kernel), CM_SUCCESS);
    CmEvent* event = nullptr;
    ASSERT_EQ(host_.queue->Enqueue(task, event, space), CM_SUCCESS);
    EXPECT_EQ(event->WaitForTaskFinished(static_cast<DWORD>(-1)), CM_SUCCESS);
    Dwords found(8);
    Host::read(sums, found);
    EXPECT_EQ(found, Dwords(8, 1));
}

}  // namespace
