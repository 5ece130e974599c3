// SPDX-License-Identifier: MIT
#include "motion/interpolation/picture_between.h"

#include "motion/field_backends.h"
#include "plain_passing.h"
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kBlocks = 12, kPixels = 4 * kBlocks;

// Grays that rise by 4 a pixel to the right, from `first` on.
PaddedPicture slope(int first) {
    std::vector<uint8_t> samples(kPixels * kPixels);
    for (size_t i = 0; i < samples.size(); i++)
        samples[i] = static_cast<uint8_t>(first + 4 * static_cast<int>(i % kPixels));
    return PaddedPicture(PlaneView{samples.data(), kPixels, kPixels, kPixels});
}

const FieldFunctions& active_functions() {
    const vme::Backend* backend = nullptr;
    EXPECT_TRUE(vme::active_backend(backend).ok());
    return field_functions(*backend);
}

TrueMotion everywhere(RealVector v) {
    return {kBlocks, kBlocks, WorkVector<RealVector>(kBlocks * kBlocks, v)};
}

// The first picture says that all stands still, the second that all moves 1.5 pixels, to the left from the
// first to the second. The pictures differ by `difference` where all stands still, and by 6 less along the
// other vector. That one costs less then. The first picture does not agree with it; it is off by 1.5 pixels,
// so it counts half of what it would.
Passing in_the_middle(int difference, float time) {
    const PaddedPicture first = slope(20), second = slope(20 + difference);
    const TrueMotion still = everywhere({0, 0}), moved = everywhere({1.5F, 0});
    return find_passing(active_functions(), {{&first, &second}, {&still, &moved}}, time)
        .best[kBlocks * kBlocks / 2 + kBlocks / 2];
}

TEST(PictureBetween, SharesByTimeAndByWhichPictureAgrees) {
    // 25 - 6 = 19 is half way from 8, where it does not matter who agrees, to 30, where it matters most. The
    // first picture has 3/4 by its time, times 1 - 1/2 * (1 - 1/2); the second has 1/4.
    const Passing half = in_the_middle(25, 0.25F);
    EXPECT_EQ(half.vector.x, -1.5F);
    EXPECT_NEAR(half.first_share, 0.5625 / (0.5625 + 0.25), 1e-3);
    EXPECT_NEAR(half.cost, 19 + 30 * 0.25, 0.1);
    // 1/4 by its time, times 3/4; the second has 3/4.
    EXPECT_NEAR(in_the_middle(25, 0.75F).first_share, 0.1875 / (0.1875 + 0.75), 1e-3);
    // A difference of 8 does not matter.
    EXPECT_NEAR(in_the_middle(14, 0.25F).first_share, 0.75, 1e-3);
    // None costs more than 30. So both vectors cost the same, the first picture's stays, and it is the second
    // that counts half.
    const Passing far = in_the_middle(40, 0.25F);
    EXPECT_EQ(far.vector.x, 0);
    EXPECT_NEAR(far.first_share, 0.75 / (0.75 + 0.125), 1e-3);
    EXPECT_NEAR(far.cost, 30 + 30 * 0.25, 0.1);
}

// All moves by 8 pixels, which a block's middle at half time has covered half. One picture knows that only
// where the block comes from, or where it goes to: two blocks beside it on one side. The other side stands
// still.
TEST(PictureBetween, AsksEachPictureWhereItShowsTheBlock) {
    const std::vector<uint8_t> gray(kPixels * kPixels, 128);
    const PaddedPicture flat(PlaneView{gray.data(), kPixels, kPixels, kPixels});
    constexpr int middle = kBlocks / 2;
    for (const bool down : {false, true})
        for (const int knows_little : {0, 1}) {
            const auto motion = [&](int picture) {
                const float onward = picture == 0 ? 8 : -8;
                TrueMotion result = everywhere(down ? RealVector{0, onward} : RealVector{onward, 0});
                for (int i = 0; picture == knows_little && i < kBlocks * kBlocks; i++) {
                    const int along = down ? i / kBlocks : i % kBlocks;
                    if (picture == 0 ? along >= middle : along <= middle)
                        result.vectors[static_cast<size_t>(i)] = {0, 0};
                }
                return result;
            };
            const TrueMotion first = motion(0), second = motion(1);
            const Passing found = find_passing(active_functions(), {{&flat, &flat}, {&first, &second}}, 0.5F)
                                      .best[middle * kBlocks + middle];
            EXPECT_EQ(down ? found.vector.y : found.vector.x, 8) << down << knows_little;
            EXPECT_NEAR(found.cost, 0, 1e-3) << down << knows_little;
        }
}

