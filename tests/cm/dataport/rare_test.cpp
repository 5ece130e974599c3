// SPDX-License-Identifier: MIT
// Names that kernels rarely use, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class RareTest : public KernelTest {
protected:
    RareTest() : KernelTest("rare_genx.isa") {}
};

TEST_F(RareTest, SizesAndBytesOfGroups) {
    CmBuffer* out = host_.buffer(Dwords(3 * 32));
    CmKernel* kernel = host_.kernel("in_groups");
    Host::set_all(kernel, out);
    host_.run_groups(kernel, 4, 1, 3, 1);
    Dwords found(3 * 32), expected(3 * 32);
    Host::read(out, found);
    for (uint32_t i = 0; i < 96; i++)
        expected[i] = i % 32 == 1 ? 12 : i % 32 == 2 ? 3 : i % 32 == 3 ? i / 32 * 4 * 100 : i / 8;
    EXPECT_EQ(found, expected);
}

TEST_F(RareTest, ThreadsOfEachColor) {
    CmBuffer* out = host_.buffer(Dwords(12));
    CmKernel* kernel = host_.kernel("by_color");
    Host::set_all(kernel, out);
    CmThreadSpace* space = nullptr;
    cm_result_check(host_.device->CreateThreadSpace(1, 1, space));
    cm_result_check(space->SetThreadSpaceColorCount(3));
    CmTask* task = nullptr;
    cm_result_check(host_.device->CreateTask(task));
    cm_result_check(task->AddKernel(kernel));
    CmEvent* event = nullptr;
    cm_result_check(host_.queue->Enqueue(task, event, space));
    Dwords found(12), expected(12);
    cm_result_check(event->WaitForTaskFinished());
    Host::read(out, found);
    for (uint32_t i = 0; i < 12; i++) expected[i] = 100 + i / 4;
    EXPECT_EQ(found, expected);
}

TEST_F(RareTest, ChromaIsWritten) {
    Bytes data(16 * 8 + 16 * 4);
    CmSurface2D* picture = host_.picture(16, 8, CM_SURFACE_FORMAT_NV12, data);
    run("to_chroma", picture);
    Bytes found(data.size()), expected = data;
    picture->ReadSurface(found.data(), nullptr);
    for (int i = 0; i < 16; i++)
        expected[16 * 8 + (1 + i / 8) * 16 + 4 + i % 8] = static_cast<unsigned char>(i + 1);
    EXPECT_EQ(found, expected);
}

TEST_F(RareTest, SharedMemoryAtAnyByte) {
    void* address = nullptr;
    CmBufferSVM* buffer = nullptr;
    cm_result_check(host_.device->CreateBufferSVM(4096, address, CM_SVM_ACCESS_FLAG_DEFAULT, buffer));
    auto* bytes = static_cast<unsigned char*>(address);
    const Bytes data = pattern(64);
    std::memcpy(bytes, data.data(), 64);
    run("at_any_byte", reinterpret_cast<uint64_t>(bytes + 5), reinterpret_cast<uint64_t>(bytes + 128));
    EXPECT_EQ(std::memcmp(bytes + 128, data.data() + 5, 32), 0);
}

}  // namespace
