// SPDX-License-Identifier: MIT
// Kernels' arguments, and the return codes for them.
#include "cm/runtime/runtime_host.h"

#include <gmock/gmock.h>

#include <cstring>

namespace {

using test::Runtime;

TEST_F(Runtime, ChecksKernelArguments) {
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(64);
    const uint32_t value = 1;
    EXPECT_EQ(put->SetKernelArg(3, 4, &value), CM_INVALID_ARG_INDEX);
    EXPECT_EQ(put->SetKernelArg(1, 4, nullptr), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(put->SetKernelArg(1, 0, &value), CM_INVALID_ARG_SIZE);
    EXPECT_EQ(put->SetKernelArg(1, 8, &value), CM_INVALID_ARG_SIZE);
    EXPECT_EQ(put->SetKernelArg(0, 4, index(out)), CM_INVALID_ARG_SIZE);
    SurfaceIndex wrong(999);
    EXPECT_EQ(put->SetKernelArg(0, sizeof(wrong), &wrong), CM_FAILURE);
    CM_OK(put->SetKernelArg(0, sizeof(SurfaceIndex), index(out)));
}

TEST_F(Runtime, WantsAllArguments) {
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(64);
    CM_OK(put->SetThreadCount(1));
    CmTask* one = task({put});
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(one, event), CM_NOT_SET_KERNEL_ARGUMENT);
    CM_OK(set(put, 0, out));
    EXPECT_EQ(queue->Enqueue(one, event), CM_KERNEL_ARG_SETTING_FAILED);
    CM_OK(set(put, 1, 2U));
    CM_OK(set(put, 2, 5U));
    CM_OK(queue->Enqueue(one, event));
    EXPECT_EQ(read(out, 3)[2], 5U);
}

TEST_F(Runtime, CopiesArgumentsAtTheCall) {
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(64);
    uint32_t value = 3;
    CM_OK(set(put, 0, out));
    CM_OK(put->SetKernelArg(1, 4, &value));
    CM_OK(put->SetKernelArg(2, 4, &value));
    value = 99;
    CM_OK(put->SetThreadCount(1));
    run(put);
    EXPECT_EQ(read(out, 4)[3], 3U);
}

TEST_F(Runtime, ChecksThreadCounts) {
    CmKernel* put = kernel("put");
    EXPECT_EQ(put->SetThreadCount(0), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(put->SetThreadCount(static_cast<UINT>(-5)), CM_INVALID_ARG_VALUE);
    CM_OK(put->SetThreadCount(5));
    CM_OK(put->SetThreadCount(5));
    CmKernel* nothing = kernel("nothing");
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(task({nothing}), event), CM_KERNEL_THREADSPACE_NOT_SET);
    CM_OK(nothing->SetThreadCount(262145));
    EXPECT_EQ(queue->Enqueue(task({nothing}), event), CM_EXCEED_MAX_THREAD_AMOUNT_PER_ENQUEUE);
}

TEST_F(Runtime, AnotherThreadCountMakesArgumentsVoid) {
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(64);
    CM_OK(put->SetThreadCount(2));
    CM_OK(set(put, 0, out));
    CM_OK(put->SetThreadCount(3));
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(task({put}), event), CM_NOT_SET_KERNEL_ARGUMENT);
}

TEST_F(Runtime, GivesEachThreadItsArguments) {
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(4 * 600);
    uint32_t value = 0;
    EXPECT_EQ(put->SetThreadArg(0, 1, 4, &value), CM_FAILURE);  // no thread count
    CM_OK(put->SetThreadCount(600));
    EXPECT_EQ(put->SetThreadArg(600, 1, 4, &value), CM_INVALID_THREAD_INDEX);
    EXPECT_EQ(put->SetThreadArg(0, 3, 4, &value), CM_INVALID_ARG_INDEX);
    EXPECT_EQ(put->SetThreadArg(0, 1, 4, nullptr), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(put->SetThreadArg(0, 1, 0, &value), CM_INVALID_ARG_SIZE);
    EXPECT_EQ(put->SetThreadArg(0, 1, 2, &value), CM_INVALID_ARG_SIZE);
    CM_OK(set(put, 0, out));
    CM_OK(set(put, 2, 1U));
    for (uint32_t t = 0; t < 600; t++) {
        value = 599 - t;
        CM_OK(put->SetThreadArg(t, 1, 4, &value));
    }
    EXPECT_EQ(set(put, 1, 7U), CM_FAILURE);                     // is set per thread
    EXPECT_EQ(put->SetThreadArg(0, 2, 4, &value), CM_FAILURE);  // is not set per thread
    run(put);
    for (const uint32_t seen : read(out, 600)) EXPECT_EQ(seen, 1U);
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->EnqueueWithGroup(task({put}), event, groups(1, 1, 2, 2)), CM_THREAD_ARG_NOT_ALLOWED);
    EXPECT_EQ(queue->Enqueue(task({put}), event, space(10, 10)), CM_INVALID_THREAD_SPACE);
    run(put, space(30, 20));
    for (const uint32_t seen : read(out, 600)) EXPECT_EQ(seen, 2U);
}

