// SPDX-License-Identifier: MIT
// Rounding modes and denormals, against the rules in plain C++.
#include "kernel_test.h"

#include <cmath>
#include <limits>

namespace {

class FloatControlTest : public KernelTest {
protected:
    FloatControlTest() : KernelTest("float_control_genx.isa") {}
};

TEST_F(FloatControlTest, FloatControl) {
    const float above = 0x1.000002p0f, denormal = 0x1p-130f;
    const struct {
        const char* name;
        float sum, negative_sum, product;
    } kernels[] = {{"round_by_default", 1, -1, 0},
                   {"round_up", above, -1, 0},
                   {"round_down", 1, -above, denormal},
                   {"round_to_zero", 1, -1, 0}};
    for (const auto& kernel : kernels) {
        std::vector<float> found(4);
        CmBuffer* out = host_.buffer(found);
        run(kernel.name, out, 1.0f, 0x1p-30f, 0x1p-65f);
        Host::read(out, found);
        EXPECT_EQ(found[0], kernel.sum) << kernel.name;
        EXPECT_EQ(found[1], kernel.negative_sum) << kernel.name;
        EXPECT_EQ(found[2], kernel.product) << kernel.name;
    }
}

TEST_F(FloatControlTest, AlternativeMode) {
    const float most = std::numeric_limits<float>::max(), infinity = std::numeric_limits<float>::infinity();
    std::vector<float> plain(8), found(8);
    CmBuffer* out = host_.buffer(plain);
    run("leave_range_by_default", out, 0x1p100f, -4.0f);
    Host::read(out, plain);
    EXPECT_EQ(plain[0], infinity);
    EXPECT_EQ(plain[1], infinity);
    EXPECT_EQ(plain[2], -infinity);
    EXPECT_EQ(plain[3], infinity);
    for (int k = 4; k < 7; k++) EXPECT_TRUE(std::isnan(plain[k])) << k;
    run("stay_in_range", out, 0x1p100f, -4.0f);
    Host::read(out, found);
    EXPECT_EQ(found, (std::vector<float>{most, most, -most, most, 2, 0.5f, 2, -2}));
}

}  // namespace
