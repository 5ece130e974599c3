// SPDX-License-Identifier: MIT
// Fields that follow objects, where it is known how they moved.
#include "motion/true_motion/true_motion.h"
#include "motion/field_rules/bilinear.h"
#include "motion/true_motion/field_trust.h"
#include "motion/true_motion/pixel_flow.h"
#include "motion/true_motion/subpixel_choice.h"

#include "genmedia/partition.h"
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

constexpr int kWidth = 208, kHeight = 144;

// A picture as a function of the place, so that it can be moved by fractions of a pixel.
double texture(double x, double y) {
    return 128 + 40 * std::sin(0.31 * x + 0.7 * std::sin(0.05 * y)) * std::cos(0.23 * y) +
           30 * std::sin(0.09 * x - 0.13 * y) + 20 * std::sin(0.57 * y + 0.2 * x);
}
double other_texture(double x, double y) {
    return 120 + 50 * std::sin(0.41 * x) * std::sin(0.37 * y) + 30 * std::cos(0.19 * (x + 2 * y));
}

using Grays = std::vector<uint8_t>;

Grays picture_of(const std::function<double(int x, int y)>& gray, int width = kWidth, int height = kHeight) {
    Grays picture;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            picture.push_back(static_cast<uint8_t>(std::clamp(std::lround(gray(x, y)), 0L, 255L)));
    return picture;
}

PlaneView view_of(const Grays& picture, int width = kWidth, int height = kHeight) {
    return {picture.data(), width, height, width};
}
PaddedPicture padded(const Grays& picture, int width = kWidth, int height = kHeight) {
    return PaddedPicture(view_of(picture, width, height));
}

BackendFunctions functions() { return functions_of(vme::kReferenceBackend); }

SearchPicture searched(const Grays& picture) { return {functions().field, padded(picture)}; }

std::vector<FlowVector> flow_of(const PaddedPicture& source, const PaddedPicture& reference,
                                const WorkVector<RealVector>& vectors) {
    std::vector<FlowVector> flow(3);  // of a picture before
    pixel_flow(functions().field, source, reference, vectors, flow);
    return flow;
}

// The mean distance of the vectors from `truth`, at least `margin` pixels from the picture's edge.
double mean_error(const TrueMotion& motion, int margin,
                  const std::function<RealVector(int x, int y)>& truth) {
    double sum = 0;
    int count = 0;
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++) {
            const int x = 4 * bx + 2, y = 4 * by + 2;
            if (x < margin || y < margin || x > kWidth - margin || y > kHeight - margin) continue;
            const RealVector v = motion.vectors[static_cast<size_t>(by * motion.columns + bx)],
                             t = truth(x, y);
            sum += std::hypot(v.x - t.x, v.y - t.y);
            count++;
        }
    return sum / count;
}

constexpr RealVector kMoved{3.25F, -1.5F};  // to where it was before

TEST(TrueMotion, FollowsAMovingPictureBetweenPixels) {
    const Grays previous = picture_of(texture);
    const Grays current = picture_of([](int x, int y) { return texture(x + 3.25, y - 1.5); });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    ASSERT_EQ(motion.columns, kWidth / 4);
    ASSERT_EQ(motion.rows, kHeight / 4);
    EXPECT_LT(mean_error(motion, 16, [](int, int) { return kMoved; }), 0.1);
}

// A steep edge that leans to one side; along it nearly everything matches.
double edge(double x, double y) {
    return 40 + 120 * std::clamp(x + 0.2 * y - 110, 0.0, 1.0) + 0.05 * texture(x, y);
}

