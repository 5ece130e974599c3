// SPDX-License-Identifier: MIT
#include "made_pictures.h"
#include "vme/backends.h"
#include "vme/evaluated.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme {
namespace {

using test::Picture;

SicRequest request_for(const Picture& source, const Picture& forward) {
    SicRequest request;
    request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = 16, .y = 16};
    request.skip.emplace();
    request.skip->set_forward({.luma = forward.view()});
    request.skip->directions[0] = Direction::forward;
    return request;
}

SicResult check(const SicRequest& request) { return evaluated<SicResult>(request); }

TEST(SkipCheck, MeasuresAGivenVector) {
    const Picture source = test::noise(64, 64, 1), reference = test::noise(64, 64, 2);
    SicRequest request = request_for(source, reference);
    request.skip->vectors[0].forward = {-12, 20};
    int sad = 0;
    for (int y = 16; y < 32; y++) {
        for (int x = 16; x < 32; x++) sad += std::abs(source.nearest(x, y) - reference.nearest(x - 3, y + 5));
    }
    const SicResult r = check(request);
    EXPECT_EQ(r.raw_sad, sad);
    EXPECT_EQ(r.best_distortion, sad);
    for (const uint16_t d : r.distortions) EXPECT_EQ(d, sad);
}

TEST(SkipCheck, QuadrantsGoTheirOwnWays) {
    const Picture dark(64, 64, 10), bright(64, 64, 31);
    const Picture source(64, 64, 12);
    SicRequest request = request_for(source, dark);
    request.skip->set_backward({.luma = bright.view()});
    request.skip->partition_8x8 = true;
    request.skip->directions = {Direction::forward, Direction::backward, Direction::bidirectional,
                                std::nullopt};
    const SicResult r = check(request);
    EXPECT_EQ(r.distortions[0], 64 * 2);
    EXPECT_EQ(r.distortions[4], 64 * 19);
    EXPECT_EQ(r.distortions[8], 64 * 9);  // the mean is 21
    EXPECT_EQ(r.distortions[12], 0);      // not checked
    EXPECT_EQ(r.best_distortion, 64 * 30);
    EXPECT_EQ(r.raw_sad, 64 * 30);
}

TEST(SkipCheck, CostsAreAddedButNotToTheRawSad) {
    const Picture flat(64, 64, 10);
    SicRequest request = request_for(flat, flat);
    SkipCheck& skip = *request.skip;
    skip.costs.shape.shape_16x16.bits = 9;
    skip.costs.motion_vector.emplace();
    skip.costs.motion_vector->table[0].bits = 2;
    skip.costs.motion_vector->table[1].bits = 3;
    skip.vectors[0].forward = {1, 0};
    skip.forward.fill({.luma = flat.view(), .id = 3});
    skip.costs.base_multi_reference.bits = 10;
    const SicResult r = check(request);
    EXPECT_EQ(r.best_distortion, 9 + 3 + 2 + 20);
    EXPECT_EQ(r.raw_sad, 0);
}

TEST(SkipCheck, QuadrantsPayForTheirShapeAndDirection) {
    const Picture flat(64, 64, 10);
    SicRequest request = request_for(flat, flat);
    SkipCheck& skip = *request.skip;
    skip.set_backward({.luma = flat.view(), .id = 1});
    skip.partition_8x8 = true;
    skip.directions = {Direction::forward, Direction::backward, Direction::bidirectional, std::nullopt};
    skip.costs.shape = {
        .shape_16x16 = {1}, .shape_16x8_8x16 = {2}, .shape_8x8 = {7}, .shape_8x4_4x8 = {3}, .shape_4x4 = {4}};
    skip.costs.backward_direction.bits = 9;
    skip.costs.base_multi_reference.bits = 5;
    const SicResult r = check(request);
    EXPECT_EQ(r.distortions[0], 7);
    EXPECT_EQ(r.distortions[4], 7 + 9 + 5);
    EXPECT_EQ(r.distortions[8], 7 + 5);
    EXPECT_EQ(r.distortions[12], 0);
    EXPECT_EQ(r.best_distortion, 40);
}