// Pictures that nearly agree or not at all, and fields that agree here and there.
TEST(PictureBetween, EqualsEveryVectorJudgedInFull) {
    std::mt19937 random(11);
    const auto real = [&](float reach) {
        return std::uniform_real_distribution<float>(-reach, reach)(random);
    };
    for (int round = 0; round < 40; round++) {
        const int noise = std::array{0, 3, 30, 255}[static_cast<size_t>(round % 4)];
        std::array<std::vector<uint8_t>, 2> samples;
        for (auto& of : samples)
            for (int i = 0; i < kPixels * kPixels; i++)
                of.push_back(static_cast<uint8_t>(std::clamp(
                    100 + 3 * (i % kPixels) + static_cast<int>(real(static_cast<float>(noise))), 0, 255)));
        const auto picture = [&](size_t i) {
            return PaddedPicture(PlaneView{samples[i].data(), kPixels, kPixels, kPixels});
        };
        const PaddedPicture first = picture(0), second = picture(1);
        const float reach = std::array{0.2F, 4.F, 60.F}[static_cast<size_t>(round % 3)];
        TrueMotion there = everywhere({2, -1}), back = everywhere({-2, 1});
        for (TrueMotion* motion : {&there, &back})
            for (RealVector& v : motion->vectors)
                if (random() % 3 == 0) v = {real(reach), real(reach)};
        const MotionBetween between{{&first, &second}, {&there, &back}};
        for (const float time : {0.5F, 0.125F, 0.9F}) {
            const PassingMotions expected = plain::PlainPassing(between, time).run();
            const PassingMotions found = find_passing(active_functions(), between, time);
            const auto expect_equal = [&](const WorkVector<Passing>& a, const WorkVector<Passing>& b) {
                ASSERT_EQ(a.size(), b.size());
                for (size_t i = 0; i < a.size(); i++) {
                    ASSERT_EQ(a[i].vector.x, b[i].vector.x) << round << ", block " << i;
                    ASSERT_EQ(a[i].vector.y, b[i].vector.y) << round << ", block " << i;
                    ASSERT_EQ(a[i].first_share, b[i].first_share) << round << ", block " << i;
                    ASSERT_EQ(a[i].cost, b[i].cost) << round << ", block " << i;
                }
            };
            expect_equal(found.best, expected.best);
            for (const size_t i : {0, 1}) expect_equal(found.own[i], expected.own[i]);
        }
    }
}

// The same of all blocks. The cost of 1 counts half of what none does; of 3, a quarter.
PassingMotions everywhere(const Passing& best, const Passing& first, const Passing& second, int count) {
    const auto all = [&](const Passing& one) { return WorkVector<Passing>(static_cast<size_t>(count), one); };
    return {all(best), {all(first), all(second)}};
}

TEST(PictureBetween, ShowsOnceWhatIsAlike) {
    const PassingMotions passing =
        everywhere({{3, 1}, 0.5F, 0}, {{3.75F, 0.25F}, 0.25F, 1}, {{2, 2}, 1, 3}, 6 * 4);
    const WorkVector<ShownBlock> blocks = find_shown(passing, 6, 4);
    ASSERT_EQ(blocks.size(), 3 * 2U);
    for (const ShownBlock& block : blocks) {
        ASSERT_EQ(block.count, 1);
        EXPECT_EQ(block.motions[0].vector.x, 3);
        EXPECT_EQ(block.motions[0].vector.y, 1);
        const float all = block.weight;  // of weights 4, 2 and 1
        EXPECT_NEAR(block.motions[0].first / all, (4 * 0.5 + 2 * 0.25 + 1 * 1) / 7, 1e-5);
        EXPECT_NEAR(block.motions[0].second / all, (4 * 0.5 + 2 * 0.75 + 1 * 0) / 7, 1e-5);
    }
}

