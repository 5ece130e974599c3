// SPDX-License-Identifier: MIT
#include "search/pyramid.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

namespace genmedia::search {
namespace {

TEST(Pyramid, QuarterTakesRoundedMeans) {
    const test::Picture p(8, 4, [](int x, int y) { return x < 4 ? 10 : 4 * y; });
    const SmallPicture small = quarter(p.view());
    EXPECT_EQ(small.width, 2);
    EXPECT_EQ(small.height, 1);
    EXPECT_EQ(small.samples[0], 10);
    EXPECT_EQ(small.samples[1], 6);  // (0 + 4 + 8 + 12) / 4
    test::Picture one(4, 4, uint8_t{0});
    one.at(0, 0) = 8;
    EXPECT_EQ(quarter(one.view()).samples[0], 1);  // 8 / 16 rounds up
    one.at(0, 0) = 7;
    EXPECT_EQ(quarter(one.view()).samples[0], 0);
}

TEST(Pyramid, EachSampleCountsOnce) {
    for (int i = 0; i < 16; i++) {
        test::Picture one(4, 4, uint8_t{0});
        one.at(i % 4, i / 4) = 32;
        EXPECT_EQ(quarter(one.view()).samples[0], 2) << i;
    }
}

TEST(Pyramid, RepeatsTheEdgeOfOddSizes) {
    const test::Picture p(5, 1, [](int x, int) { return x == 4 ? 200 : 0; });
    const SmallPicture small = quarter(p.view());
    EXPECT_EQ(small.width, 2);
    EXPECT_EQ(small.height, 1);
    EXPECT_EQ(small.samples[1], 200);
}

TEST(Pyramid, LeavesOutTiersThatAreTooSmall) {
    const auto levels = [](int width, int height) {
        return pyramid(test::Picture(width, height).view()).size();
    };
    EXPECT_EQ(levels(1920, 1080), 2u);
    EXPECT_EQ(levels(241, 241), 2u);  // 61, 16
    EXPECT_EQ(levels(240, 240), 1u);  // 60, 15
    EXPECT_EQ(levels(176, 144), 1u);
    EXPECT_EQ(levels(60, 500), 0u);  // 15
    EXPECT_EQ(levels(1, 1), 0u);
}

}  // namespace
}  // namespace genmedia::search
