// SPDX-License-Identifier: MIT
// read_transpose, against the rule in plain C++: CM spec 4.5.
#include "kernel_test.h"

namespace {

class ReadTransposeTest : public KernelTest {
protected:
    ReadTransposeTest() : KernelTest("read_transpose_genx.isa") {}
};

constexpr int kColumns = 21, kRows = 13;

// The dword at a place. Outside: the nearest dword.
uint32_t dword(const Dwords& data, int x, int y) {
    return data[static_cast<size_t>(std::clamp(y, 0, kRows - 1) * kColumns + std::clamp(x, 0, kColumns - 1))];
}

TEST_F(ReadTransposeTest, RowsBecomeColumns) {
    const Dwords data = ramp(kColumns * kRows, 1000);
    CmSurface2D* picture = host_.picture(kColumns, kRows, CM_SURFACE_FORMAT_A8R8G8B8, data);
    const struct {
        const char* kernel;
        int height, width;
    } shapes[] = {
        {"read_2x8", 2, 8}, {"read_8x1", 8, 1}, {"read_1x4", 1, 4}, {"read_4x2", 4, 2}, {"read_8x8", 8, 8}};
    for (const auto& [kernel, height, width] : shapes) {
        for (const auto& [x, y] : {std::pair{0, 0}, {1, 1}, {2, 1}, {-1, 0}, {0, -2}, {5, 3}, {100, 100}}) {
            CmBuffer* out = host_.buffer(Dwords(64));
            run(kernel, picture, out, x, y);
            Dwords expected(64);
            for (int i = 0; i < width; i++)  // row i holds dword i of each row
                for (int j = 0; j < height; j++)
                    expected[static_cast<size_t>(i * height + j)] =
                        dword(data, x * width + i, y * height + j);
            EXPECT_EQ(contents<uint32_t>(out, 64), expected) << kernel << " at " << x << ", " << y;
        }
    }
}

TEST_F(ReadTransposeTest, IntoRegions) {
    const Dwords data = ramp(kColumns * kRows);
    CmBuffer* out = host_.buffer(Dwords(32));
    run("read_region", host_.picture(kColumns, kRows, CM_SURFACE_FORMAT_A8R8G8B8, data), out, 3, 1);
    Dwords expected(32, 0xffffffff);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            expected[static_cast<size_t>((1 + 2 * i) * 8 + 1 + 2 * j)] = dword(data, 6 + i, 4 + j);
    EXPECT_EQ(contents<uint32_t>(out, 32), expected);
}

}  // namespace
