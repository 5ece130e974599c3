// SPDX-License-Identifier: MIT
// Kernel arguments, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class EntryTest : public KernelTest {
protected:
    EntryTest() : KernelTest("entry_genx.isa") {}
};

TEST_F(EntryTest, ArgumentsOfAllKinds) {
    CmKernel* kernel = host_.kernel("arguments");
    Host::set_all(kernel, uint8_t{200}, int16_t{-3}, 2.5f, 0.75, int64_t{5} << 32,
                  std::array<int16_t, 5>{1, 2, 3, 4, -20}, std::array<uint8_t, 6>{1, 2, 3, 4, 5, 6});
    CmBuffer* buffers[3];
    SurfaceIndex handles[3];
    for (int i = 0; i < 3; i++) {
        buffers[i] = host_.buffer(Dwords(8));
        SurfaceIndex* handle = nullptr;
        cm_result_check(buffers[i]->GetIndex(handle));
        handles[i] = *handle;
    }
    cm_result_check(kernel->SetKernelArg(7, sizeof handles, handles));
    Host::set(kernel, 8, true);
    host_.run(kernel, 1, 1);
    for (int i = 0; i < 3; i++) {
        std::vector<int> found(8);
        Host::read(buffers[i], found);
        EXPECT_EQ(found, (std::vector<int>{200 - 3 + 10 + 3 + 5, -10, 6, 1, i, 0, 0, 0}));
    }
}

}  // namespace