TEST_F(Runtime, HasRowsOf511ThreadsWithoutASpace) {
    CmKernel* ids = kernel("ids");
    CmBuffer* out = buffer(4 * 1200);
    CM_OK(set(ids, 0, out));
    CM_OK(set(ids, 1, 511U));
    CM_OK(ids->SetThreadCount(1100));
    run(ids);
    const auto seen = read(out, 1200);
    for (uint32_t i = 0; i < 1200; i++) {
        EXPECT_EQ(seen[i], i < 1100 ? 1000 * (i / 511) + i % 511 + 1 : 0) << i;
    }
}

TEST_F(Runtime, PassesVectorsOfSurfaces) {
    CmKernel* two = kernel("two_surfaces");
    CmBuffer *out = buffer(64), *a = buffer(16), *b = buffer(16);
    CM_OK(a->InitSurface(5, nullptr));
    CM_OK(b->InitSurface(6, nullptr));
    CM_OK(set(two, 0, out));
    CM_OK(two->SetThreadCount(1));
    SurfaceIndex both[2] = {*index(a), *index(b)};
    EXPECT_EQ(two->SetKernelArg(1, sizeof(SurfaceIndex), both), CM_INVALID_ARG_SIZE);
    CM_OK(two->SetKernelArg(1, sizeof(both), both));
    run(two);
    EXPECT_EQ(read(out, 4), (std::vector<uint32_t>{1, 1, 5, 6}));
    both[0] = CM_NULL_SURFACE;
    CM_OK(two->SetKernelArg(1, sizeof(both), both));
    run(two);
    EXPECT_EQ(read(out, 4), (std::vector<uint32_t>{0, 1, 0, 6}));
    CM_OK(two->SetKernelArg(1, sizeof(both), reinterpret_cast<void*>(uintptr_t{CM_NULL_SURFACE})));
    run(two);
    EXPECT_EQ(read(out, 4), (std::vector<uint32_t>{0, 0, 0, 0}));
}

TEST_F(Runtime, BindsWithoutArguments) {
    CmKernel* bound = kernel("bound");
    CmBuffer* out = buffer(64);
    CmSurface2D* picture = nullptr;
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_A8, picture));
    SurfaceIndex* at = nullptr;
    CM_OK(picture->GetIndex(at));
    EXPECT_EQ(bound->SetStaticBuffer(4, index(out)), CM_INVALID_GLOBAL_BUFFER_INDEX);
    EXPECT_EQ(bound->SetStaticBuffer(1, nullptr), CM_INVALID_BUFFER_HANDLER);
    EXPECT_EQ(bound->SetStaticBuffer(1, at), CM_INVALID_BUFFER_HANDLER);
    CM_OK(bound->SetStaticBuffer(1, index(out)));
    EXPECT_EQ(bound->SetSurfaceBTI(nullptr, 20), CM_NULL_POINTER);
    EXPECT_EQ(bound->SetSurfaceBTI(index(out), 0), CM_KERNELPAYLOAD_SURFACE_INVALID_BTINDEX);
    EXPECT_EQ(bound->SetSurfaceBTI(index(out), 243), CM_KERNELPAYLOAD_SURFACE_INVALID_BTINDEX);
    CM_OK(bound->SetSurfaceBTI(index(out), 20));
    EXPECT_EQ(bound->SetSurfaceBTI(index(out), 20), CM_KERNELPAYLOAD_SURFACE_INVALID_BTINDEX);
    CmSampler* sampler = nullptr;
    CM_SAMPLER_STATE state{};
    state.addressU = CM_TEXTURE_ADDRESS_CLAMP;
    CM_OK(device->CreateSampler(state, sampler));
    SamplerIndex* sampler_at = nullptr;
    CM_OK(sampler->GetIndex(sampler_at));
    EXPECT_EQ(bound->SetSamplerBTI(nullptr, 3), CM_NULL_POINTER);
    EXPECT_EQ(bound->SetSamplerBTI(sampler_at, 16), CM_KERNELPAYLOAD_SAMPLER_INVALID_BTINDEX);
    CM_OK(bound->SetSamplerBTI(sampler_at, 3));
    CM_OK(bound->SetThreadCount(1));
    run(bound);
    EXPECT_EQ(read(out, 4), (std::vector<uint32_t>{11, 22, 3, 1}));
    CM_OK(bound->SetSurfaceBTI(index(out), 20));  // the next enqueue may use another surface
    unsigned spilled = 1;
    CM_OK(bound->QuerySpillSize(spilled));
    EXPECT_EQ(spilled, 0U);
}

