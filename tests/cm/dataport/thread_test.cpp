// SPDX-License-Identifier: MIT
// Places in the thread space, dependencies and variables outside functions, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class ThreadTest : public KernelTest {
protected:
    ThreadTest() : KernelTest("thread_genx.isa") {}
};

TEST_F(ThreadTest, GlobalsBelongToAThread) {
    constexpr UINT threads = 16, groups = 4;
    CmBuffer* out = host_.buffer(Dwords(threads * groups * 8));
    CmKernel* kernel = host_.kernel("globals");
    Host::set_all(kernel, out);
    host_.run_groups(kernel, threads, 1, groups, 1);
    Dwords found(threads * groups * 8);
    Host::read(out, found);
    for (uint32_t i = 0; i < found.size(); i++) EXPECT_EQ(found[i], 100 + 2 * (i / 8));
}

TEST_F(ThreadTest, WaitsForItsNeighbours) {
    constexpr int width = 24, height = 16;
    CmSurface2D* sums = host_.picture(width, height, CM_SURFACE_FORMAT_R32_UINT, Dwords(width * height));
    CmKernel* kernel = host_.kernel("wavefront");
    Host::set_all(kernel, sums);
    host_.run(kernel, width, height, CM_WAVEFRONT);
    Dwords found(width * height), expected(width * height);
    Host::read(sums, found);
    // Reads outside repeat the edge: the thread's own place. It is 0 until the thread has written.
    for (int i = 0; i < width * height; i++)
        expected[i] = (i % width > 0 ? expected[i - 1] : 0) + (i >= width ? expected[i - width] : 0) + 1;
    EXPECT_EQ(found, expected);
}

TEST_F(ThreadTest, ThreadsThatMeetKeepTheirChannels) {
    Dwords found(8 * 4), expected(8 * 4);
    CmBuffer* out = host_.buffer(found);
    CmKernel* kernel = host_.kernel("barrier_in_simd");
    Host::set_all(kernel, out);
    host_.run_groups(kernel, 4, 1, 1, 1);
    Host::read(out, found);
    for (uint32_t i = 0; i < 32; i++) expected[i] = i % 8 <= i / 8 ? 111 : 100;
    EXPECT_EQ(found, expected);
}

}  // namespace