TEST(TrueMotion, WhatSlidAlongAnEdgeMovesAsWhatIsAroundIt) {
    const RealVector moved{3.4F, -1.7F}, slid{2.4F, 3.3F};
    const PaddedPicture previous = padded(picture_of(edge));
    const PaddedPicture current = padded(picture_of([](int x, int y) { return edge(x + 3.4, y - 1.7); }));
    TrueMotion motion{.columns = kWidth / 4, .rows = kHeight / 4, .vectors = {}};
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++)
            motion.vectors.push_back(std::abs(4 * bx + 0.8 * by - 106) < 10 ? slid : moved);
    EXPECT_GT(mean_error(motion, 0, [=](int, int) { return moved; }), 0.4);
    choose_again(functions().field, current, previous, BlockCosts(current, 4), {current, previous},
                 motion.vectors);
    EXPECT_EQ(mean_error(motion, 0, [=](int, int) { return moved; }), 0);
}

// The surroundings of flat ground tell how it moved, to fractions of a pixel.
TEST(TrueMotion, FlatGroundMovesAsWhatIsBesideIt) {
    const auto ground = [](double x, double y) { return x > 84 && x < 124 ? 128 : texture(x, y); };
    const Grays previous = picture_of(ground);
    const Grays current = picture_of([&](int x, int y) { return ground(x + 3.4, y - 1.4); });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    EXPECT_LT(mean_error(motion, 16, [](int, int) { return RealVector{3.4F, -1.4F}; }), 0.1);
}

// Blocks are asked how they move otherwise than the camera moves them: those at the edge, whose matches lie
// outside, and those of flat ground go its way.
TEST(TrueMotion, FollowsAZoomToTheEdgeAndOnFlatGround) {
    const auto truth = [](int x, int y) {
        return RealVector{0.06F * static_cast<float>(x - kWidth / 2),
                          0.06F * static_cast<float>(y - kHeight / 2)};
    };
    const auto ground = [](double x, double y) { return x > 130 && y > 80 ? 128 : texture(x, y); };
    const Grays previous = picture_of(ground);
    const Grays current = picture_of(
        [&](int x, int y) { return ground(x + 0.06 * (x - kWidth / 2), y + 0.06 * (y - kHeight / 2)); });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    EXPECT_LT(mean_error(motion, 0, truth), 0.45);
}

// What is flat between a few objects matches as well along the motion of any of them.
TEST(TrueMotion, FlatGroundBetweenObjectsGoesTheCamerasWay) {
    constexpr double radius = 10;
    const auto ground = [](double x, double y) {
        for (int disc = 0; disc < 5; disc++) {
            const double right = kWidth * std::fmod(0.618 * disc + 0.3, 1),
                         down = kHeight * std::fmod(0.755 * disc + 0.1, 1);
            if (std::hypot(x - right, y - down) < radius) return 40 + 53. * disc;
        }
        return 230.;
    };
    const Grays previous = picture_of(ground);
    for (const auto& [zoom, right, down] :
         {std::array{0.06F, 0.F, 0.F}, {0.03F, 6.5F, 2.F}, {0.F, 3.4F, -1.7F}}) {
        const auto truth = [&](int x, int y) {
            return RealVector{right + zoom * static_cast<float>(x - kWidth / 2),
                              down + zoom * static_cast<float>(y - kHeight / 2)};
        };
        const Grays current = picture_of([&](int x, int y) {
            const RealVector v = truth(x, y);
            return ground(x + double{v.x}, y + double{v.y});
        });
        const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
        EXPECT_LT(mean_error(motion, 16, truth), 0.55) << zoom;
    }
}

bool in_disc(int x, int y) { return std::hypot(x - kWidth / 2, y - kHeight / 2) < 40; }

double from_border(int x, int y) { return std::abs(std::hypot(x - kWidth / 2, y - kHeight / 2) - 40); }

// Which share of a still sky moves with a disc before it, at least 12 pixels from it.
double following_share(const std::function<double(int x, int y)>& sky) {
    const Grays previous = picture_of(
        [&](int x, int y) { return in_disc(x + 8, y + 3) ? other_texture(x + 8, y + 3) : sky(x, y); });
    const Grays current =
        picture_of([&](int x, int y) { return in_disc(x, y) ? other_texture(x, y) : sky(x, y); });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    int wrong = 0, count = 0;
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++) {
            const int x = 4 * bx + 2, y = 4 * by + 2;
            if (in_disc(x, y) || from_border(x, y) < 12) continue;
            const RealVector v = motion.vectors[static_cast<size_t>(by * motion.columns + bx)];
            wrong += std::hypot(v.x, v.y) > 1;
            count++;
        }
    EXPECT_GT(count, 500);
    return wrong / static_cast<double>(count);
}

