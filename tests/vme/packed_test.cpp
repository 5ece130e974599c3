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

}  // namespace
}  // namespace genmedia::vme
