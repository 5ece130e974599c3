// SPDX-License-Identifier: MIT
#include "motion/interpolation/picture_between.h"

#include "motion/field_backends.h"
#include "plain_passing.h"
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
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
    return find_passing(active_functions(), {{&first, &second}, {&still, &moved}},
                        time)[kBlocks * kBlocks / 2 + kBlocks / 2];
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
            const Passing found = find_passing(active_functions(), {{&flat, &flat}, {&first, &second}},
                                               0.5F)[middle * kBlocks + middle];
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
            const std::vector<Passing> expected = plain::PlainPassing(between, time).run();
            const WorkVector<Passing> found = find_passing(active_functions(), between, time);
            ASSERT_EQ(found.size(), expected.size());
            for (size_t i = 0; i < found.size(); i++) {
                ASSERT_EQ(found[i].vector.x, expected[i].vector.x) << round << ", block " << i;
                ASSERT_EQ(found[i].vector.y, expected[i].vector.y) << round << ", block " << i;
                ASSERT_EQ(found[i].first_share, expected[i].first_share) << round << ", block " << i;
                ASSERT_EQ(found[i].cost, expected[i].cost) << round << ", block " << i;
            }
        }
    }
}

}  // namespace
}  // namespace genmedia::motion
