// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"

#include "picture.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme::reference {
namespace {

using test::Picture;

TEST(Fetch, RepeatsTheNearestSampleOutside) {
    const Picture p(3, 2, [](int x, int y) { return 10 * y + x + 1; });  // 1 2 3 / 11 12 13
    uint8_t to[5 * 4];
    fetch(p.view(), -1, -1, 5, 4, to, 5);
    const uint8_t expected[] = {1, 1, 2, 3, 3, 1, 1, 2, 3, 3, 11, 11, 12, 13, 13, 11, 11, 12, 13, 13};
    EXPECT_TRUE(std::equal(std::begin(to), std::end(to), expected));
    fetch(p.view(), 100, -100, 2, 2, to, 2);
    for (int i = 0; i < 4; i++) EXPECT_EQ(to[i], 3);
}

TEST(Fetch, KeepsChromaPairsTogether) {
    const uint8_t pairs[] = {1, 2, 3, 4};
    uint8_t to[8];
    fetch({pairs, 2, 1, 4, 2}, -1, 0, 4, 1, to, 8);
    const uint8_t expected[] = {1, 2, 1, 2, 3, 4, 3, 4};
    EXPECT_TRUE(std::equal(std::begin(to), std::end(to), expected));
}

TEST(Fetch, ReadsUpsideDownPictures) {
    const Picture p(2, 2, [](int, int y) { return y; });
    uint8_t to[4];
    fetch({p.samples.data() + 2, 2, 2, -2}, 0, 0, 2, 2, to, 2);
    EXPECT_EQ(to[0], 1);
    EXPECT_EQ(to[2], 0);
}

Pixels block(const Picture& p) {
    Pixels pixels;
    fetch(p.view(), 0, 0, 16, 16, pixels.data(), kBlockStride);
    return pixels;
}

TEST(BlockDistortions, AreTheSadsOf4x4BlocksByQuadrant) {
    const Picture a = test::noise(16, 16, 1), b = test::noise(16, 16, 2);
    const BlockDistortions sads = block_distortions(Distortion::sad, block(a), block(b).data(), kBlockStride);
    // Upper left pixels of the entries, from the registry text's figure.
    const int xs[16] = {0, 4, 0, 4, 8, 12, 8, 12, 0, 4, 0, 4, 8, 12, 8, 12};
    const int ys[16] = {0, 0, 4, 4, 0, 0, 4, 4, 8, 8, 12, 12, 8, 8, 12, 12};
    for (int e = 0; e < 16; e++) {
        int sum = 0;
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 4; x++) {
                sum += std::abs(a.nearest(xs[e] + x, ys[e] + y) - b.nearest(xs[e] + x, ys[e] + y));
            }
        }
        EXPECT_EQ(sads[e], static_cast<uint32_t>(sum)) << e;
    }
}

TEST(BlockDistortions, HoldTheLargestSad) {
    const Picture black(16, 16, 0), white(16, 16, 255);
    EXPECT_EQ(block_distortion(Distortion::sad, black.samples.data(), 16, white.samples.data(), 16, 16, 16),
              65280u);
}

// By hand: the DC coefficient is the sum of the sixteen differences, and the result is half of it.
TEST(Haar, OfConstantDifferenceIsItsDcCoefficientHalved) {
    std::array<int, 16> difference;
    difference.fill(-3);
    EXPECT_EQ(haar_4x4(difference, false), 24u);  // |16 * -3| / 2
    EXPECT_EQ(haar_4x4(difference, true), 0u);
}

TEST(Haar, OfOnePixel) {
    std::array<int, 16> difference{};
    difference[0] = 8;
    // The first pixel takes part in three of four basis vectors of each axis, with +-1: nine coefficients
    // of 8.
    EXPECT_EQ(haar_4x4(difference, false), 36u);
    EXPECT_EQ(haar_4x4(difference, true), 32u);
}

TEST(Haar, OfHalvesAndOfStripes) {
    std::array<int, 16> halves, stripes;
    for (int i = 0; i < 16; i++) {
        halves[i] = i % 4 < 2 ? 5 : -5;
        stripes[i] = i % 2 == 0 ? 5 : -5;
    }
    EXPECT_EQ(haar_4x4(halves, false), 40u);   // one coefficient: 16 * 5
    EXPECT_EQ(haar_4x4(stripes, false), 40u);  // two: a - b and c - d, 4 lines of 10 each
}

TEST(Haar, IsSummedOver4x4Blocks) {
    const Picture a = test::noise(16, 16, 3), b = test::noise(16, 16, 4);
    for (const Distortion kind : {Distortion::haar, Distortion::ac_haar}) {
        const BlockDistortions blocks = block_distortions(kind, block(a), block(b).data(), kBlockStride);
        uint32_t sum = 0;
        for (const uint32_t d : blocks) sum += d;
        EXPECT_EQ(block_distortion(kind, a.samples.data(), 16, b.samples.data(), 16, 16, 16), sum);
    }
}

}  // namespace
}  // namespace genmedia::vme::reference