// What is beside an object has next to no texture; its local mean moves with the object.
TEST(TrueMotion, SmoothGroundDoesNotFollowAnObject) {
    EXPECT_LT(following_share([](int x, int y) { return 120 + 40 * std::sin(0.02 * x + 0.03 * y); }), 0.07);
    // Where its brightness says that it stands as most of the picture does: by matches alone, 1 % follows.
    for (const double contrast : {20, 40, 60}) {
        const auto sky = [&](int x, int y) {
            return 125 + contrast * std::sin(0.03 * x) * std::cos(0.036 * y);
        };
        EXPECT_LT(following_share(sky), 0.004) << contrast;
    }
}

TEST(TrueMotion, FollowsFarMotion) {
    const Grays previous =
        picture_of([](int x, int y) { return texture(x, y) / 2 + other_texture(0.1 * x, 0.1 * y) / 2; });
    const Grays current = picture_of([](int x, int y) {
        return texture(x - 45, y + 21) / 2 + other_texture(0.1 * (x - 45), 0.1 * (y + 21)) / 2;
    });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    EXPECT_LT(mean_error(motion, 60, [](int, int) { return RealVector{-45, 21}; }), 0.2);
}

TEST(TrueMotion, ChangesOfLightAreNoMotion) {
    const Grays previous = picture_of(texture);
    const Grays current = picture_of([](int x, int y) { return 12 + 0.9 * texture(x + 3.25, y - 1.5); });
    const TrueMotion motion = find_true_motion(functions(), padded(current), padded(previous));
    EXPECT_LT(mean_error(motion, 16, [](int, int) { return kMoved; }), 0.3);
}

// A disc and the ground behind it move apart. in_disc() is of the current picture.
struct OpposedDisc {
    Grays previous = picture_of(
        [](int x, int y) { return in_disc(x + 6, y - 3) ? other_texture(x + 6, y - 3) : texture(x - 4, y); });
    Grays current =
        picture_of([](int x, int y) { return in_disc(x, y) ? other_texture(x, y) : texture(x, y); });

    static RealVector truth(int x, int y) { return in_disc(x, y) ? RealVector{-6, 3} : RealVector{4, 0}; }
};

TEST(TrueMotion, ObjectsEndWhereTheyEnd) {
    const OpposedDisc scene;
    const TrueMotion motion = find_true_motion(functions(), padded(scene.current), padded(scene.previous));
    int wrong = 0, count = 0;
    for (int by = 4; by < motion.rows - 4; by++)
        for (int bx = 4; bx < motion.columns - 4; bx++) {
            const int x = 4 * bx + 2, y = 4 * by + 2;
            if (from_border(x, y) < 14) continue;  // a block's neighbours there, and what is uncovered
            const RealVector v = motion.vectors[static_cast<size_t>(by * motion.columns + bx)],
                             t = OpposedDisc::truth(x, y);
            wrong += std::hypot(v.x - t.x, v.y - t.y) > 0.5;
            count++;
        }
    ASSERT_GT(count, 500);
    EXPECT_LT(wrong, count / 20);
}

// A region whose vectors match keeps them, however small it is.
TEST(TrueMotion, ObjectsKeepTheirMotion) {
    const OpposedDisc scene;
    TrueMotion motion{.columns = kWidth / 4, .rows = kHeight / 4, .vectors = {}};
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++)
            motion.vectors.push_back(OpposedDisc::truth(4 * bx + 2, 4 * by + 2));
    const WorkVector<RealVector> before = motion.vectors;
    const PaddedPicture current = padded(scene.current);
    const PaddedPicture previous = padded(scene.previous);
    choose_again(functions().field, current, previous, BlockCosts(current, 4), {current, previous},
                 motion.vectors);
    int inside = 0;
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++) {
            if (from_border(4 * bx + 2, 4 * by + 2) < 14) continue;
            const size_t i = static_cast<size_t>(by * motion.columns + bx);
            EXPECT_EQ(before[i].x, motion.vectors[i].x) << bx << " " << by;
            inside += in_disc(4 * bx, 4 * by);
        }
    EXPECT_GT(inside, 100);
}

