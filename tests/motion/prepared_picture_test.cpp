// SPDX-License-Identifier: MIT
// Prepared pictures give what requests give.
#include "genmedia/motion.h"
#include "motion/field_backends.h"
#include "motion/true_motion/kept_pictures.h"
#include "moving_scenes.h"
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <thread>
#include <tuple>
#include <vector>

namespace genmedia {
namespace {

constexpr int kColumns = 150, kLines = 101;

std::vector<uint8_t> frame(int number) {
    std::vector<uint8_t> grays;
    for (int y = 0; y < kLines; y++)
        for (int x = 0; x < kColumns; x++) {
            const bool on_thing = std::hypot(x - 60 - 7 * number, y - 50) < 20;
            grays.push_back(static_cast<uint8_t>(on_thing ? test::unlike(x - 7 * number, y, 6)
                                                          : test::unlike(x + 300 + 3 * number, y + 200, 9)));
        }
    return grays;
}

PlaneView view(const std::vector<uint8_t>& grays) { return {grays.data(), kColumns, kLines, kColumns}; }

MotionField asked(const MotionOptions& options, const std::vector<uint8_t>& source,
                  const std::vector<uint8_t>& previous) {
    MotionField field;
    MotionEstimator estimator(options);
    EXPECT_TRUE(estimator.estimate({{view(source), {}}, view(previous), {}}, field).ok());
    return field;
}

void expect_same(const MotionField& a, const MotionField& b) {
    const auto same = [](FlowVector v, FlowVector w) { return v.x == w.x && v.y == w.y; };
    EXPECT_EQ(a.inter, b.inter);
    EXPECT_TRUE(std::ranges::equal(a.flow, b.flow, same));
    EXPECT_EQ(a.confidence, b.confidence);
    EXPECT_EQ(a.occluded, b.occluded);
    EXPECT_EQ(a.scene_cut, b.scene_cut);
    EXPECT_EQ(std::tie(a.width, a.height, a.columns, a.rows), std::tie(b.width, b.height, b.columns, b.rows));
    EXPECT_EQ(a.has_inter, b.has_inter);
}

// Which of the last two pictures are kept, and that none is taken for another.
TEST(KeptPictures, AreTheLastTwoAskedFor) {
    const vme::Backend* backend = nullptr;
    ASSERT_TRUE(vme::active_backend(backend).ok());
    motion::KeptPictures kept;
    const auto first = frame(0), second = frame(1), third = frame(2);
    const auto prepared = [&](const std::vector<uint8_t>& grays) {
        return kept.prepared(motion::field_functions(*backend), view(grays));
    };
    const auto a = prepared(first), b = prepared(second);
    const auto copy = first;  // the same samples elsewhere
    EXPECT_EQ(prepared(copy), a);
    const auto c = prepared(third);  // in place of `b`
    EXPECT_EQ(prepared(first), a);
    EXPECT_EQ(prepared(third), c);
    EXPECT_NE(prepared(second), b);
    EXPECT_NE(prepared(first), a);
    auto changed = first;
    const auto before = prepared(changed);
    changed.back() ^= 1;
    const auto after = prepared(changed);
    EXPECT_NE(after, before);
    EXPECT_EQ(*after->picture().at(kColumns - 1, kLines - 1), changed.back());
    // As many samples, but fewer a line.
    const PlaneView narrow{changed.data(), kLines, kColumns, kLines};
    EXPECT_EQ(kept.prepared(motion::field_functions(*backend), narrow)->picture().width(), kLines);
}

TEST(KeptPictures, ChangeNoResult) {
    const MotionOptions options{
        .field = Field::true_motion, .per_pixel = true, .confidence = true, .threads = 1};
    MotionEstimator estimator(options);
    auto previous = frame(0), source = frame(0);
    for (int i = 1; i < 6; i++) {
        // In the same memory; the second and third time in the other direction, and a picture in itself.
        previous = source;
        source = frame(i == 3 ? 1 : i == 4 ? 1 : i);
        MotionField field;
        ASSERT_TRUE(estimator.estimate({{view(source), {}}, view(previous), {}}, field).ok());
        expect_same(field, asked(options, source, previous));
    }
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 3; i++) {
                const auto now = frame(t + i + 1), before = frame(t + i);
                MotionField field;
                ASSERT_TRUE(estimator.estimate({{view(now), {}}, view(before), {}}, field).ok());
                expect_same(field, asked(options, now, before));
            }
        });
    for (std::thread& thread : threads) thread.join();
}

