// SPDX-License-Identifier: MIT
// Thread groups: barriers, shared local memory, three dimensions. And what kernels print.
#include "cm/runtime/runtime_host.h"
#include "own_folder.h"

#include <fstream>
#include <sstream>

namespace {

using test::Runtime;

TEST_F(Runtime, ChecksGroups) {
    CmThreadGroupSpace* made = nullptr;
    EXPECT_EQ(device->CreateThreadGroupSpace(0, 1, 1, 1, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->CreateThreadGroupSpace(1, 1, 0, 1, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->CreateThreadGroupSpace(65, 1, 1, 1, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->CreateThreadGroupSpace(9, 8, 1, 1, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->CreateThreadGroupSpaceEx(4, 4, 5, 1, 1, 1, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->CreateThreadGroupSpace(1, 1, 1U << 31, 1U << 31, made), CM_INVALID_THREAD_GROUP_SPACE);
    EXPECT_EQ(device->DestroyThreadGroupSpace(made), CM_FAILURE);
    CM_OK(device->CreateThreadGroupSpaceEx(4, 4, 4, 1, 1, 1, made));
    CM_OK(device->DestroyThreadGroupSpace(made));
    CmKernel* nothing = kernel("nothing");
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->EnqueueWithGroup(task({nothing}), event), CM_NULL_POINTER);
}

TEST_F(Runtime, SharesLocalMemoryInGroups) {
    CmKernel* neighbours = kernel("neighbours");
    CmThreadGroupSpace* over = nullptr;
    CM_OK(device->CreateThreadGroupSpaceEx(4, 3, 2, 3, 2, 2, over));
    CmBuffer* out = buffer(4 * 24 * 12);
    CM_OK(set(neighbours, 0, out));
    CmEvent* event = nullptr;
    CmTask* one = task({neighbours});
    CM_OK(queue->EnqueueWithGroup(one, event, over));
    CM_OK(device->DestroyThreadGroupSpace(over));
    CM_OK(device->DestroyTask(one));
    const auto seen = read(out, 24 * 12, event);
    for (uint32_t i = 0; i < 24 * 12; i++) EXPECT_EQ(seen[i], i / 24 * 1000 + (i % 24 + 1) % 24) << i;
    UINT which = 0, area[4];
    CM_OK(event->GetProfilingInfo(CM_EVENT_PROFILING_THREADSPACE, sizeof(area), &which, area));
    EXPECT_EQ(area[0], 4U);
    EXPECT_EQ(area[1], 3U);
    EXPECT_EQ(area[2], 12U);
    EXPECT_EQ(area[3], 12U);
}

TEST_F(Runtime, PrefersAKernelsOwnGroups) {
    CmKernel *a = kernel("neighbours"), *b = kernel("neighbours");
    CmBuffer *out_a = buffer(64), *out_b = buffer(64);
    CM_OK(set(a, 0, out_a));
    CM_OK(set(b, 0, out_b));
    CmThreadGroupSpace *pairs = groups(2, 1, 4, 1), *all = groups(4, 1, 2, 1);
    CM_OK(a->AssociateThreadGroupSpace(pairs));
    CmTask* both = task({a, b});
    CM_OK(both->AddSync());
    CmEvent* event = nullptr;
    CM_OK(queue->EnqueueWithGroupFast(both, event, all));
    EXPECT_EQ(read(out_a, 8), (std::vector<uint32_t>{1, 0, 1001, 1000, 2001, 2000, 3001, 3000}));
    EXPECT_EQ(read(out_b, 8), (std::vector<uint32_t>{1, 2, 3, 0, 1001, 1002, 1003, 1000}));
    // Without a space, the kernel's own groups work too.
    CM_OK(out_a->InitSurface(0, nullptr));
    run(a);
    EXPECT_EQ(read(out_a, 3)[2], 1001U);
}

TEST_F(Runtime, FailsWhereABarrierIsLeftOut) {
    CmKernel* leave_out = kernel("leave_out");
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    CM_OK(queue->EnqueueWithGroup(task({leave_out}), event, groups(4, 1, 1, 1)));
    EXPECT_EQ(event->WaitForTaskFinished(60000), CM_TASK_MEDIA_RESET);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("barrier"), std::string::npos);
}

class Printing : public Runtime {
protected:
    void print_some(UINT threads, uint32_t value) {
        CmKernel* print = kernel("print");
        CM_OK(set(print, 0, value));
        CM_OK(print->SetThreadCount(threads));
        run(print);
    }
    std::string flushed() {
        const std::string name = folder_.path("printed.txt");
        EXPECT_EQ(device->FlushPrintBufferIntoFile(name.c_str()), CM_SUCCESS);
        std::ostringstream text;
        text << std::ifstream(name).rdbuf();
        return text.str();
    }

private:
    const test::OwnFolder folder_;
};

TEST_F(Printing, NeedsABuffer) {
    print_some(2, 5);
    EXPECT_EQ(device->FlushPrintBuffer(), CM_FAILURE);
    EXPECT_EQ(device->FlushPrintBufferIntoFile("x"), CM_FAILURE);
    EXPECT_EQ(device->FlushPrintBufferIntoFile(nullptr), CM_INVALID_ARG_VALUE);
}

TEST_F(Printing, GoesToAFileOrTheOutput) {
    CM_OK(device->InitPrintBuffer());
    print_some(1, 42);
    EXPECT_EQ(flushed(), "thread 0 says 42\n");
    EXPECT_EQ(flushed(), "");
    print_some(3, 7);
    testing::internal::CaptureStdout();
    CM_OK(device->FlushPrintBuffer());
    const std::string text = testing::internal::GetCapturedStdout();
    for (const char* line : {"thread 0 says 7\n", "thread 1 says 7\n", "thread 2 says 7\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << text;
    }
    EXPECT_EQ(text.size(), 48U);
    EXPECT_EQ(device->FlushPrintBufferIntoFile("/no/such/folder/file"), CM_FAILURE);
}

TEST_F(Printing, LosesWhatTheBufferHasNoRoomFor) {
    CM_OK(device->InitPrintBuffer(20));
    print_some(10, 1);
    EXPECT_EQ(flushed().size(), 20U);
}

}  // namespace
