// SPDX-License-Identifier: MIT
// The camera's motion, where it is known, among vectors that are wrong.
#include "motion/true_motion/refinement/camera_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace genmedia::motion {
namespace {

constexpr int kAcross = 320, kDown = 240;

const AffineMotion kTurn{.x = {20, -0.02, -0.2}, .y = {-30, 0.2, -0.02}};

double value(const std::array<double, 3>& row, double x, double y) {
    return row[0] + row[1] * x + row[2] * y;
}

// Of which `wrong` of 100 lead anywhere.
std::vector<FlowVector> flow_of(const AffineMotion& motion, unsigned wrong) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-60, 60);
    std::vector<FlowVector> flow;
    for (int y = 0; y < kDown; y++)
        for (int x = 0; x < kAcross; x++) {
            FlowVector v{static_cast<float>(value(motion.x, x, y)),
                         static_cast<float>(value(motion.y, x, y))};
            if (random() % 100 < wrong) v = {anywhere(random), anywhere(random)};
            flow.push_back(v);
        }
    return flow;
}

TEST(CameraMotion, IsFoundWhereMostVectorsAreWrong) {
    for (const unsigned wrong : {0U, 40U, 70U}) {
        const auto found = camera_motion(flow_of(kTurn, wrong), kAcross, kDown);
        ASSERT_TRUE(found) << wrong;
        for (const auto& [x, y] :
             {std::pair(0, 0), {kAcross - 1, 0}, {0, kDown - 1}, {kAcross - 1, kDown - 1}}) {
            EXPECT_NEAR(value(found->x, x, y), value(kTurn.x, x, y), 0.05) << wrong;
            EXPECT_NEAR(value(found->y, x, y), value(kTurn.y, x, y), 0.05) << wrong;
        }
    }
}

TEST(CameraMotion, IsNoneWhereNothingAgrees) {
    EXPECT_FALSE(camera_motion(flow_of(kTurn, 100), kAcross, kDown));
    EXPECT_FALSE(camera_motion(std::vector<FlowVector>(9), 3, 3));
    EXPECT_FALSE(camera_motion(std::vector<FlowVector>(200), 200, 1));  // a line
}

// Vectors of a picture of half the size are half as long, at the middles of its pixels.
TEST(CameraMotion, IsThatOfSmallerPicturesToo) {
    for (const size_t level : {0U, 1U, 3U}) {
        const int scale = 1 << level;
        const PixelField field = kTurn.field(level, kAcross / scale, kDown / scale);
        for (const auto& [x, y] : {std::pair(0, 0), {7, 11}, {kAcross / scale - 1, kDown / scale - 1}}) {
            const double at_x = (x + 0.5) * scale - 0.5, at_y = (y + 0.5) * scale - 0.5;
            EXPECT_NEAR(field.u.line(y)[x], value(kTurn.x, at_x, at_y) / scale, 1e-4);
            EXPECT_NEAR(field.v.line(y)[x], value(kTurn.y, at_x, at_y) / scale, 1e-4);
        }
    }
}

}  // namespace
}  // namespace genmedia::motion