TEST(SkipCheck, FractionalVectorsAreInterpolated) {
    const Picture ramp(64, 64, [](int x, int) { return 4 * x; });
    const Picture source(64, 64, [](int x, int) { return 4 * x + 2; });
    SicRequest request = request_for(source, ramp);
    request.skip->vectors[0].forward = {2, 0};  // half a pixel: (-a + 5b + 5c - d) / 8 = 4x + 2
    EXPECT_EQ(check(request).raw_sad, 0);
    request.skip->bilinear_filter = true;
    EXPECT_EQ(check(request).raw_sad, 0);
}

TEST(SkipCheck, RawSadCanBeThatOfTheWorstBlock) {
    Picture source(64, 64, 100);
    const Picture reference(64, 64, 100);
    for (int i = 0; i < 8; i++)
        source.at(16 + 8 + i, 16 + 3) = 110;  // eight pixels over two 4x4 of quadrant 1
    source.at(16, 31) = 130;                  // one pixel of quadrant 2
    SicRequest request = request_for(source, reference);
    EXPECT_EQ(check(request).raw_sad, 110);
    request.skip->raw_sad = RawSad::largest_8x8;
    EXPECT_EQ(check(request).raw_sad, 80);
    request.skip->raw_sad = RawSad::largest_4x4;
    EXPECT_EQ(check(request).raw_sad, 40);
}

// Guess: the unit's adders are the same for all (cost.h).
TEST(SkipCheck, ABlockOf4x4PixelsEndsAt2047) {
    const Picture black(64, 64, 0), white(64, 64, 255);
    SicRequest request = request_for(black, white);
    EXPECT_EQ(check(request).best_distortion, 16 * 2047);
    EXPECT_EQ(check(request).raw_sad, 16 * 2047);
    request.skip->raw_sad = RawSad::largest_4x4;
    EXPECT_EQ(check(request).raw_sad, 2047);
    request.skip->raw_sad = RawSad::largest_8x8;
    EXPECT_EQ(check(request).raw_sad, 4 * 2047);
}

TEST(SkipCheck, HaarDistortion) {
    const Picture dark(64, 64, 10), bright(64, 64, 16);
    SicRequest request = request_for(dark, bright);
    request.skip->distortion = Distortion::haar;
    EXPECT_EQ(check(request).best_distortion, 16 * 48);  // sixteen blocks of 16 * 6 / 2
    EXPECT_EQ(check(request).raw_sad, 256 * 6);
    request.skip->distortion = Distortion::ac_haar;
    EXPECT_EQ(check(request).best_distortion, 0);
}

