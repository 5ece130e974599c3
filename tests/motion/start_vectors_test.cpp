// SPDX-License-Identifier: MIT
// What is said of a field of true motion before it is searched: start vectors, and smoothness.
#include "genmedia/motion.h"
#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace genmedia::start_vectors_test {
namespace {

constexpr int kColumns = 320, kLines = 192, kMacroblocks = 20 * 12;
constexpr int kMiddleX = 216, kMiddleY = 96, kRadius = 16, kMoved = 72;  // of a disc, pixels

// A disc that moves by kMoved to the right, before a ground that stands.
std::vector<uint8_t> disc(int moved) {
    std::vector<uint8_t> grays;
    for (int y = 0; y < kLines; y++)
        for (int x = 0; x < kColumns; x++) {
            const int from_disc = x - moved;
            const bool on_disc = std::hypot(from_disc - kMiddleX + kMoved, y - kMiddleY) < kRadius;
            grays.push_back(static_cast<uint8_t>(on_disc ? test::unlike(from_disc + 900, y + 700, 3)
                                                         : test::unlike(x, y, 5)));
        }
    return grays;
}

PlaneView view(const std::vector<uint8_t>& grays) { return {grays.data(), kColumns, kLines, kColumns}; }

// Of the disc's pixels, the share whose vector is right to within a pixel.
double share_right(const MotionField& field, int middle_x, int by) {
    int right = 0, all = 0;
    for (int y = 0; y < kLines; y++)
        for (int x = 0; x < kColumns; x++) {
            if (std::hypot(x - middle_x, y - kMiddleY) >= kRadius - 3) continue;
            const FlowVector& v = field.flow[static_cast<size_t>(y * kColumns + x)];
            right += std::hypot(v.x - static_cast<float>(by), v.y) < 1;
            all++;
        }
    return static_cast<double>(right) / all;
}

std::vector<FlowVector> start_of_disc() {
    std::vector<FlowVector> start(kMacroblocks);
    for (int y = 4; y <= 7; y++)
        for (int x = 11; x <= 15; x++) start[static_cast<size_t>(y * 20 + x)] = {-kMoved + 2, 1};
    return start;
}

TEST(StartVectors, FindWhatIsTooSmallAndTooFar) {
    const auto before = disc(0), now = disc(kMoved);
    MotionEstimator estimator({.field = Field::true_motion, .per_pixel = true});
    const std::vector<FlowVector> start = start_of_disc();
    MotionRequest request{.source = {view(now), {}}, .previous = view(before), .next = {}};
    MotionField without, with, prepared, back;
    ASSERT_TRUE(estimator.estimate(request, without).ok());
    request.start = start;
    ASSERT_TRUE(estimator.estimate(request, with).ok());
    EXPECT_LT(share_right(without, kMiddleX, -kMoved), 0.1);
    EXPECT_GT(share_right(with, kMiddleX, -kMoved), 0.8);

    std::array<PreparedPicture, 2> pictures;
    ASSERT_TRUE(pictures[0].set(view(now)).ok());
    ASSERT_TRUE(pictures[1].set(view(before)).ok());
    ASSERT_TRUE(estimator.estimate(pictures[0], pictures[1], prepared, start).ok());
    EXPECT_EQ(prepared.inter, with.inter);
    ASSERT_TRUE(estimator.estimate(pictures[0], pictures[1], prepared, back, start).ok());
    EXPECT_EQ(prepared.inter, with.inter);
    EXPECT_GT(share_right(back, kMiddleX - kMoved, kMoved), 0.8);
}

TEST(StartVectors, DoNoHarmWhereTheyAreWrong) {
    const auto before = disc(0), now = disc(6);
    MotionEstimator estimator({.field = Field::true_motion, .per_pixel = true});
    std::vector<FlowVector> start(kMacroblocks);
    for (size_t i = 0; i < start.size(); i++)
        start[i] = {static_cast<float>(i * 37 % 150) - 75, static_cast<float>(i * 53 % 90) - 45};
    MotionField field;
    ASSERT_TRUE(
        estimator
            .estimate({.source = {view(now), {}}, .previous = view(before), .next = {}, .start = start},
                      field)
            .ok());
    int wrong = 0;
    for (int y = 0; y < kLines; y++)
        for (int x = 0; x < kColumns; x++) {
            const FlowVector& v = field.flow[static_cast<size_t>(y * kColumns + x)];
            wrong += std::hypot(x - kMiddleX + kMoved - 3, y - kMiddleY) > kRadius + 16 &&
                     std::hypot(v.x, v.y) > 0.5;
        }
    EXPECT_EQ(wrong, 0);
}

TEST(StartVectors, AreRefused) {
    const auto now = disc(0);
    const MotionRequest request{.source = {view(now), {}}, .previous = view(now), .next = {}};
    const auto refused = [&](const MotionOptions& options, const std::vector<FlowVector>& start) {
        MotionRequest asked = request;
        asked.start = start;
        MotionField field;
        return std::string(MotionEstimator(options).estimate(asked, field).message());
    };
    const MotionOptions options{.field = Field::true_motion};
    EXPECT_NE(refused(options, std::vector<FlowVector>(5)).find("start.size() is 5; expected 240"),
              std::string::npos);
    for (const float wrong :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 16385.F}) {
        std::vector<FlowVector> start(kMacroblocks);
        start[7].y = wrong;
        EXPECT_NE(refused(options, start).find("MotionRequest.start has the vector (0"), std::string::npos)
            << wrong;
    }
    EXPECT_NE(refused({}, std::vector<FlowVector>(kMacroblocks)).find("true_motion"), std::string::npos);
    for (const float wrong : {-0.1F, 100.5F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_NE(
            refused({.field = Field::true_motion, .smoothness = wrong}, {}).find("MotionOptions.smoothness"),
            std::string::npos);
    EXPECT_NE(refused({.smoothness = 2}, {}).find("true_motion"), std::string::npos);
}

// Of a noisy picture that moves by (3, 0).
TEST(Smoothness, HoldsAgainstNoise) {
    std::vector<uint8_t> before, now;
    for (int y = 0; y < kLines; y++)
        for (int x = 0; x < kColumns; x++) {
            const double noise = test::unlike(x + 5000, y, 1) - 129,
                         other = test::unlike(x, y + 5000, 1) - 129;
            before.push_back(static_cast<uint8_t>(128 + 0.3 * (test::unlike(x, y, 8) - 129) + 0.35 * noise));
            now.push_back(static_cast<uint8_t>(128 + 0.3 * (test::unlike(x - 3, y, 8) - 129) + 0.35 * other));
        }
    const auto error = [&](float smoothness) {
        MotionField field;
        MotionEstimator estimator({.field = Field::true_motion, .smoothness = smoothness, .per_pixel = true});
        EXPECT_TRUE(
            estimator.estimate({.source = {view(now), {}}, .previous = view(before), .next = {}}, field)
                .ok());
        double sum = 0;
        for (const FlowVector& v : field.flow) sum += std::hypot(v.x + 3, v.y);
        return sum / static_cast<double>(field.flow.size());
    };
    const double none = error(0), little = error(0.3F), usual = error(1);
    EXPECT_GT(none, 1.05 * little);
    EXPECT_GT(little, 1.05 * usual);
}

}  // namespace
}  // namespace genmedia::start_vectors_test