// The disc moved before a ground that moved as well: beside the disc, ground is seen that was hidden.
struct DiscScene {
    Grays previous = picture_of(
        [](int x, int y) { return in_disc(x + 9, y - 6) ? test::unlike(x + 9, y - 6) : texture(x - 8, y); });
    Grays current =
        picture_of([](int x, int y) { return in_disc(x, y) ? test::unlike(x, y) : texture(x, y); });

    static RealVector truth(int x, int y) { return in_disc(x, y) ? RealVector{-9, 6} : RealVector{8, 0}; }
    // Whether this is ground whose earlier place lay under the disc, or outside.
    static bool is_new(int x, int y) {
        return !in_disc(x, y) && (in_disc(x + 8 + 9, y - 6) || x + 8 >= kWidth);
    }
};

TEST(TrueMotion, MarksWhatWasNotSeenBefore) {
    const DiscScene scene;
    MotionField field;
    const MotionRequest request{
        .source = {view_of(scene.current), {}}, .previous = view_of(scene.previous), .next = {}};
    const MotionOptions options{.field = Field::true_motion, .confidence = true};
    ASSERT_TRUE(MotionEstimator(options).estimate(request, field).ok());
    ASSERT_EQ(field.occluded.size(), field.inter.size());
    int fresh = 0, marked = 0, old = 0, wrongly_marked = 0;
    for (int by = 0; by < kHeight / 4; by++)
        for (int bx = 0; bx < kWidth / 4; bx++) {
            int pixels = 0;
            for (int i = 0; i < 16; i++) pixels += DiscScene::is_new(4 * bx + i % 4, 4 * by + i / 4);
            const size_t entry = static_cast<size_t>(vme::entry_at(bx % 4, by % 4));
            const bool mark =
                field.occluded[static_cast<size_t>(by / 4 * field.columns + bx / 4)][entry] != 0;
            if (pixels == 16) fresh++, marked += mark;
            if (pixels == 0) old++, wrongly_marked += mark;
        }
    ASSERT_GT(fresh, 100);
    EXPECT_GT(marked, fresh * 6 / 10);
    EXPECT_LT(wrongly_marked, old / 20);
}

// The quarter of the blocks with the lowest confidence errs by far more than the others.
TEST(TrueMotion, KnowsWhereItErrs) {
    const DiscScene scene;
    const auto [there, back] =
        find_both_motions(functions(), searched(scene.current), searched(scene.previous));
    const FieldTrust trust = trust_of(padded(scene.current), there, back);
    std::vector<std::pair<int, double>> blocks;
    for (int by = 0; by < there.rows; by++)
        for (int bx = 0; bx < there.columns; bx++) {
            const RealVector v = there.vectors[there.nearest(bx, by)],
                             t = DiscScene::truth(4 * bx + 2, 4 * by + 2);
            blocks.emplace_back(trust.confidence[there.nearest(bx, by)], std::hypot(v.x - t.x, v.y - t.y));
        }
    std::sort(blocks.begin(), blocks.end());
    const auto mean = [&](size_t first, size_t end) {
        double sum = 0;
        for (size_t i = first; i < end; i++) sum += blocks[i].second;
        return sum / static_cast<double>(end - first);
    };
    const size_t quarter = blocks.size() / 4;
    EXPECT_GT(mean(0, quarter), 8 * mean(quarter, blocks.size()));
}

