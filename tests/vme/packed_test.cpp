// SPDX-License-Identifier: MIT
// Values as messages and payloads pack them, by their bits.
#include "vme/packed.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

TEST(Packed, NeighborsAreABitEachAndTheLeftOneTwo) {
    for (int bit = 0; bit < 8; bit++) {
        IntraNeighbors around;
        unpack_neighbors(static_cast<uint8_t>(1 << bit), around);
        EXPECT_EQ(around.has_left, bit == 5 || bit == 6) << bit;
        EXPECT_EQ(around.has_upper, bit == 4) << bit;
        EXPECT_EQ(around.has_upper_right, bit == 3) << bit;
        EXPECT_EQ(around.has_upper_left, bit == 2) << bit;
    }
}

TEST(Packed, VectorsAreXThenYForwardThenBackward) {
    const BidirectionalVector vectors = unpack_vectors(0x8001'7FFF'FFFE'0003);
    EXPECT_EQ(vectors.forward, (MotionVector{3, -2}));
    EXPECT_EQ(vectors.backward, (MotionVector{0x7FFF, -0x7FFF}));
    EXPECT_EQ(pack(vectors), 0x8001'7FFF'FFFE'0003);
}

TEST(Packed, ThresholdsAreAWordAndSixBytes) {
    EXPECT_EQ(unpack_thresholds(0x0605'0403'0201'BEEF), (TransformThresholds{0xBEEF, 1, 2, 3, 4, 5, 6}));
}

TEST(Packed, SkipDirectionsAreTwoBitsABlock) {
    EXPECT_EQ(unpack_skip_direction(0b11'10'01'00, 0), std::nullopt);
    EXPECT_EQ(unpack_skip_direction(0b11'10'01'00, 1), Direction::forward);
    EXPECT_EQ(unpack_skip_direction(0b11'10'01'00, 2), Direction::backward);
    EXPECT_EQ(unpack_skip_direction(0b11'10'01'00, 3), Direction::bidirectional);
}

TEST(Packed, ScansAndDistortions) {
    EXPECT_EQ(unpack_scan(false, 1), Scan::progressive);
    EXPECT_EQ(unpack_scan(true, 0), Scan::top_field);
    EXPECT_EQ(unpack_scan(true, 1), Scan::bottom_field);
    EXPECT_EQ(unpack_distortion(0, false), Distortion::sad);
    EXPECT_EQ(unpack_distortion(2, false), Distortion::haar);
    EXPECT_EQ(unpack_distortion(2, true), Distortion::ac_haar);
    EXPECT_EQ(unpack_chroma_pixel(0xA1B2), (std::array<uint8_t, 2>{0xB2, 0xA1}));
}

// [prm: W5.0, page 88] 16x8: entries 0 and 8. 8x8 of which quadrant 1 is cut in 8x4, 2 in 4x8 and 3 in 4x4.
TEST(Packed, DistortionsAreInTheFirstEntryOfTheirBlock) {
    InterResult result;
    for (uint16_t e = 0; e < 16; e++) result.distortions[e] = static_cast<uint16_t>(100 + e);
    result.major_shape = MajorShape::shape_16x8;
    EXPECT_EQ(packed_distortions(result, {}), (PackedDistortions{100, 0, 0, 0, 0, 0, 0, 0, 108}));
    result.major_shape = MajorShape::shape_8x16;
    EXPECT_EQ(packed_distortions(result, {}), (PackedDistortions{100, 0, 0, 0, 104}));
    result.major_shape = MajorShape::shape_8x8;
    result.minor_shapes = {MinorShape::shape_8x8, MinorShape::shape_8x4, MinorShape::shape_4x8,
                           MinorShape::shape_4x4};
    EXPECT_EQ(packed_distortions(result, {}),
              (PackedDistortions{100, 0, 0, 0, 104, 0, 106, 0, 108, 109, 0, 0, 112, 113, 114, 115}));
    // What a block pays alone, shape and direction, is part of it; what blocks share is not.
    InterCosts costs;
    costs.shape = {
        .shape_16x16 = {1}, .shape_16x8_8x16 = {2}, .shape_8x8 = {3}, .shape_8x4_4x8 = {4}, .shape_4x4 = {5}};
    costs.backward_direction = {9};
    result.directions = {Direction::forward, Direction::backward, Direction::forward, Direction::forward};
    EXPECT_EQ(packed_distortions(result, costs),
              (PackedDistortions{103, 0, 0, 0, 104, 0, 106, 0, 108, 109, 0, 0, 112, 113, 114, 115}));
    result.minor_shapes.fill(MinorShape::shape_8x8);
    EXPECT_EQ(packed_distortions(result, costs),
              (PackedDistortions{103, 0, 0, 0, 116, 0, 0, 0, 111, 0, 0, 0, 115}));
    result.major_shape = MajorShape::shape_8x16;
    EXPECT_EQ(packed_distortions(result, costs), (PackedDistortions{100, 0, 0, 0, 113}));
    result.major_shape = MajorShape::shape_16x16;
    EXPECT_EQ(packed_distortions(result, costs), (PackedDistortions{101}));
    SicResult checked;
    checked.distortions = result.distortions;
    EXPECT_EQ(packed_distortions(checked, false), (PackedDistortions{100}));
    EXPECT_EQ(packed_distortions(checked, true),
              (PackedDistortions{100, 0, 0, 0, 104, 0, 0, 0, 108, 0, 0, 0, 112}));
}

}  // namespace
}  // namespace genmedia::vme
