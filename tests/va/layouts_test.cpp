// SPDX-License-Identifier: MIT
#include "va/surfaces/picture_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace genmedia::va {
namespace {

TEST(VaLayouts, PlanesLieBehindEachOther) {
    const PictureLayout layout = layout_of(*format_of_fourcc(VA_FOURCC_NV12), 67, 35);
    EXPECT_EQ(layout.plane_count, 2);
    EXPECT_EQ(layout.pitches[0], 128u);
    EXPECT_EQ(layout.pitches[1], 128u);  // 34 pairs
    EXPECT_EQ(layout.offsets[1], 128u * 35);
    EXPECT_EQ(layout.size, 128u * 35 + 128u * 18);
}

TEST(VaLayouts, Yv12HasCrFirst) {
    const PictureLayout layout = layout_of(*format_of_fourcc(VA_FOURCC_YV12), 64, 32);
    std::vector<uint8_t> memory(layout.size);
    const Planes planes = planes_of(layout, memory.data());
    EXPECT_EQ(planes.data[2] - memory.data(), layout.offsets[1]);
    EXPECT_EQ(planes.data[1] - memory.data(), layout.offsets[2]);
}

TEST(VaLayouts, PartsBeginWhereChromaDoes) {
    const PictureLayout layout = layout_of(*format_of_fourcc(VA_FOURCC_NV12), 64, 32);
    std::vector<uint8_t> memory(layout.size);
    const Planes planes = planes_of(layout, memory.data());
    const auto part = part_of(planes, 6, 4, 20, 10);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->data[0] - planes.data[0], 4 * 64 + 6);
    EXPECT_EQ(part->data[1] - planes.data[1], 2 * 64 + 6);
    EXPECT_FALSE(part_of(planes, 5, 4, 20, 10));
    EXPECT_FALSE(part_of(planes, 0, 0, 65, 10));
    EXPECT_FALSE(part_of(planes, 2147483646, 0, 2, 2));
    EXPECT_FALSE(part_of(planes, 0, 0, 0, 2));
}

TEST(VaLayouts, FormatsOfSurfacesWithoutOne) {
    EXPECT_EQ(format_of_rt_format(VA_RT_FORMAT_YUV420)->fourcc, static_cast<uint32_t>(VA_FOURCC_NV12));
    EXPECT_EQ(format_of_rt_format(VA_RT_FORMAT_YUV420_10)->fourcc, static_cast<uint32_t>(VA_FOURCC_P010));
    EXPECT_EQ(format_of_rt_format(VA_RT_FORMAT_YUV422)->fourcc, static_cast<uint32_t>(VA_FOURCC_YUY2));
    EXPECT_EQ(format_of_rt_format(VA_RT_FORMAT_PROTECTED), nullptr);
    EXPECT_EQ(format_of_fourcc(VA_FOURCC_AI44), nullptr);
}

}  // namespace
}  // namespace genmedia::va
