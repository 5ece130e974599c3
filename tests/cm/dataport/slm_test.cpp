// SPDX-License-Identifier: MIT
// Shared local memory, groups and barriers, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class SlmTest : public KernelTest {
protected:
    SlmTest() : KernelTest("slm_genx.isa") {}
};

TEST_F(SlmTest, GroupsShareMemoryAndMeetAtBarriers) {
    constexpr uint32_t x = 4, y = 3, groups_x = 2, groups_y = 3, threads = x * y,
                       all = threads * groups_x * groups_y;
    CmBuffer* out = host_.buffer(Dwords(all * 8));
    CmKernel* kernel = host_.kernel("slm_turn");
    Host::set_all(kernel, out);
    host_.run_groups(kernel, x, y, groups_x, groups_y);
    Dwords found(all * 8);
    Host::read(out, found);
    const uint32_t unused = 0;  // the first buffer begins the group's memory
    for (uint32_t i = 0; i < all; i++) {
        const uint32_t group = i / threads, id = i % threads;
        EXPECT_EQ(found[i * 8], (group * threads + threads - 1 - id) * 10 + unused);
        EXPECT_EQ(found[i * 8 + 1],
                  id % x + 10 * (id / x) + 100 * (group % groups_x) + 1000 * (group / groups_x));
        EXPECT_EQ(found[i * 8 + 2], x + 10 * y + 100 * groups_x + 1000 * groups_y);
    }
}

TEST_F(SlmTest, SharedMemoryInAllForms) {
    Dwords in = ramp(100, 500), found(88);  // shorter than the loaded size
    std::array<uint16_t, 8> dwords = {0, 8, 16, 24, 32, 40, 99, 104};
    CmBuffer* out = host_.buffer(found);
    CmKernel* kernel = host_.kernel("slm_forms");
    Host::set_all(kernel, host_.buffer(in), out, dwords);
    host_.run_groups(kernel, 1, 1, 1, 1);
    Host::read(out, found);
    Dwords memory = in;
    memory.resize(128);  // loading past the end gives 0
    for (int k = 0; k < 8; k++) {
        EXPECT_EQ(found[k], memory[dwords[k]]);
        EXPECT_EQ(found[8 + k], memory[dwords[k]]);
        EXPECT_EQ(found[16 + k], memory[dwords[k] + 1]);
    }
    const Dwords before = memory;
    for (int k = 0; k < 8; k++) {
        memory[dwords[k] + 2] = before[dwords[k]] + 1000;
        memory[dwords[k] + 3] = before[dwords[k] + 1] + 1000;
    }
    for (int k = 0; k < 8; k++) {
        EXPECT_EQ(found[24 + k], memory[dwords[k]]);
        memory[dwords[k]] += 7;
    }
    for (int k = 0; k < 32; k++) EXPECT_EQ(found[32 + k], memory[4 + k]) << k;
    for (int k = 0; k < 8; k++) {  // the block again, which begins at 0 now
        EXPECT_EQ(found[64 + k], memory[4 + k]) << k;
        EXPECT_EQ(found[72 + k], memory[4 + 5 + k]) << k;
        EXPECT_EQ(found[80 + k], memory[4 + 1 + k]) << k;
    }
}

TEST_F(SlmTest, LoadsFromAnAddress) {
    void* address = nullptr;
    CmBufferSVM* buffer = nullptr;
    cm_result_check(host_.device->CreateBufferSVM(4096, address, CM_SVM_ACCESS_FLAG_DEFAULT, buffer));
    const Dwords data = ramp(1024, 3);
    std::memcpy(address, data.data(), 4096);
    CmBuffer* out = host_.buffer(Dwords(128));
    CmKernel* kernel = host_.kernel("slm_from_address");
    Host::set_all(kernel, reinterpret_cast<uint64_t>(address), 256u, out);
    host_.run_groups(kernel, 4, 1, 1, 1);
    Dwords expected(128);
    for (size_t i = 0; i < 128; i++) expected[i] = data[64 + (3 - i / 32) * 32 + i % 32];
    EXPECT_EQ(contents<uint32_t>(out, 128), expected);
}

}  // namespace