// A constant residual has a DC coefficient of 16 times it, and no other.
TEST(ForwardTransform, CountsCoefficientsAboveTheirThreshold) {
    const Picture dark(64, 64, 10), bright(64, 64, 15);
    SicRequest request = request_for(bright, dark);
    request.skip->forward_transform = TransformThresholds{79, 0, 0, 0, 0, 0, 0};
    SicResult r = check(request);
    for (int q = 0; q < 4; q++) {
        EXPECT_EQ(r.transform_count[q], 4);  // 80 > 79 in each 4x4 block
        EXPECT_EQ(r.transform_sum[q], 4);
    }
    request.skip->forward_transform = TransformThresholds{80, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(check(request).transform_count[0], 0);  // as large as the threshold is not above it
}

// One pixel of 1: coefficient (i, j) is c_i * c_j with c = 1, 2, 1, 1, the first column of AVC's matrix.
TEST(ForwardTransform, ThresholdsGoByFrequency) {
    Picture source(64, 64, 10);
    const Picture reference(64, 64, 10);
    source.at(16 + 8, 16 + 8) = 13;  // first pixel of quadrant 3, residual 3
    SicRequest request = request_for(source, reference);
    const auto with = [&](TransformThresholds thresholds) {
        request.skip->forward_transform = thresholds;
        const SicResult r = check(request);
        EXPECT_EQ(r.transform_count[0] + r.transform_count[1] + r.transform_count[2], 0);
        return std::pair{int{r.transform_count[3]}, int{r.transform_sum[3]}};
    };
    // Sums of c_i * c_j by i + j: 1, 4, 2 + 4, ... : 1; 2+2; 1+4+1; 1+2+2+1; 2+1+2; 1+1; 1; times 3.
    EXPECT_EQ(with({0, 0, 0, 0, 0, 0, 0}), (std::pair{16, 3 * 25}));
    EXPECT_EQ(with({2, 255, 255, 255, 255, 255, 255}), (std::pair{1, 1}));
    EXPECT_EQ(with({99, 5, 255, 255, 255, 255, 255}), (std::pair{2, 2}));
    EXPECT_EQ(with({99, 255, 11, 255, 255, 255, 255}), (std::pair{1, 1}));  // 12, 3, 3
    EXPECT_EQ(with({99, 255, 255, 0, 255, 255, 255}), (std::pair{4, 18}));
    EXPECT_EQ(with({99, 255, 255, 255, 4, 255, 255}), (std::pair{2, 4}));  // 6, 3, 6
    EXPECT_EQ(with({99, 255, 255, 255, 255, 0, 255}), (std::pair{2, 6}));
    EXPECT_EQ(with({99, 255, 255, 255, 255, 255, 2}), (std::pair{1, 1}));
}

// The transform of the line (255, -255, -255, 255) is (0, 0, 1020, 0), and of the column likewise: 4080 a
// 4x4 block. With (255, -255, 255, -255) it is (0, 510, 0, 1530): 2040 * 2040 / 255 = 16320 a block, 65280 a
// quadrant: just not saturated.
TEST(ForwardTransform, HoldsTheLargestSum) {
    const Picture even(64, 64, [](int x, int y) { return (x + y) % 2 ? 255 : 0; });
    const Picture odd(64, 64, [](int x, int y) { return (x + y) % 2 ? 0 : 255; });
    SicRequest request = request_for(even, odd);
    request.skip->forward_transform = TransformThresholds{};
    const SicResult r = check(request);
    EXPECT_EQ(r.transform_count[0], 4 * 4);
    EXPECT_EQ(r.transform_sum[0], 65280);
}

// By the matrix of H.264 itself: coefficient (i, j) of one pixel that differs is the product of its entries.
TEST(Transform, OfOnePixelIsAProductOfBasisVectors) {
    const Backend* backend = nullptr;
    ASSERT_TRUE(active_backend(backend).ok());
    constexpr int basis[4][4] = {{1, 1, 1, 1}, {2, 1, -1, -2}, {1, -1, -1, 1}, {1, -2, 2, -1}};
    for (const int rows : {2, 4}) {
        for (int pixel = 0; pixel < 64 * rows; pixel++) {
            const int x = pixel % 16, y = pixel / 16, block = y / 4 * 4 + x / 4;
            Pixels source{}, prediction{};
            source[static_cast<size_t>(y * kBlockStride + x)] = 3;
            std::array<int16_t, 256> made{};
            backend->functions.transform(source.data(), prediction.data(), rows, made.data());
            for (int i = 0; i < 64 * rows; i++) {
                const int coefficient = i / (4 * rows), lane = i % (4 * rows);
                const int expected =
                    lane == block ? 3 * basis[coefficient / 4][y % 4] * basis[coefficient % 4][x % 4] : 0;
                ASSERT_EQ(made[static_cast<size_t>(i)], expected) << pixel << " " << i;
            }
        }
    }
}

}  // namespace
}  // namespace genmedia::vme