// By the definition: blocks in even rows, those of every other such row one further to the right if there is
// one, are spread over 24x24 pixels, with more weight near their middle and where their match differs less.
RealVector mean_around(int x, int y, const PaddedPicture& source, const PaddedPicture& reference,
                       const WorkVector<RealVector>& vectors) {
    const int columns = (source.width() + 3) / 4, rows = (source.height() + 3) / 4;
    RealVector sum;
    float weights = 0;
    for (int by = 0; by < rows; by += 2)
        for (int bx = columns > 1 ? by / 2 % 2 : 0; bx < columns; bx += 2) {
            const float near_x = 12 - std::abs(static_cast<float>(x - 4 * bx) - 1.5F),
                        near_y = 12 - std::abs(static_cast<float>(y - 4 * by) - 1.5F);
            if (near_x <= 0 || near_y <= 0) continue;
            const RealVector v = vectors[static_cast<size_t>(by * columns + bx)];
            const int there =
                bilinear<1, 1>(reference, kSteps * x + in_steps(v.x), kSteps * y + in_steps(v.y))[0][0];
            const auto away =
                static_cast<float>(std::max(1, std::abs(*source.at(x, y) - (there + 128) / 256)));
            const float weight = near_x * near_y / (away * (1 + away / 8));
            weights += weight;
            sum = {sum.x + weight * v.x, sum.y + weight * v.y};
        }
    return {sum.x / weights, sum.y / weights};
}

TEST(TrueMotion, APixelMovesAsTheBlocksAroundItThatMatchThere) {
    std::mt19937 random(1);
    for (const auto& [width, height] : {std::pair(1, 1), {3, 41}, {2, 32}, {50, 2}, {37, 30}}) {
        const auto noise = [&](int, int) { return static_cast<double>(random() % 256); };
        const PaddedPicture source = padded(picture_of(noise, width, height), width, height),
                            reference = padded(picture_of(noise, width, height), width, height);
        WorkVector<RealVector> vectors(static_cast<size_t>((width + 3) / 4 * ((height + 3) / 4)));
        for (RealVector& v : vectors)
            v = {static_cast<float>(random() % 1600) / 100 - 8,
                 static_cast<float>(random() % 1600) / 100 - 8};
        const std::vector<FlowVector> flow = flow_of(source, reference, vectors);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const RealVector expected = mean_around(x, y, source, reference, vectors);
                const FlowVector found = flow[static_cast<size_t>(y * width + x)];
                EXPECT_NEAR(found.x, expected.x, 1e-4) << width << "x" << height << " at " << x << ", " << y;
                EXPECT_NEAR(found.y, expected.y, 1e-4) << width << "x" << height << " at " << x << ", " << y;
            }
    }
}

// Also where rows of blocks that are a column apart would have none.
TEST(TrueMotion, EachPixelHasAVectorHoweverNarrowOrLowThePicture) {
    MotionOptions options;
    options.field = Field::true_motion;
    options.per_pixel = true;
    for (const bool refined : {false, true}) {
        options.refined = refined;
        MotionEstimator estimator(options);
        for (int side = 1; side <= 9; side++)
            for (int other = 1; other <= 50; other++)
                for (const auto& [width, height] : {std::pair(side, other), {other, side}}) {
                    SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) +
                                 (refined ? ", refined" : ""));
                    const Grays previous = picture_of(texture, width, height);
                    const Grays current =
                        picture_of([](int x, int y) { return texture(x + 2, y + 1); }, width, height);
                    MotionField field;
                    ASSERT_TRUE(estimator
                                    .estimate({.source = {view_of(current, width, height), {}},
                                               .previous = view_of(previous, width, height),
                                               .next = {}},
                                              field)
                                    .ok());
                    ASSERT_EQ(field.flow.size(), current.size());
                    for (const FlowVector& v : field.flow) {
                        ASSERT_LE(std::abs(v.x), 16384);
                        ASSERT_LE(std::abs(v.y), 16384);
                    }
                }
    }
}

