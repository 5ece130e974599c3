// SPDX-License-Identifier: MIT
// The cached stacks, against std::vector: CM spec 6.5.
#include <array>

#include "kernel_test.h"

namespace {

class CmtlStackTest : public KernelTest {
protected:
    CmtlStackTest() : KernelTest("cmtl_stack_genx.isa") {}
};

TEST_F(CmtlStackTest, ChannelsPushAndPop) {
    constexpr uint32_t threads = 3, max_size = 256, steps = 700;
    // Mostly pushes, then mostly pops. Some channels pop more than others. An empty channel never pops.
    Dwords script;
    std::array<int, 8> sizes{};
    for (uint32_t i = 0; i < steps; i++) {
        const uint32_t noise = i * 2654435761u >> 16;
        const bool full = *std::max_element(sizes.begin(), sizes.end()) == max_size - 1;
        if (!full && (i < 300 ? noise % 4 != 0 : noise % 8 == 0)) {
            script.push_back(256);
            for (int& size : sizes) size++;
            continue;
        }
        uint32_t mask = 0;
        for (uint32_t k = 0; k < 8; k++)
            if (sizes[k] > 0 && (k < 2 || (noise >> k & 3) != 0)) mask |= 1u << k, sizes[k]--;
        script.push_back(mask);
    }
    CmBuffer* memory = host_.buffer(Dwords(threads * 8 * max_size));
    CmBuffer* out = host_.buffer(Dwords(threads * steps * 24));
    CmKernel* kernel = host_.kernel("stacks");
    Host::set_all(kernel, memory, host_.buffer(script), out, steps, max_size);
    host_.run(kernel, threads, 1);
    const auto found = contents<uint32_t>(out, threads * steps * 24);
    size_t deepest = 0;
    for (uint32_t thread = 0; thread < threads; thread++) {
        std::array<std::vector<uint32_t>, 8> stacks;
        for (uint32_t i = 0; i < steps; i++) {
            const uint32_t* row = &found[(thread * steps + i) * 24];
            for (uint32_t k = 0; k < 8; k++) {
                const uint32_t pushed = k + i * 8 + thread * 1000000;
                const uint32_t top = stacks[k].empty() ? 0 : stacks[k].back();
                ASSERT_EQ(row[k], script[i] & 256 ? pushed : top) << "step " << i << ", channel " << k;
                if (script[i] & 256)
                    stacks[k].push_back(pushed);
                else if (script[i] >> k & 1)
                    stacks[k].pop_back();
                deepest = std::max(deepest, stacks[k].size());
                ASSERT_EQ(row[8 + k], stacks[k].empty() ? 0 : stacks[k].back()) << "top after step " << i;
                ASSERT_EQ(row[16 + k], stacks[k].empty()) << "empty after step " << i;
            }
        }
    }
    EXPECT_GT(deepest, 128u);  // otherwise nothing went to memory
}

}  // namespace
