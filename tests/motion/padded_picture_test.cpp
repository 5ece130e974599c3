// SPDX-License-Identifier: MIT
#include "motion/field_rules/bilinear.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

namespace genmedia::motion {
namespace {

TEST(PaddedPicture, RepeatsItsEdges) {
    const test::Picture p(3, 2, [](int x, int y) { return 10 * x + y; });
    const PaddedPicture padded(p.view());
    constexpr int far = PaddedPicture::kPadding;
    for (int y = -far; y < 2 + far; y++)
        for (int x = -far; x < 3 + far; x++) ASSERT_EQ(*padded.at(x, y), p.nearest(x, y)) << x << ' ' << y;
}

TEST(PaddedPicture, HalfTakesEachSampleOnce) {
    for (int i = 0; i < 4; i++) {
        test::Picture p(6, 4, uint8_t{0});
        p.at(2 + i % 2, 2 + i / 2) = 40;
        const PaddedPicture half = PaddedPicture(p.view()).half();
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++)
                EXPECT_EQ(*half.at(x, y), x == 1 && y == 1 ? 10 : 0) << i << ": " << x << ' ' << y;
    }
}

TEST(PaddedPicture, HalfRoundsSidesUpAndMeansToTheNearest) {
    const test::Picture p(5, 7, [](int x, int y) {
        return x == 4 && y == 6 ? 201 : x == 0 && y == 0 ? 2 : 0;
    });
    const PaddedPicture half = PaddedPicture(p.view()).half();
    EXPECT_EQ(half.width(), 3);
    EXPECT_EQ(half.height(), 4);
    EXPECT_EQ(*half.at(0, 0), 1);            // 2 / 4 rounds up
    EXPECT_EQ(*half.at(2, 3), 201);          // the corner, four times
    EXPECT_EQ(*half.at(2 + 9, 3 + 9), 201);  // and what it repeats
}

TEST(Bilinear, VectorsAreRoundedToTheNearestStep) {
    constexpr float step = 1.F / kSteps;
    EXPECT_EQ(in_steps(1.5F), 3 * kSteps / 2);
    EXPECT_EQ(in_steps(-2), -2 * kSteps);
    for (const float rest : {-0.4F, 0.F, 0.4F}) {
        EXPECT_EQ(in_steps((7 + rest) * step), 7) << rest;
        EXPECT_EQ(in_steps((-7 + rest) * step), -7) << rest;
        EXPECT_EQ(in_steps(rest * step), 0) << rest;
    }
}

}  // namespace
}  // namespace genmedia::motion