// The field of a still picture is exact: no other vector is better.
TEST(TrueMotion, WhatStandsStillHasNoMotion) {
    const Grays picture = picture_of(texture);
    const TrueMotion motion = find_true_motion(functions(), padded(picture), padded(picture));
    for (size_t i = 0; i < motion.vectors.size(); i++) {
        EXPECT_EQ(motion.vectors[i].x, 0);
        EXPECT_EQ(motion.vectors[i].y, 0);
    }
    for (const int difference : differences_of(functions().field, padded(picture), padded(picture), motion))
        EXPECT_EQ(difference, 0);
    for (const FlowVector& v : flow_of(padded(picture), padded(picture), motion.vectors)) {
        EXPECT_EQ(v.x, 0);
        EXPECT_EQ(v.y, 0);
    }
}

void expect_same(const TrueMotion& a, const TrueMotion& b) {
    ASSERT_EQ(a.vectors.size(), b.vectors.size());
    for (size_t i = 0; i < a.vectors.size(); i++) {
        ASSERT_EQ(a.vectors[i].x, b.vectors[i].x) << "block " << i;
        ASSERT_EQ(a.vectors[i].y, b.vectors[i].y) << "block " << i;
    }
}

// The same bits on every backend and on any number of threads; of sides that are no multiples of anything,
// too.
TEST(TrueMotion, IsTheSameHoweverItIsComputed) {
    for (const auto& [width, height] : {std::pair(kWidth, kHeight), {173, 91}, {16, 16}, {5, 3}, {1, 1}}) {
        const Grays previous = picture_of(texture, width, height);
        const Grays current =
            picture_of([](int x, int y) { return texture(x + 2, y + 1) + x * y % 7; }, width, height);
        const PaddedPicture a = padded(current, width, height), b = padded(previous, width, height);
        const TrueMotion expected = find_true_motion(functions(), a, b);
        for (const vme::Backend* backend : vme::backends()) {
            if (!backend->supported()) continue;
            SCOPED_TRACE(backend->name);
            for (const int threads : {1, 3})
                walker::with_workers(
                    threads, [&] { expect_same(find_true_motion(functions_of(*backend), a, b), expected); });
        }
        EXPECT_EQ(flow_of(a, b, expected.vectors).size(), static_cast<size_t>(width * height));
    }
}

TEST(TrueMotion, ReportsEqualVectorsAsLargerPartitions) {
    const Grays picture = picture_of(texture);
    MotionOptions options;
    options.field = Field::true_motion;
    MotionField field;
    const MotionRequest request{.source = {view_of(picture), {}}, .previous = view_of(picture), .next = {}};
    ASSERT_TRUE(MotionEstimator(options).estimate(request, field).ok());
    EXPECT_TRUE(field.flow.empty());
    for (const vme::InterResult& result : field.inter) {
        EXPECT_EQ(result.major_shape, vme::MajorShape::shape_16x16);
        EXPECT_EQ(result.vector_count, 1);
    }
    options.per_pixel = true;
    ASSERT_TRUE(MotionEstimator(options).estimate(request, field).ok());
    EXPECT_EQ(field.flow.size(), picture.size());
}

TEST(TrueMotion, RefusesWhatItCannot) {
    const Grays picture = picture_of(texture);
    const PlaneView view = view_of(picture);
    MotionField field;
    const auto error_of = [&](const MotionOptions& options, const PlaneView& next) {
        const Status status =
            MotionEstimator(options).estimate({.source = {view, {}}, .previous = view, .next = next}, field);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        return status.message();
    };
    EXPECT_NE(error_of({.confidence = true}, {}).find("MotionOptions.confidence"), std::string::npos);
    MotionOptions options;
    options.per_pixel = true;
    EXPECT_NE(error_of(options, {}).find("MotionOptions.per_pixel"), std::string::npos);
    options.field = Field::true_motion;
    EXPECT_NE(error_of(options, view).find("MotionRequest.next"), std::string::npos);
    options.device = 1;
    options.refined = true;
    EXPECT_NE(error_of(options, {}).find("MotionOptions.device is 1"), std::string::npos);
}

}  // namespace
}  // namespace genmedia::motion
