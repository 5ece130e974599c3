// SPDX-License-Identifier: MIT
// Up to four channels for each lane: untyped and typed messages, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class ChannelsTest : public KernelTest {
protected:
    ChannelsTest() : KernelTest("channels_genx.isa") {}
};

TEST_F(ChannelsTest, UntypedMessagesMoveEnabledChannels) {
    std::array<uint32_t, 8> u;
    for (uint32_t i = 0; i < 8; i++) u[i] = i * 4;
    u[7] = 31;  // only its first channel is not past the end
    CmBuffer* out = host_.buffer(Dwords(32, 5));
    run("untyped_copy", host_.buffer(ramp(32, 100)), out, u);
    Dwords found(32), expected(32, 5);
    Host::read(out, found);
    for (int k = 0; k < 8; k++) {
        const uint32_t from[3] = {0, 2, 3};
        for (uint32_t c = 0; c < 3; c++)
            if (u[k] + c < 32) expected[u[k] + c] = u[k] + from[c] < 32 ? 100 + u[k] + from[c] : 0;
    }
    EXPECT_EQ(found, expected);
}

TEST_F(ChannelsTest, TypedMessagesTakePixelCoordinates) {
    constexpr uint32_t width = 10, height = 6;
    std::vector<float> data(width * height), expected(data.size(), -1.0f), found(data.size());
    std::iota(data.begin(), data.end(), 1.0f);
    std::array<uint32_t, 8> u = {0, 9, 5, 10, 3, 0xffffffff, 7, 2}, v = {0, 5, 2, 1, 6, 0, 3, 4};
    CmSurface2D* out = host_.picture(width, height, CM_SURFACE_FORMAT_R32F, expected);
    run("typed_copy", host_.picture(width, height, CM_SURFACE_FORMAT_R32F, data), out, u, v);
    Host::read(out, found);
    for (int k = 0; k < 8; k++)
        if (u[k] < width && v[k] < height) expected[v[k] * width + u[k]] = data[v[k] * width + u[k]] + 0.5f;
    EXPECT_EQ(found, expected);
}

}  // namespace
