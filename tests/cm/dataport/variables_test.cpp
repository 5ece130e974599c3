// SPDX-License-Identifier: MIT
// A kernel file's variables, against C++'s rules for a thread that has the variables for itself.
#include "kernel_test.h"

namespace {

class VariablesTest : public KernelTest {
protected:
    VariablesTest() : KernelTest("variables_genx.isa") {}
};

TEST_F(VariablesTest, OfEachThreadBeginWithTheirValues) {
    constexpr UINT threads = 256;
    CmBuffer* out = host_.buffer(Dwords(threads * 32));
    CmKernel* kernel = host_.kernel("all");
    Host::set_all(kernel, out);
    // In the order of the kernel. The function's own variable begins with 90. The last two variables have
    // incremented it before the kernel does.
    const Dwords expected = {1, 1, 2, 10, 20, 32, 40, 50, 80, 60, 70, 5, 6, 92, 95, 100, 200, 1, 2, 180, 91};
    for (int again = 0; again < 2; again++) {
        host_.run(kernel, threads, 1);
        const Dwords seen = contents<uint32_t>(out, threads * 32);
        for (UINT t = 0; t < threads; t++)
            ASSERT_EQ(Dwords(&seen[t * 32], &seen[t * 32] + expected.size()), expected) << "thread " << t;
    }
}

TEST_F(VariablesTest, AreKeptWhileOthersTakeTurns) {
    constexpr UINT threads = 16, groups = 4;
    CmBuffer* out = host_.buffer(Dwords(threads * groups * 8));
    CmKernel* kernel = host_.kernel("in_turns");
    Host::set_all(kernel, out);
    host_.run_groups(kernel, threads, 1, groups, 1);
    const Dwords seen = contents<uint32_t>(out, threads * groups * 8);
    for (UINT t = 0; t < threads * groups; t++) ASSERT_EQ(seen[t * 8], 93000 + 92 + 10 + t) << "thread " << t;
}

}  // namespace
