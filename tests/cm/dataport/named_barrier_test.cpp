// SPDX-License-Identifier: MIT
// Named barriers of thread groups.
#include "kernel_test.h"

namespace {

class NamedBarrierTest : public KernelTest {
protected:
    NamedBarrierTest() : KernelTest("named_barrier_genx.isa") {}
};

TEST_F(NamedBarrierTest, ConsumersFindWhatProducersWrote) {
    constexpr uint32_t half = 8, groups = 3, rounds = 6;
    CmBuffer* out = host_.buffer(Dwords(groups * rounds * half * 8));
    CmKernel* kernel = host_.kernel("produce_and_consume");
    Host::set_all(kernel, out, rounds);
    host_.run_groups(kernel, half * 2, 1, groups, 1);
    const auto found = contents<uint32_t>(out, groups * rounds * half * 8);
    for (uint32_t i = 0; i < found.size(); i++) {
        const uint32_t consumer = half + i / 8 % half, round = i / 8 / half;  // counted over all groups
        ASSERT_EQ(found[i], round * 100 + consumer * 7 % half) << i;
    }
}

}  // namespace
