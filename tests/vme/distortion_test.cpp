// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"

#include "made_pictures.h"

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

// [silicon: cases of block_motion_estimate_intel, docs/fidelity.md]
TEST(BlockDistortions, EndAt2047In4x4Pixels) {
    const Picture black(16, 16, 0), white(16, 16, 255);
    for (const Distortion kind : {Distortion::sad, Distortion::haar})
        EXPECT_EQ(block_distortion(kind, black.samples.data(), 16, white.samples.data(), 16, 4, 4),
                  kind == Distortion::sad ? 2047u : 2040u);  // 16 * 255 ends; half of it does not
    EXPECT_EQ(block_distortion(Distortion::sad, black.samples.data(), 16, white.samples.data(), 16, 16, 16),
              16 * 2047u);
    // 127 in 15 pixels and 142 in one are just there; one more and it ends.
    Picture gray(16, 16, 127);
    gray.at(5, 6) = 142;
    const auto of_gray = [&] {
        return block_distortion(Distortion::sad, black.samples.data(), 16, gray.samples.data() + 4 * 16 + 4,
                                16, 4, 4);
    };
    EXPECT_EQ(of_gray(), 2047u);
    gray.at(5, 6) = 141;
    EXPECT_EQ(of_gray(), 2046u);
    gray.at(5, 6) = 255;
    EXPECT_EQ(of_gray(), 2047u);
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
    // Its pair, its two pairs, its two 2x2 blocks, the two halves and their sum: five coefficients of 8.
    EXPECT_EQ(haar_4x4(difference, false), 20u);
    EXPECT_EQ(haar_4x4(difference, true), 16u);
}

// [prm: 3.1.7] The difference of a pair in a line is a coefficient as it is. A full transform of the columns,
// too, would make 4, 4 and 12 of 8 and -4: ten after the halving.
TEST(Haar, KeepsDifferencesOfPairs) {
    std::array<int, 16> difference{};
    difference[0] = 4;
    difference[1] = -4;
    difference[4] = -2;
    difference[5] = 2;
    EXPECT_EQ(haar_4x4(difference, false), 6u);
    EXPECT_EQ(haar_4x4(difference, true), 6u);
}

// Each step by hand: lines (9 3 | 1 7), (2 2 | 0 6), (5 1 | 4 4), (8 0 | 3 5).
TEST(Haar, OfSixteenNumbers) {
    const std::array<int, 16> difference{9, 3, 1, 7, 2, 2, 0, 6, 5, 1, 4, 4, 8, 0, 3, 5};
    // Pairs differ by 6 6, 0 6, 4 0, 8 2: 32. Their sums: 12 8, 4 6, 6 8, 8 8.
    // Lines differ by 8 2, 2 0: 12. Sums: 16 14, 14 16. These differ by 2, 2: 4. Sums: 30, 30; 0 and 60.
    EXPECT_EQ(haar_4x4(difference, false), (32u + 12 + 4 + 0 + 60) / 2);
    EXPECT_EQ(haar_4x4(difference, true), (32u + 12 + 4 + 0) / 2);
}

// The largest sum of coefficients there is: every pair of a line differs by 510 but one, whose sum goes on.
TEST(Haar, EndsAt2047) {
    std::array<int, 16> difference;
    for (size_t i = 0; i < 16; i++) difference[i] = i % 2 == 0 ? 255 : -255;
    EXPECT_EQ(haar_4x4(difference, false), 2040u);  // 8 * 510 / 2
    difference[1] = 255;                            // 7 * 510, then four of 510
    EXPECT_EQ(haar_4x4(difference, false), 2047u);
    EXPECT_EQ(haar_4x4(difference, true), 2047u);
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
