// SPDX-License-Identifier: MIT
#include "media/results/stats_text.h"

#include "media/test_files.h"

namespace genmedia::media {
namespace {

// One macroblock of two 16x8 halves: forward by (3, 4) pixels, and at rest.
MotionField halves() {
    MotionField field = made_up_field(0, 16, 16, false, true);
    vme::InterResult& result = field.inter[0];
    result.major_shape = vme::MajorShape::shape_16x8;
    result.best_distortion = 300;
    result.vectors.fill({});
    for (size_t i = 0; i < 8; i++) result.vectors[i].forward = {12, 16};
    field.intra[0].distortion = 300;
    return field;
}

TEST(StatsTest, CountsOneField) {
    Stats stats;
    stats.seconds = 0.5;
    stats.add(halves());
    EXPECT_EQ(stats.macroblocks, 1);
    EXPECT_DOUBLE_EQ(stats.mean_length(), 2.5);
    EXPECT_DOUBLE_EQ(stats.length_max, 5);
    EXPECT_EQ(stats.zero_vectors * 2, stats.vectors);
    EXPECT_DOUBLE_EQ(stats.mean_distortion(), 300);
    EXPECT_DOUBLE_EQ(stats.frames_per_second(), 2);
    EXPECT_EQ(stats.major_shapes, (std::array<int64_t, 4>{0, 1, 0, 0}));
    EXPECT_EQ(stats.intra_chosen, 1);  // equal distortions count as intra
}

TEST(StatsTest, BidirectionalBlocksHaveTwoVectors) {
    MotionField field = halves();
    field.inter[0].directions = {vme::Direction::bidirectional, vme::Direction::backward,
                                 vme::Direction::forward, vme::Direction::forward};
    field.inter[0].vectors[0].backward = {0, -40};
    Stats stats;
    stats.add(field);
    EXPECT_EQ(stats.vectors, 20);
    EXPECT_DOUBLE_EQ(stats.length_max, 10);
    EXPECT_DOUBLE_EQ(stats.length_sum, 4 * 5 + 10);
    EXPECT_EQ(stats.directions, (std::array<int64_t, 3>{2, 1, 1}));
}

TEST(StatsTest, MinorShapesAreThoseOf8x8Macroblocks) {
    Stats stats;
    stats.add(made_up_field(0, 64, 16, false, false));  // shapes 16x16, 16x8, 8x16, 8x8
    EXPECT_EQ(stats.major_shapes, (std::array<int64_t, 4>{1, 1, 1, 1}));
    EXPECT_EQ(stats.minor_shapes, (std::array<int64_t, 4>{1, 1, 1, 1}));
}

TEST(StatsTest, Json) {
    Stats stats;
    stats.seconds = 0.5;
    stats.damaged_frames = 3;
    stats.missing_frames = 2;
    stats.interlaced = true;
    stats.add(halves());
    // Keys in this order; numbers without the zeros at their ends.
    EXPECT_EQ(stats_json(stats), R"({
  "width": 16,
  "height": 16,
  "frames": 1,
  "frames_with_motion": 1,
  "damaged_frames": 3,
  "missing_frames": 2,
  "interlaced": true,
  "macroblocks": 1,
  "seconds": 0.5,
  "frames_per_second": 2.0,
  "mean_vector_length_pixels": 2.5,
  "max_vector_length_pixels": 5.0,
  "zero_vector_share": 0.5,
  "mean_best_distortion": 300.0,
  "major_shape_shares": {
    "16x16": 0.0,
    "16x8": 1.0,
    "8x16": 0.0,
    "8x8": 0.0
  },
  "minor_shape_shares": {
    "8x8": 0.0,
    "8x4": 0.0,
    "4x8": 0.0,
    "4x4": 0.0
  },
  "direction_shares": {
    "forward": 1.0,
    "backward": 0.0,
    "bidirectional": 0.0
  },
  "intra_share": 1.0
}
)");
}

TEST(StatsTest, EmptyRunHasNoNumbersThatAreNone) {
    EXPECT_EQ(stats_json({}).find("null"), std::string::npos);  // JSON's value where there is no number
    EXPECT_EQ(stats_table({}).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace genmedia::media
