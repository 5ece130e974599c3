// SPDX-License-Identifier: MIT
// Expected errors, computed by hand: the mean mismatch of nine blocks, half the standard deviation of 25
// vectors, and 0.3 pixels divided by 1 and half the gradient; the confidence is 255 divided by 1 and that.
#include "motion/true_motion/field_trust.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

namespace genmedia::motion {
namespace {

constexpr int kSide = 7;  // blocks of 4x4
constexpr size_t kMiddle = kSide * kSide / 2;

TrueMotion still() { return {kSide, kSide, WorkVector<RealVector>(kSide * kSide)}; }

FieldTrust trust(const test::Picture& picture, const TrueMotion& there) {
    return trust_of(PaddedPicture(picture.view()), there, still());
}

TEST(FieldTrust, FlatBlocksAreTrustedLess) {
    const test::Picture flat(4 * kSide, 4 * kSide, uint8_t{90});
    EXPECT_EQ(trust(flat, still()).confidence[kMiddle], 196);  // 255 / 1.3
}

TEST(FieldTrust, EdgesAcrossAndDownCountAlike) {
    const test::Picture across(4 * kSide, 4 * kSide, [](int, int y) { return y % 2 * 90; });
    const test::Picture down(4 * kSide, 4 * kSide, [](int x, int) { return x % 2 * 90; });
    EXPECT_EQ(trust(across, still()).confidence[kMiddle], 253);  // 255 / (1 + 0.3 / 46)
    EXPECT_EQ(trust(down, still()).confidence[kMiddle], 253);
}

// One block moves by five pixels, and nothing leads back.
TEST(FieldTrust, BlocksThatMoveAloneAreTrustedLess) {
    const test::Picture flat(4 * kSide, 4 * kSide, uint8_t{90});
    for (const RealVector& alone : {RealVector{0, 5}, RealVector{5, 0}, RealVector{-3, 4}}) {
        TrueMotion there = still();
        there.vectors[kMiddle] = alone;
        const FieldTrust found = trust(flat, there);
        EXPECT_EQ(found.confidence[kMiddle], 109);  // 255 / (1 + 5 / 9 + sqrt(0.96) / 2 + 0.3)
        EXPECT_EQ(found.occluded[kMiddle], 1);
        EXPECT_EQ(found.occluded[0], 0);
    }
}

}  // namespace
}  // namespace genmedia::motion