TEST_F(Runtime, ClonesKernelsWithoutTheirArguments) {
    CmKernel *put = kernel("put"), *clone = nullptr;
    EXPECT_EQ(device->CloneKernel(clone, nullptr), CM_NULL_POINTER);
    CM_OK(set(put, 1, 1U));
    CM_OK(device->CloneKernel(clone, put));
    CM_OK(clone->SetThreadCount(1));
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(task({clone}), event), CM_NOT_SET_KERNEL_ARGUMENT);
}

TEST_F(Runtime, AssociatesSpacesWithKernels) {
    CmKernel* ids = kernel("ids");
    CmThreadSpace *no_space = nullptr, *own = space(4, 3), *other = space(2, 2);
    CmThreadGroupSpace *no_groups = nullptr, *own_groups = groups(2, 2, 2, 2);
    EXPECT_EQ(ids->AssociateThreadSpace(no_space), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(ids->AssociateThreadGroupSpace(no_groups), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(ids->DeAssociateThreadSpace(no_space), CM_NULL_POINTER);
    EXPECT_EQ(ids->DeAssociateThreadGroupSpace(no_groups), CM_NULL_POINTER);
    CM_OK(ids->AssociateThreadSpace(own));
    EXPECT_EQ(ids->AssociateThreadGroupSpace(own_groups), CM_INVALID_KERNEL_THREADGROUPSPACE);
    EXPECT_EQ(ids->DeAssociateThreadSpace(other), CM_INVALID_ARG_VALUE);
    CmBuffer* out = buffer(64);
    CM_OK(set(ids, 0, out));
    CM_OK(set(ids, 1, 4U));
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(task({ids}), event, other), CM_INVALID_THREAD_SPACE);
    run(ids);
    EXPECT_EQ(read(out, 12)[11], 2004U);
    CM_OK(ids->DeAssociateThreadSpace(own));
    CM_OK(ids->AssociateThreadGroupSpace(own_groups));
    EXPECT_EQ(ids->AssociateThreadSpace(own), CM_INVALID_KERNEL_THREADSPACE);
    EXPECT_EQ(ids->DeAssociateThreadGroupSpace(own_groups), CM_SUCCESS);
}

TEST_F(Runtime, ComputesWithoutDenormals) {
    CmKernel* floats = kernel("floats");
    CmBuffer* out = buffer(8);
    CM_OK(set(floats, 0, out));
    CM_OK(floats->SetThreadCount(1));
    run(floats);
    const auto seen = read(out, 2);
    EXPECT_EQ(seen[0], 0U);           // the denormal 1e-39 became 0
    EXPECT_EQ(seen[1], 0x3f800000U);  // a tie goes to even
    volatile float tiny = 1e-38F;
    EXPECT_GT(tiny * 0.1F, 0.0F);  // the host's own mode is unchanged
}

TEST_F(Runtime, EndsTheTaskWhenAKernelForDebuggingSaysSo) {
    CmKernel* fail = kernel("fail");
    CM_OK(fail->SetThreadCount(1000));
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    CM_OK(queue->Enqueue(task({fail}), event));
    EXPECT_EQ(event->WaitForTaskFinished(), CM_TASK_MEDIA_RESET);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_THAT(
        said, testing::ContainsRegex("kernel fail: kernel.cpp:7: thread \\([0-9]+, [0-9]+\\): out of range"));
    EXPECT_EQ(said.find("out of range"), said.rfind("out of range"));  // only from the first thread
    CmKernel* nothing = kernel("nothing");                             // the queue goes on
    CM_OK(nothing->SetThreadCount(4));
    run(nothing);
}

}  // namespace
