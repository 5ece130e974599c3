// SPDX-License-Identifier: MIT
#include "genmedia/motion.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace genmedia::motion {
namespace {

using test::Picture;

MotionField estimate(const MotionOptions& options, const Picture& source, const Picture* previous,
                     const Picture* next = nullptr) {
    MotionField field;
    MotionEstimator estimator(options);
    const Status status = estimator.estimate({.source = {source.view(), {}},
                                              .previous = previous ? previous->view() : PlaneView{},
                                              .next = next ? next->view() : PlaneView{}},
                                             field);
    EXPECT_TRUE(status.ok()) << status.message();
    return field;
}

const std::vector<std::string> no_others;

bool is_everywhere(const vme::InterResult& result, int x, int y) {
    return std::ranges::all_of(result.vectors,
                               [&](const auto& v) { return v.forward.x == x && v.forward.y == y; });
}

// Macroblocks of which some forward vector is not (x, y) quarter pixels, though their match lies in the
// picture, `margin` pixels from its border: "3,1".
std::vector<std::string> others_than(const MotionField& field, int x, int y, const Picture& picture,
                                     int margin = 0) {
    std::vector<std::string> others;
    const PlaneView view = picture.view();
    for (int row = 0; row < field.rows; row++)
        for (int column = 0; column < field.columns; column++) {
            const int left = 16 * column + x / 4, top = 16 * row + y / 4;
            const bool inside = left >= margin && top >= margin && left + 16 <= view.width - margin &&
                                top + 16 <= view.height - margin;
            const auto index = static_cast<size_t>(row * field.columns + column);
            if (inside && !is_everywhere(field.inter[index], x, y))
                others.push_back(std::to_string(column) + "," + std::to_string(row));
        }
    return others;
}

TEST(MotionEstimator, FindsAPanInEveryMode) {
    const Picture previous = test::texture(208, 160, 1), source = test::moved(previous, -6, 3);
    for (const Predictor predictor : {Predictor::none, Predictor::spatial, Predictor::hierarchical}) {
        MotionOptions options;
        options.predictor = predictor;
        const MotionField field = estimate(options, source, &previous);
        EXPECT_EQ(field.columns, 13);
        EXPECT_EQ(field.rows, 10);
        EXPECT_TRUE(field.has_inter);
        EXPECT_FALSE(field.has_backward);
        EXPECT_FALSE(field.has_intra);
        EXPECT_EQ(others_than(field, 24, -12, source), no_others) << static_cast<int>(predictor);
    }
}

// Far beyond the window: only the smaller pictures see it.
TEST(MotionEstimator, HierarchicalPredictionFindsFastMotion) {
    const Picture previous = test::landscape(640, 480, 2), source = test::moved(previous, 57, -35);
    MotionOptions options;
    constexpr int coarsest = 64;  // pixels of a macroblock of the smallest picture
    EXPECT_EQ(others_than(estimate(options, source, &previous), -228, 140, source, coarsest), no_others);
    options.predictor = Predictor::none;
    EXPECT_EQ(others_than(estimate(options, source, &previous), -228, 140, source).size(), 36U * 27);  // all
}

// In noise the smaller pictures say nothing; the macroblock's own surroundings are searched all the same.
TEST(MotionEstimator, WrongPredictionsDoNotHideNearMotion) {
    const Picture previous = test::noise(320, 320, 2), source = test::moved(previous, 5, -4);
    MotionOptions options;
    options.default_costs = false;
    EXPECT_EQ(others_than(estimate(options, source, &previous), -20, 16, source), no_others);
}

TEST(MotionEstimator, SidesNeedNotBeMultiplesOf16) {
    for (const auto& [w, h] : {std::pair{1, 1}, std::pair{17, 5}, std::pair{70, 33}, std::pair{129, 127}}) {
        const Picture previous = test::texture(w, h, 3), source = test::texture(w, h, 4);
        for (const Predictor predictor : {Predictor::none, Predictor::spatial, Predictor::hierarchical}) {
            MotionOptions options;
            options.predictor = predictor;
            options.intra = true;
            const MotionField field = estimate(options, source, &previous, &previous);
            EXPECT_EQ(field.columns, (w + 15) / 16);
            EXPECT_EQ(field.rows, (h + 15) / 16);
            EXPECT_EQ(field.inter.size(), static_cast<size_t>(field.columns * field.rows));
            EXPECT_EQ(field.intra.size(), field.inter.size());
        }
    }
}

bool same(const MotionField& a, const MotionField& b) {
    if (a.inter.size() != b.inter.size() || a.intra.size() != b.intra.size()) return false;
    for (size_t i = 0; i < a.inter.size(); i++) {
        const vme::InterResult &p = a.inter[i], &q = b.inter[i];
        if (p.vectors != q.vectors || p.distortions != q.distortions || p.major_shape != q.major_shape ||
            p.minor_shapes != q.minor_shapes || p.directions != q.directions ||
            p.best_distortion != q.best_distortion || p.vector_count != q.vector_count) {
            return false;
        }
    }
    for (size_t i = 0; i < a.intra.size(); i++) {
        if (a.intra[i].distortion != b.intra[i].distortion ||
            a.intra[i].luma_modes != b.intra[i].luma_modes) {
            return false;
        }
    }
    return true;
}

TEST(MotionEstimator, ResultsDoNotDependOnThreads) {
    const Picture previous = test::texture(320, 240, 5), source = test::texture(320, 240, 6);
    for (const Predictor predictor : {Predictor::none, Predictor::spatial, Predictor::hierarchical}) {
        MotionOptions options;
        options.predictor = predictor;
        options.intra = true;
        options.threads = 1;
        const MotionField one = estimate(options, source, &previous);
        for (const int threads : {2, 3, 8}) {
            options.threads = threads;
            EXPECT_TRUE(same(one, estimate(options, source, &previous))) << threads;
        }
    }
}

TEST(MotionEstimator, ManyPicturesInOneCall) {
    std::vector<Picture> pictures;
    std::vector<MotionRequest> requests;
    for (uint32_t i = 0; i < 8; i++) pictures.push_back(test::texture(128, 96, i));
    for (size_t i = 1; i < pictures.size(); i++)
        requests.push_back(
            {.source = {pictures[i].view(), {}}, .previous = pictures[i - 1].view(), .next = {}});
    for (const int threads : {0, 1, 3, 8}) {
        std::vector<MotionField> fields(requests.size());
        ASSERT_TRUE(MotionEstimator({.threads = threads}).estimate(requests, fields).ok());
        for (size_t i = 0; i < fields.size(); i++)
            EXPECT_TRUE(same(fields[i], estimate({}, pictures[i + 1], &pictures[i]))) << i;
    }
    std::vector<MotionField> none;
    EXPECT_TRUE(MotionEstimator({}).estimate({}, none).ok());
}

// The pictures beside it are estimated.
TEST(MotionEstimator, OneOfManyPicturesIsRefused) {
    const Picture previous = test::texture(64, 64, 1), source = test::texture(64, 64, 2), other(32, 64);
    const MotionRequest good{.source = {source.view(), {}}, .previous = previous.view(), .next = {}};
    MotionRequest no_previous = good, wrong_size = good;
    no_previous.previous = {};
    wrong_size.previous = other.view();
    const std::vector<MotionRequest> requests{good, wrong_size, good, no_previous};
    std::vector<MotionField> fields(requests.size());
    fields[1].columns = fields[3].columns = 77;
    const Status status = MotionEstimator({}).estimate(requests, fields);
    EXPECT_EQ(status.message(), "MotionRequest.previous is 32x64; expected the source's 64x64");
    for (const size_t i : {0, 2}) EXPECT_TRUE(same(fields[i], estimate({}, source, &previous))) << i;
    for (const size_t i : {1, 3}) EXPECT_EQ(fields[i].columns, 77);

    fields.pop_back();
    EXPECT_EQ(MotionEstimator({}).estimate(requests, fields).message(),
              "fields.size() is 3; expected 4, as many as requests");
    EXPECT_EQ(
        MotionEstimator({.threads = -3}).estimate(std::span(&good, 1), std::span(fields).first(1)).message(),
        "MotionOptions.threads is -3; expected 0 or more");
}

TEST(MotionEstimator, TwoReferencesGiveBidirectionalBlocks) {
    const Picture before = test::noise(96, 96, 7), after = test::noise(96, 96, 8);
    const Picture source(96, 96,
                         [&](int x, int y) { return (before.nearest(x, y) + after.nearest(x, y) + 1) / 2; });
    MotionOptions options;
    options.disabled_partitions = vme::partition_all & ~vme::partition_16x16;
    const MotionField field = estimate(options, source, &before, &after);
    EXPECT_TRUE(field.has_backward);
    for (const vme::InterResult& r : field.inter) EXPECT_EQ(r.directions[0], vme::Direction::bidirectional);
}

TEST(MotionEstimator, WithoutAPreviousPictureOnlyIntraIsEstimated) {
    const Picture source = test::texture(64, 64, 9);
    MotionOptions options;
    options.intra = true;
    const MotionField field = estimate(options, source, nullptr);
    EXPECT_FALSE(field.has_inter);
    EXPECT_TRUE(field.inter.empty());
    EXPECT_EQ(field.intra.size(), 16u);
    for (const MacroblockIntra& m : field.intra) EXPECT_LT(m.distortion, 0xFFFF);
}

// Vertical stripes: the macroblocks below the first row see them above and continue them exactly.
TEST(MotionEstimator, IntraNeighboursAreThoseOfThePicture) {
    const Picture source(64, 64, [](int x, int) { return x * 53 % 251; });
    MotionOptions options;
    options.intra = true;
    options.default_costs = false;
    const MotionField field = estimate(options, source, nullptr);
    for (int y = 1; y < 4; y++) {
        for (int x = 0; x < 4; x++) EXPECT_EQ(field.intra[4 * y + x].distortion, 0) << x << "," << y;
    }
    EXPECT_GT(field.intra[0].distortion, 0);
}

TEST(MotionEstimator, IntegerResolutionGivesWholePixels) {
    const Picture previous = test::noise(64, 64, 10), source = test::noise(64, 64, 11);
    MotionOptions options;
    options.subpixel = vme::SubpixelMode::integer;
    for (const Picture* next : {static_cast<const Picture*>(nullptr), &previous}) {
        for (const vme::InterResult& r : estimate(options, source, &previous, next).inter) {
            for (const auto& v : r.vectors) {
                EXPECT_EQ(v.forward.x % 4, 0);
                EXPECT_EQ(v.backward.y % 4, 0);
            }
        }
    }
}

TEST(MotionEstimator, RefusesWhatCannotBe) {
    const Picture picture = test::texture(64, 64, 12), other(32, 64);
    const auto message = [&](const MotionOptions& options, const MotionRequest& request) {
        MotionField field;
        field.columns = 77;
        const Status status = MotionEstimator(options).estimate(request, field);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_EQ(field.columns, 77);
        return status.message();
    };
    const MotionRequest good{.source = {picture.view(), {}}, .previous = picture.view(), .next = {}};
    EXPECT_EQ(message({.qp = 52}, good), "MotionOptions.qp is 52; expected 0..51");
    EXPECT_EQ(message({.threads = -1}, good), "MotionOptions.threads is -1; expected 0 or more");
    EXPECT_EQ(message({}, {.source = good.source, .previous = {}, .next = {}}),
              "MotionRequest.previous is empty; expected a picture, or intra");
    EXPECT_EQ(message({.intra = true}, {.source = good.source, .previous = {}, .next = picture.view()}),
              "MotionRequest.previous is empty; expected a picture beside next");
    EXPECT_EQ(message({}, {.source = good.source, .previous = other.view(), .next = {}}),
              "MotionRequest.previous is 32x64; expected the source's 64x64");
    EXPECT_EQ(message({}, {.source = good.source, .previous = picture.view(), .next = other.view()}),
              "MotionRequest.next is 32x64; expected the source's 64x64");
    EXPECT_EQ(message({.window = static_cast<vme::SearchWindow>(7)}, good),
              "ImeRequest.window is 7; expected one of 0 1 2 3 4 5 9 10");
    EXPECT_EQ(message({.disabled_partitions = 127}, good),
              "MotionOptions.disabled_partitions is 127; expected one partition left enabled");
    EXPECT_EQ(message({.subpixel = static_cast<vme::SubpixelMode>(2)}, good),
              "RefineRequest.subpixel is 2; expected one of 0 1 3");
    EXPECT_EQ(message({}, {.source = {}, .previous = picture.view(), .next = {}}),
              "MotionRequest.previous is 64x64; expected the source's 0x0");
}

}  // namespace
}  // namespace genmedia::motion
