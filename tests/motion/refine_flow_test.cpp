// SPDX-License-Identifier: MIT
// Refined fields, where it is known how things moved.
#include "motion/true_motion/refinement/refine_flow.h"

#include "motion/field_backends.h"
#include "motion/true_motion/refinement/flow_grid.h"
#include "moving_scenes.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

namespace genmedia::motion {
namespace {

using Vectors = std::function<FlowVector(double x, double y)>;

struct MovedGround {
    int width, height;
    std::vector<uint8_t> source, reference;
    Vectors truth;

    PlaneView view(const std::vector<uint8_t>& picture) const {
        return {picture.data(), width, height, width};
    }
};

// A ground seen at x + u, y + v: the reference shows it where it is.
MovedGround moved_ground(int width, int height, const Vectors& truth, double noise = 0, double step = 9) {
    MovedGround made{width, height, {}, {}, truth};
    std::mt19937 random(3);
    std::normal_distribution<double> grain(0, 1);
    const auto gray = [&](double x, double y) {
        return static_cast<uint8_t>(
            std::clamp(std::lround(test::unlike(x + 300, y + 300, step) + noise * grain(random)), 0L, 255L));
    };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const FlowVector v = truth(x, y);
            made.source.push_back(gray(x + double{v.x}, y + double{v.y}));
            made.reference.push_back(gray(x, y));
        }
    return made;
}

MotionField field_of(const MovedGround& made, bool refined, int threads = 0) {
    MotionEstimator estimator(
        {.field = Field::true_motion, .per_pixel = true, .refined = refined, .threads = threads});
    MotionField field;
    const Status status =
        estimator.estimate({{made.view(made.source), {}}, made.view(made.reference), {}}, field);
    EXPECT_TRUE(status.ok()) << status.message();
    return field;
}

// The mean distance from the truth, of pixels whose match is well inside.
double error_of(const MovedGround& made, const std::vector<FlowVector>& flow) {
    double sum = 0;
    int count = 0;
    for (int y = 0; y < made.height; y++)
        for (int x = 0; x < made.width; x++) {
            const FlowVector t = made.truth(x, y), v = flow[static_cast<size_t>(y * made.width + x)];
            const double to_x = x + double{t.x}, to_y = y + double{t.y};
            if (to_x < 4 || to_y < 4 || to_x > made.width - 5 || to_y > made.height - 5) continue;
            sum += std::hypot(v.x - t.x, v.y - t.y);
            count++;
        }
    return sum / count;
}

FlowVector turned(double x, double y) {
    constexpr double angle = 0.12, middle_x = 120, middle_y = 90;
    const double dx = x - middle_x, dy = y - middle_y;
    return {static_cast<float>(std::cos(angle) * dx - std::sin(angle) * dy - dx),
            static_cast<float>(std::sin(angle) * dx + std::cos(angle) * dy - dy)};
}

FlowVector waving(double x, double y) {
    return {static_cast<float>(3 * std::sin(y / 11)), static_cast<float>(2 * std::cos(x / 13))};
}

TEST(RefineFlow, HasLessThanHalfTheErrorWhereMotionTurnsBendsOrIsNoisy) {
    const MovedGround scenes[] = {moved_ground(240, 180, turned), moved_ground(240, 180, waving),
                                  moved_ground(
                                      240, 180,
                                      [](double, double) {
                                          return FlowVector{3.4F, -1.7F};
                                      },
                                      8)};
    for (const MovedGround& made : scenes) {
        const double before = error_of(made, field_of(made, false).flow),
                     after = error_of(made, field_of(made, true).flow);
        EXPECT_LT(after, before / 2) << &made - scenes;
        EXPECT_LT(after, 0.3) << &made - scenes;
    }
}

TEST(RefineFlow, GradientsOfNoiseCountLittle) {
    double sum = 0;
    for (const double noise : {4, 8, 12})
        for (const double step : {20, 40}) {
            const auto pan = [](double, double) { return FlowVector{3.4F, -1.7F}; };
            const MovedGround made = moved_ground(240, 180, pan, noise, step);
            sum += error_of(made, field_of(made, true).flow);
        }
    EXPECT_LT(sum / 6, 0.1);  // 0.116 where they count as others do
}

// A search takes one for another: the camera's motion, with which a fifth agrees, says which.
TEST(RefineFlow, FollowsStars) {
    constexpr int width = 384, height = 288;
    constexpr double angle = 0.14, middle_x = width / 2.0, middle_y = height / 2.0;
    const auto turned_by = [](double turn, double x, double y) {
        const double dx = x - middle_x, dy = y - middle_y;
        return std::pair(middle_x + std::cos(turn) * dx - std::sin(turn) * dy,
                         middle_y + std::sin(turn) * dx + std::cos(turn) * dy);
    };
    MovedGround made{width, height, {}, {}, [&](double x, double y) {
                         const auto [to_x, to_y] = turned_by(angle, x, y);
                         return FlowVector{static_cast<float>(to_x - x), static_cast<float>(to_y - y)};
                     }};
    std::vector<double> source(width * height, 8), reference = source;
    const auto shine = [&](std::vector<double>& picture, std::pair<double, double> at, double light) {
        for (int y = std::max(0, static_cast<int>(at.second) - 4);
             y < std::min(height, static_cast<int>(at.second) + 6); y++)
            for (int x = std::max(0, static_cast<int>(at.first) - 4);
                 x < std::min(width, static_cast<int>(at.first) + 6); x++)
                picture[static_cast<size_t>(y * width + x)] +=
                    light * std::exp(-(std::pow(x - at.first, 2) + std::pow(y - at.second, 2)) / 2);
    };
    std::mt19937 random(11);
    std::uniform_real_distribution<double> anywhere(-120, 500), light(10, 220);
    for (int i = 0; i < 3000; i++) {
        const std::pair at(anywhere(random), anywhere(random) - 50);
        const double its = light(random);
        shine(reference, at, its);
        shine(source, turned_by(-angle, at.first, at.second), its);
    }
    std::normal_distribution<double> grain(0, 3);
    for (const auto& [from, to] : {std::pair(&source, &made.source), {&reference, &made.reference}})
        for (const double gray : *from)
            to->push_back(static_cast<uint8_t>(std::clamp(std::lround(gray + grain(random)), 0L, 255L)));
    const double error = error_of(made, field_of(made, true).flow);
    EXPECT_LT(error, 1);  // 2.4 without
}

// Coarse pictures do not show it.
TEST(RefineFlow, KeepsASmallThingThatMoves) {
    const auto on_it = [](double x, double y) { return std::abs(x - 100) < 12 && std::abs(y - 80) < 12; };
    const MovedGround made = moved_ground(240, 180, [&](double x, double y) {
        return on_it(x, y) ? FlowVector{14, 6} : FlowVector{0, 0};
    });
    for (const bool refined : {false, true}) {
        const std::vector<FlowVector> flow = field_of(made, refined).flow;
        double sum = 0;
        for (int y = 76; y <= 84; y++)
            for (int x = 96; x <= 104; x++) {
                const FlowVector v = flow[static_cast<size_t>(y * made.width + x)];
                sum += std::hypot(v.x - 14, v.y - 6);
            }
        EXPECT_LT(sum / 81, refined ? 0.5 : 1) << refined;
    }
}

TEST(RefineFlow, VectorsOfBlocksAreThoseOfTheirPixels) {
    const MovedGround made = moved_ground(96, 64, waving);
    const MotionField field = field_of(made, true);
    for (int y = 0; y < made.height; y += 4)
        for (int x = 0; x < made.width; x += 4) {
            double sum_x = 0, sum_y = 0;
            for (int i = 0; i < 16; i++) {
                const FlowVector v = field.flow[static_cast<size_t>((y + i / 4) * made.width + x + i % 4)];
                sum_x += v.x / 16;
                sum_y += v.y / 16;
            }
            const int block_x = x / 4 % 4, block_y = y / 4 % 4;
            const int entry = 8 * (block_y / 2) + 4 * (block_x / 2) + 2 * (block_y % 2) + block_x % 2;
            const auto v = field.inter[static_cast<size_t>(y / 16 * field.columns + x / 16)]
                               .vectors[static_cast<size_t>(entry)]
                               .forward;
            EXPECT_NEAR(v.x / 4.0, sum_x, 0.126) << x << "," << y;
            EXPECT_NEAR(v.y / 4.0, sum_y, 0.126) << x << "," << y;
        }
}

// Sizes at which rows end within a vector, and pictures have a level or none.
TEST(RefineFlow, IsTheSameOnAllBackendsAndThreads) {
    for (const auto& [width, height] : {std::pair(16, 16), {17, 33}, {61, 61}, {130, 70}, {241, 121}}) {
        const MovedGround made = moved_ground(width, height, waving, 3);
        const SearchPicture source(kReferenceFields, PaddedPicture(made.view(made.source))),
            reference(kReferenceFields, PaddedPicture(made.view(made.reference)));
        const std::vector<FlowVector> given(made.source.size(), FlowVector{1.5F, -0.75F});
        std::vector<FlowVector> expected = given;
        walker::with_workers(1, [&] { refine_flow(kReferenceFields, source, reference, expected); });
        const auto same = [](FlowVector a, FlowVector b) { return a.x == b.x && a.y == b.y; };
        for (const vme::Backend* backend : vme::backends()) {
            if (!backend->supported()) continue;
            for (const int threads : {1, 4}) {
                std::vector<FlowVector> flow = given;
                walker::with_workers(
                    threads, [&] { refine_flow(field_functions(*backend), source, reference, flow); });
                EXPECT_TRUE(std::ranges::equal(flow, expected, same)) << backend->name << " " << width;
            }
        }
        EXPECT_FALSE(std::ranges::equal(expected, given, same));
    }
}

TEST(RefineFlow, EndsOnWhatMatchesNothing) {
    std::mt19937 random(5);
    for (const int height : {16, 90}) {
        MovedGround made = moved_ground(120, height, waving);
        for (uint8_t& gray : made.reference) gray = static_cast<uint8_t>(random());
        for (const FlowVector& v : field_of(made, true).flow)
            ASSERT_TRUE(std::abs(v.x) < 1000 && std::abs(v.y) < 1000);
        std::fill(made.source.begin(), made.source.end(), uint8_t{90});
        std::fill(made.reference.begin(), made.reference.end(), uint8_t{90});
        for (const FlowVector& v : field_of(made, true).flow) ASSERT_TRUE(v.x == 0 && v.y == 0);
    }
}

TEST(RefineFlow, IsOfTrueMotion) {
    MotionEstimator estimator({.refined = true});
    const MovedGround made = moved_ground(32, 32, waving);
    MotionField field;
    const Status status =
        estimator.estimate({{made.view(made.source), {}}, made.view(made.reference), {}}, field);
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_EQ(status.message(),
              "MotionOptions.refined is true, MotionOptions.field codec; expected true_motion beside it");
}

// Each place of a plane belongs to one pixel, and neighbours are where a row says.
TEST(RefineFlow, RowsLeadToTheirNeighbors) {
    for (const int width : {1, 2, 7, 32, 33}) {
        const int height = 3;
        const FlowGrid grid(width, height, height + 2);
        std::vector<int> taken(grid.size());
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) taken[static_cast<size_t>(grid.place(x, y))]++;
        EXPECT_EQ(std::ranges::count(taken, 1), width * height);
        for (int odd = 0; odd < std::min(2, width); odd++) {
            const FlowPlanes none{};
            const FlowRow row = grid.row(none, 1, odd);
            EXPECT_EQ(row.count, static_cast<size_t>(odd ? width / 2 : (width + 1) / 2));
            for (int k = 0; k < static_cast<int>(row.count); k++) {
                const int x = 2 * k + odd;
                EXPECT_EQ(row.self + k, grid.place(x, 1));
                EXPECT_EQ(row.left + k, grid.place(x - 1, 1));
                EXPECT_EQ(row.right + k, grid.place(x + 1, 1));
                EXPECT_EQ(row.above + k, grid.place(x, 0));
                EXPECT_EQ(row.under + k, grid.place(x, 2));
            }
        }
    }
}

}  // namespace
}  // namespace genmedia::motion
