// Rounding modes and denormals, against the rules in plain C++.
#include "kernel_test.h"

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

}  // namespace