TEST(PictureBetween, ShowsAllThatIsUnlike) {
    const PassingMotions passing =
        everywhere({{3, 1}, 0.5F, 0}, {{4.25F, 1}, 0.25F, 1}, {{3, -0.25F}, 1, 3}, 5 * 3);
    const WorkVector<ShownBlock> blocks = find_shown(passing, 5, 3);
    ASSERT_EQ(blocks.size(), 3 * 2U);
    for (const ShownBlock& block : blocks) {
        ASSERT_EQ(block.count, 3);
        EXPECT_EQ(block.motions[1].vector.x, 4.25F);
        EXPECT_EQ(block.motions[2].vector.y, -0.25F);
        const double expected[3][2] = {{4 * 0.5, 4 * 0.5}, {2 * 0.25, 2 * 0.75}, {1, 0}};
        for (size_t i = 0; i < 3; i++) {
            EXPECT_NEAR(block.motions[i].first / block.weight, expected[i][0] / 7, 1e-5) << i;
            EXPECT_NEAR(block.motions[i].second / block.weight, expected[i][1] / 7, 1e-5) << i;
        }
    }
}

TEST(PictureBetween, EqualsBlocksMadeOneAfterTheOther) {
    std::mt19937 random(5);
    const auto real = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    for (const auto& [columns, rows] : {std::pair{1, 1}, {2, 5}, {7, 4}, {12, 9}}) {
        PassingMotions passing;
        for (auto* kind : {&passing.best, &passing.own[0], &passing.own[1]})
            for (int i = 0; i < columns * rows; i++)
                kind->push_back({{real(-2, 2), real(-1, 1)}, real(0, 1), real(0, 60)});
        const WorkVector<ShownBlock> blocks = find_shown(passing, columns, rows);
        for (int by = 0; by < (rows + 1) / 2; by++)
            for (int bx = 0; bx < (columns + 1) / 2; bx++) {
                const ShownBlock expected = plain::shown_block(passing, columns, rows, bx, by),
                                 found = blocks[static_cast<size_t>(by * ((columns + 1) / 2) + bx)];
                ASSERT_EQ(found.count, expected.count) << bx << ", " << by;
                EXPECT_NEAR(found.weight, expected.weight, 1e-5);
                for (size_t m = 0; m < static_cast<size_t>(found.count); m++) {
                    EXPECT_NEAR(found.motions[m].vector.x, expected.motions[m].vector.x, 1e-5);
                    EXPECT_NEAR(found.motions[m].vector.y, expected.motions[m].vector.y, 1e-5);
                    EXPECT_NEAR(found.motions[m].first, expected.motions[m].first, 1e-5);
                    EXPECT_NEAR(found.motions[m].second, expected.motions[m].second, 1e-5);
                }
            }
    }
}

// The weights are the windowed sinc's, but for their sum, which is 1.
TEST(PictureBetween, WeighsSamplesByASinc) {
    for (int step = 0; step < kSteps; step++) {
        const auto& taps = kTapsOfSteps[static_cast<size_t>(step)];
        double all = 0;
        std::array<double, kTaps> expected{};
        for (size_t i = 0; i < kTaps; i++) {
            const double x = step / 64.0 + 2 - static_cast<double>(i), phase = std::numbers::pi * x;
            expected[i] = (x == 0 ? 1 : std::sin(phase) / phase) * std::pow(1 - x * x / 9, 2);
            all += expected[i];
        }
        EXPECT_NEAR(std::accumulate(taps.begin(), taps.end(), 0.0), 1, 1e-6) << step;
        for (size_t i = 0; i < kTaps; i++) EXPECT_NEAR(taps[i], expected[i] / all, 1e-6) << step;
    }
}

}  // namespace
}  // namespace genmedia::motion
