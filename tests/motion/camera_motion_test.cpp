// SPDX-License-Identifier: MIT
// The camera's motion, where it is known, among vectors that are wrong.
#include "motion/true_motion/camera_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

namespace genmedia::motion {
namespace {

constexpr int kAcross = 40, kDown = 30, kBlock = 8, kPictureWidth = 317, kPictureHeight = 240;

const AffineMotion kTurn{.x = {2.5F, -0.02F, -0.2F}, .y = {-4, 0.2F, -0.02F}};

// Of blocks of which `wrong` of 100 lead anywhere, and `unknown` of 100 are not known.
CameraSamples samples_of(const AffineMotion& motion, unsigned wrong, unsigned unknown = 0) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-60, 60);
    return camera_samples(kAcross, kDown, kBlock, kPictureWidth, kPictureHeight,
                          [&](int bx, int by) -> RealVector {
                              if (random() % 100 < unknown) return {kNotKnown, 0};
                              if (random() % 100 < wrong) return {anywhere(random), anywhere(random)};
                              return motion.of_block(bx, by, kBlock, kPictureWidth, kPictureHeight);
                          });
}

void expect_near(const AffineMotion& found, const AffineMotion& expected, float error) {
    for (const auto& [bx, by] :
         {std::pair(0, 0), {kAcross - 1, 0}, {0, kDown - 1}, {kAcross - 1, kDown - 1}}) {
        const RealVector v = found.of_block(bx, by, kBlock, kPictureWidth, kPictureHeight),
                         w = expected.of_block(bx, by, kBlock, kPictureWidth, kPictureHeight);
        EXPECT_NEAR(v.x, w.x, error);
        EXPECT_NEAR(v.y, w.y, error);
    }
}

TEST(CameraMotion, IsFoundWhereMostVectorsAreWrong) {
    for (const unsigned wrong : {0U, 40U, 70U}) {
        const auto found = camera_motion(samples_of(kTurn, wrong));
        ASSERT_TRUE(found) << wrong;
        expect_near(*found, kTurn, 0.05F);
    }
    const auto found = camera_motion(samples_of(kTurn, 20, 50));
    ASSERT_TRUE(found);
    expect_near(*found, kTurn, 0.05F);
}

TEST(CameraMotion, IsNoneWhereNothingAgrees) {
    const auto still = [](int, int) { return RealVector{}; };
    EXPECT_FALSE(camera_motion(samples_of(kTurn, 100)));
    EXPECT_FALSE(camera_motion(samples_of(kTurn, 0, 100)));
    EXPECT_FALSE(camera_motion(camera_samples(3, 5, 8, 24, 40, still)));    // few
    EXPECT_FALSE(camera_motion(camera_samples(100, 1, 8, 800, 8, still)));  // a line
    EXPECT_TRUE(camera_motion(camera_samples(4, 5, 8, 32, 40, still)));
}

// Between whole vectors: those of flat blocks, which count little, stay whole.
TEST(CameraMotion, FollowsTheSamplesThatCount) {
    const AffineMotion pan{.x = {3.4F, 0, 0}, .y = {-1.7F, 0, 0}};
    const auto is_flat = [](int bx, int by) { return (bx + by) % 3 != 0; };
    const CameraSamples samples = camera_samples(
        kAcross, kDown, kBlock, kPictureWidth, kPictureHeight,
        [&](int bx, int by) {
            return is_flat(bx, by) ? RealVector{3, -2} : RealVector{3.4F, -1.7F};
        },
        [&](int bx, int by) { return is_flat(bx, by) ? 0.001F : 1.F; });
    expect_near(fitted_again({.x = {3, 0, 0}, .y = {-2, 0, 0}}, samples), pan, 0.02F);
}

TEST(CameraMotion, IsFittedToNothingWhereAllSamplesCountNothing) {
    const CameraSamples samples = camera_samples(
        kAcross, kDown, kBlock, kPictureWidth, kPictureHeight,
        [](int, int) {
            return RealVector{1, 1};
        },
        [](int, int) { return 0.F; });
    expect_near(fitted_again({}, samples), {}, 0);
}

// Vectors of a picture of half the size are half as long, at the middles of its pixels.
TEST(CameraMotion, IsThatOfSmallerPicturesToo) {
    const AffineMotion half = kTurn.scaled(0.5F);
    const RealVector whole = kTurn.at(30, -20), small = half.at(15, -10);
    EXPECT_FLOAT_EQ(small.x, whole.x / 2);
    EXPECT_FLOAT_EQ(small.y, whole.y / 2);
}

TEST(CameraMotion, AsksAtMost512BlocksOfAnyPicture) {
    for (const auto& [columns, rows] :
         {std::pair(1, 1), {32, 16}, {33, 16}, {480, 270}, {2000, 1}, {1, 1999}, {3, 900}}) {
        const SampleGrid grid(columns, rows);
        EXPECT_LE(grid.columns * grid.rows, kMostSamples);
        EXPECT_LT(grid.block(grid.columns - 1), columns);
        EXPECT_LT(grid.block(grid.rows - 1), rows);
        EXPECT_GE(grid.block(grid.columns), columns);  // up to the end
        EXPECT_GE(grid.block(grid.rows), rows);
    }
    const SampleGrid grid(480, 270);
    EXPECT_GE(grid.columns * grid.rows, 400);
}

}  // namespace
}  // namespace genmedia::motion
