// SPDX-License-Identifier: MIT
#include "vme/reference/predict.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

namespace genmedia::vme::reference {
namespace {

using test::Picture;

int sample(const Picture& p, int x, int y, Filter filter = Filter::four_tap) {
    Pixels to;
    predict(p.view(), x, y, 4, 4, filter, to);
    return to[0];
}

// A line of pixels, the same in all lines.
Picture line(std::vector<int> values) {
    return Picture(static_cast<int>(values.size()), 8, [=](int x, int) { return values[x]; });
}

TEST(Predict, WholePixelsAreCopied) {
    const Picture p = test::noise(16, 16, 1);
    for (int i = 0; i < 8; i++) EXPECT_EQ(sample(p, 4 * i, 4 * (7 - i)), p.nearest(i, 7 - i));
}

// Silicon truncates: (-10 + 5*20 + 5*31 - 40) >> 3 = 205 >> 3 = 25, rounded it would be 26.
TEST(Predict, HalfPixelsAreFilteredAndTruncated) {
    const Picture p = line({10, 20, 31, 40, 40, 40, 40, 40});
    EXPECT_EQ(sample(p, 6, 0), 25);
    const Picture turned(8, 8, [&](int, int y) { return p.nearest(y, 0); });
    EXPECT_EQ(sample(turned, 0, 6), 25);
}

TEST(Predict, HalfPixelsAreClipped) {
    EXPECT_EQ(sample(line({255, 0, 0, 255, 0, 0, 0, 0}), 6, 0), 0);    // -510 >> 3
    EXPECT_EQ(sample(line({0, 255, 255, 0, 0, 0, 0, 0}), 6, 0), 255);  // 2550 >> 3
}

TEST(Predict, QuarterPixelsAreTruncatedMeansAlongTheAxis) {
    const Picture p = line({10, 20, 31, 40, 40, 40, 40, 40});
    EXPECT_EQ(sample(p, 5, 0), 22);  // (20 + 25) >> 1
    EXPECT_EQ(sample(p, 7, 0), 28);  // (25 + 31) >> 1
}

TEST(Predict, BilinearFilterTakesTheTruncatedMeanOfTwo) {
    const Picture p = line({10, 20, 31, 40, 40, 40, 40, 40});
    EXPECT_EQ(sample(p, 6, 0, Filter::bilinear), 25);  // (20 + 31) >> 1
    EXPECT_EQ(sample(p, 5, 0, Filter::bilinear), 22);  // (20 + 25) >> 1
    EXPECT_EQ(sample(p, 10, 0, Filter::bilinear), 35);
}

// The rules once more, sample by sample and straight from their text.
class Rules {
public:
    explicit Rules(const Picture& p) : p_(p) {}

    int at(int x, int y) const {  // quarter pixels
        const int hx = x >> 1, hy = y >> 1;
        const bool odd_x = x & 1, odd_y = y & 1;
        if (!odd_x && !odd_y) return half(hx, hy);
        if (odd_x && !odd_y) return (half(hx, hy) + half(hx + 1, hy)) >> 1;
        if (!odd_x) return (half(hx, hy) + half(hx, hy + 1)) >> 1;
        // The corners with exactly one half coordinate.
        const bool half_x = hx & 1, half_y = hy & 1;
        if (half_x != half_y) return (half(hx, hy) + half(hx + 1, hy + 1)) >> 1;
        return (half(hx + 1, hy) + half(hx, hy + 1)) >> 1;
    }

private:
    static int tap(int a, int b, int c, int d) { return std::clamp((-a + 5 * b + 5 * c - d) >> 3, 0, 255); }

    int vertical(int x, int hy) const {  // x in pixels
        const int y = hy >> 1;
        if ((hy & 1) == 0) return p_.nearest(x, y);
        return tap(p_.nearest(x, y - 1), p_.nearest(x, y), p_.nearest(x, y + 1), p_.nearest(x, y + 2));
    }

    int half(int hx, int hy) const {
        const int x = hx >> 1;
        if ((hx & 1) == 0) return vertical(x, hy);
        return tap(vertical(x - 1, hy), vertical(x, hy), vertical(x + 1, hy), vertical(x + 2, hy));
    }

    const Picture& p_;
};

TEST(Predict, FollowsTheRulesAtAllSixteenPositions) {
    const Picture p = test::noise(24, 24, 7);
    const Rules rules(p);
    for (int y = -20; y < 100; y += 3) {
        for (int x = -20; x < 100; x++) {
            Pixels to;
            predict(p.view(), x, y, 8, 4, Filter::four_tap, to);
            for (int i = 0; i < 32; i++) {
                ASSERT_EQ(to[i / 8 * kBlockStride + i % 8], rules.at(x + 4 * (i % 8), y + 4 * (i / 8)))
                    << x << "," << y << " sample " << i;
            }
        }
    }
}

TEST(Predict, FillsLargeBlocks) {
    const Picture p = test::noise(40, 40, 8);
    const Rules rules(p);
    Pixels to;
    predict(p.view(), 37, 42, 16, 16, Filter::four_tap, to);
    for (int i = 0; i < 256; i++) ASSERT_EQ(to[i], rules.at(37 + 4 * (i % 16), 42 + 4 * (i / 16))) << i;
}

TEST(Mix, WeighsTheBackwardPrediction) {
    Pixels forward, backward, mixed;
    forward.fill(100);
    backward.fill(201);
    const auto value = [&](BidirectionalWeight weight) {
        mix(forward, backward, weight, 16, 16, mixed);
        return int{mixed[255]};
    };
    EXPECT_EQ(value(BidirectionalWeight::half), 151);            // (32 * 100 + 32 * 201 + 32) >> 6
    EXPECT_EQ(value(BidirectionalWeight::quarter), 125);         // (48 * 100 + 16 * 201 + 32) >> 6 = 125.75
    EXPECT_EQ(value(BidirectionalWeight::three_quarters), 176);  // (16 * 100 + 48 * 201 + 32) >> 6 = 176.25
    EXPECT_EQ(value(BidirectionalWeight::third), 133);           // (43 * 100 + 21 * 201 + 32) >> 6 = 133.6
    EXPECT_EQ(value(BidirectionalWeight::two_thirds), 168);      // (21 * 100 + 43 * 201 + 32) >> 6 = 168.4
}

}  // namespace
}  // namespace genmedia::vme::reference
