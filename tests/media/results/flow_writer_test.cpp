// SPDX-License-Identifier: MIT
#include "media/results/writers/flow_writer.h"

#include "media/test_files.h"

#include <cstring>

namespace genmedia::media {
namespace {

class FlowWriterTest : public MediaTest {
protected:
    // The number at float position `index` of the file.
    template <class T = float>
    T at(size_t index) const {
        const std::string bytes = read("a.flo");
        T value{};
        std::memcpy(&value, bytes.data() + 4 * index, 4);
        return value;
    }
    float u(int32_t x, int32_t y, int32_t width) const {
        return at(3 + 2 * static_cast<size_t>(y * width + x));
    }
    float v(int32_t x, int32_t y, int32_t width) const {
        return at(4 + 2 * static_cast<size_t>(y * width + x));
    }
};

TEST_F(FlowWriterTest, StartsWithMagicAndSize) {
    ASSERT_TRUE(write_flow(path("a.flo"), made_up_field(0, 37, 29, false, false)).ok());
    EXPECT_EQ(read("a.flo").substr(0, 4), "PIEH");
    EXPECT_EQ(at<int32_t>(1), 37);
    EXPECT_EQ(at<int32_t>(2), 29);
    EXPECT_EQ(read("a.flo").size(), 12U + 37 * 29 * 8);
}

TEST_F(FlowWriterTest, EveryPixelHasTheVectorOfItsBlock) {
    ASSERT_TRUE(write_flow(path("a.flo"), made_up_field(0, 37, 29, false, false)).ok());
    // Entry 4 * quadrant + block of macroblock m is (20 m + entry) quarter pixels.
    struct {
        int32_t x, y, macroblock, entry;
    } const samples[] = {
        {0, 0, 0, 0},  {3, 3, 0, 0},  {4, 0, 0, 1},    {0, 4, 0, 2}, {7, 7, 0, 3},
        {8, 0, 0, 4},  {15, 3, 0, 5}, {0, 8, 0, 8},    {5, 9, 0, 9}, {12, 12, 0, 15},
        {16, 0, 1, 0}, {36, 0, 2, 1}, {36, 28, 5, 11},
    };
    for (const auto& s : samples) {
        const float wanted = static_cast<float>(20 * s.macroblock + s.entry) / 4;
        EXPECT_EQ(u(s.x, s.y, 37), wanted) << s.x << " " << s.y;
        EXPECT_EQ(v(s.x, s.y, 37), -wanted) << s.x << " " << s.y;
    }
}

TEST_F(FlowWriterTest, BackwardOnlyBlocksAreUnknown) {
    // Quadrants 0 to 3 of macroblock 0: forward, backward, bidirectional, forward.
    ASSERT_TRUE(write_flow(path("a.flo"), made_up_field(0, 16, 16, true, false)).ok());
    EXPECT_EQ(u(8, 0, 16), 1e10F);
    EXPECT_EQ(v(15, 7, 16), 1e10F);
    EXPECT_EQ(u(0, 8, 16), 2.0F);
    EXPECT_EQ(u(8, 8, 16), 3.0F);
}

TEST_F(FlowWriterTest, RefusesAFieldWithoutMotion) {
    MotionField field = made_up_field(0, 16, 16, false, true);
    field.has_inter = false;
    field.inter.clear();
    EXPECT_EQ(write_flow(path("a.flo"), field).code(), StatusCode::invalid_argument);
}

}  // namespace
}  // namespace genmedia::media