TEST(PreparedPicture, GivesWhatARequestGives) {
    const auto first = frame(0), second = frame(1), third = frame(2);
    std::array<PreparedPicture, 3> pictures;
    const std::array all{&first, &second, &third};
    for (size_t i = 0; i < all.size(); i++)
        ASSERT_TRUE(pictures[i].set(view(*all[i]), static_cast<int>(i)).ok());
    EXPECT_EQ(pictures[0].width(), kColumns);
    EXPECT_EQ(pictures[0].height(), kLines);
    for (int kind = 0; kind < 16; kind++) {
        const MotionOptions options{.field = Field::true_motion,
                                    .per_pixel = kind % 2 != 0,
                                    .refined = kind / 2 % 2 != 0,
                                    .confidence = kind / 4 % 2 != 0,
                                    .scene_cuts = kind / 8 % 2 != 0};
        MotionEstimator estimator(options);
        MotionField field, reverse;
        ASSERT_TRUE(estimator.estimate(pictures[1], pictures[0], field, reverse).ok());
        expect_same(field, asked(options, second, first));
        expect_same(reverse, asked(options, first, second));
        ASSERT_TRUE(estimator.estimate(pictures[1], pictures[2], field).ok());  // its memory is used again
        expect_same(field, asked(options, second, third));
    }
}

TEST(PreparedPicture, ThreadsSearchOneAtOnce) {
    const auto first = frame(0), second = frame(1);
    const MotionOptions options{.field = Field::true_motion, .per_pixel = true, .refined = true};
    const MotionField expected = asked(options, second, first);
    PreparedPicture a, b;
    ASSERT_TRUE(a.set(view(second)).ok() && b.set(view(first)).ok());
    MotionEstimator estimator(options);
    std::array<MotionField, 6> fields;
    std::vector<std::thread> threads;
    for (MotionField& field : fields)
        threads.emplace_back([&] { EXPECT_TRUE(estimator.estimate(a, b, field).ok()); });
    for (std::thread& thread : threads) thread.join();
    for (const MotionField& field : fields) expect_same(field, expected);
}

TEST(PreparedPicture, RefusesWhatItCannot) {
    const auto grays = frame(0);
    PreparedPicture picture, none, small;
    EXPECT_EQ(none.width(), 0);
    ASSERT_TRUE(picture.set(view(grays)).ok());
    EXPECT_EQ(picture.set({}).code(), StatusCode::invalid_argument);
    EXPECT_EQ(picture.set(view(grays), -1).message(), "threads is -1; expected 0 or more");
    EXPECT_EQ(picture.width(), kColumns);  // as it was
    ASSERT_TRUE(small.set({grays.data(), 64, 64, kColumns}).ok());
    const auto refusal = [&](const MotionOptions& options, const PreparedPicture& source,
                             const PreparedPicture& previous) {
        MotionEstimator estimator(options);
        MotionField field;
        field.width = 7;
        const Status status = estimator.estimate(source, previous, field);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_EQ(field.width, 7);
        return status.message();
    };
    const MotionOptions options{.field = Field::true_motion};
    EXPECT_EQ(refusal(options, none, picture),
              "source has no picture; expected one, by PreparedPicture::set()");
    EXPECT_EQ(refusal(options, picture, none),
              "previous has no picture; expected one, by PreparedPicture::set()");
    EXPECT_EQ(refusal(options, picture, small),
              "MotionRequest.previous is 64x64; expected the source's 150x101");
    EXPECT_EQ(refusal({}, picture, picture),
              "MotionOptions.field is codec; expected true_motion beside prepared pictures");
    EXPECT_EQ(refusal({.field = Field::true_motion, .intra = true}, picture, picture),
              "MotionOptions.intra is true; expected false beside prepared pictures");
}

}  // namespace
}  // namespace genmedia
