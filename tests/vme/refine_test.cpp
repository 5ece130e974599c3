// SPDX-License-Identifier: MIT
#include "genmedia/partition.h"
#include "made_pictures.h"
#include "vme/evaluated.h"
#include "vme/reference/predict.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme {
namespace {

using test::Picture;

constexpr int kX = 32, kY = 32;  // the macroblock

RefineRequest request_for(Picture&& source, const Picture& forward) = delete;  // it would not live
RefineRequest request_for(const Picture& source, const Picture& forward) {
    RefineRequest request;
    request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = kX, .y = kY};
    request.set_forward({.luma = forward.view()});
    return request;
}

RefineResult refine(const RefineRequest& request) { return evaluated<RefineResult>(request); }

// SAD of a block against its prediction; predict() has tests of its own.
int sad(const Picture& source, const Picture& from, const Block& b, MotionVector v, Filter filter) {
    Pixels p;
    reference::predict(from.view(), 4 * (kX + b.x) + v.x, 4 * (kY + b.y) + v.y, b.width, b.height, filter, p);
    return test::unit_sad(source, kX + b.x, kY + b.y, b.width, b.height, [&](int x, int y) {
        return int{p[static_cast<size_t>((y - kY - b.y) * 16 + x - kX - b.x)]};
    });
}

// Half ring then quarter ring around the winner, raster order, strictly smaller wins; listed, not looped.
MotionVector expected_vector(const Picture& source, const Picture& from, const Block& b, MotionVector start,
                             bool quarter, Filter filter = Filter::four_tap) {
    const int ring[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    MotionVector best = start;
    int best_sad = sad(source, from, b, start, filter);
    for (const int step : {2, 1}) {
        if (step == 1 && !quarter) break;
        const MotionVector center = best;
        for (const auto& [dx, dy] : ring) {
            const MotionVector v{static_cast<int16_t>(center.x + step * dx),
                                 static_cast<int16_t>(center.y + step * dy)};
            const int s = sad(source, from, b, v, filter);
            if (s < best_sad) {
                best_sad = s;
                best = v;
            }
        }
    }
    return best;
}

// A picture seen between the pixels of another.
Picture between(const Picture& from, int qx, int qy) {
    return Picture(from.width, from.height, [&](int x, int y) {
        Pixels p;
        reference::predict(from.view(), 4 * x + qx, 4 * y + qy, 4, 4, Filter::four_tap, p);
        return int{p[0]};
    });
}

TEST(Fme, FindsEveryQuarterPixelDisplacement) {
    const Picture reference = test::texture(96, 96, 1);
    for (int qy = -3; qy <= 3; qy++) {
        for (int qx = -3; qx <= 3; qx++) {
            const Picture source = between(reference, qx, qy);
            RefineRequest request = request_for(source, reference);
            const RefineResult r = refine(request);
            // The rings reach every position within three quarters; a smooth picture leads there.
            EXPECT_EQ(r.vectors[0].forward,
                      (MotionVector{static_cast<int16_t>(qx), static_cast<int16_t>(qy)}));
            EXPECT_EQ(r.best_distortion, 0);
        }
    }
}

TEST(Fme, RefinesEachBlockFromItsOwnVector) {
    const Picture source = test::noise(96, 96, 2), reference = test::noise(96, 96, 3);
    RefineRequest request = request_for(source, reference);
    request.major_shape = MajorShape::shape_8x8;
    request.minor_shapes = {MinorShape::shape_8x8, MinorShape::shape_8x4, MinorShape::shape_4x8,
                            MinorShape::shape_4x4};
    for (int e = 0; e < 16; e++) {
        request.vectors[e].forward = {static_cast<int16_t>(8 * (e % 5) - 16),
                                      static_cast<int16_t>(4 * (e % 3))};
    }
    const RefineResult r = refine(request);
    int total = 0;
    for (int q = 0; q < 4; q++) {
        const BlockRun run = minor_blocks(q, request.minor_shapes[q]);
        for (int b = run.first; b < run.first + run.count; b++) {
            const MotionVector v = expected_vector(source, reference, kBlocks[b],
                                                   entry_of(request.vectors, kBlocks[b]).forward, true);
            EXPECT_EQ(entry_of(r.vectors, kBlocks[b]).forward, v) << b;
            EXPECT_EQ(entry_of(r.distortions, kBlocks[b]),
                      sad(source, reference, kBlocks[b], v, Filter::four_tap))
                << b;
            total += sad(source, reference, kBlocks[b], v, Filter::four_tap);
        }
    }
    EXPECT_EQ(r.best_distortion, total);
    EXPECT_EQ(r.vector_count, 9);
    EXPECT_EQ(r.minor_shapes, request.minor_shapes);
}

TEST(Fme, HalfPixelStopsAfterTheFirstRing) {
    const Picture source = test::noise(96, 96, 4), reference = test::noise(96, 96, 5);
    RefineRequest request = request_for(source, reference);
    request.subpixel = SubpixelMode::half;
    request.major_shape = MajorShape::shape_16x8;
    const RefineResult r = refine(request);
    for (const int n : {0, 1}) {
        const Block& b = kBlocks[kFirst16x8 + n];
        EXPECT_EQ(r.vectors[8 * n].forward, expected_vector(source, reference, b, {0, 0}, false));
        EXPECT_EQ(r.vectors[8 * n].forward.x % 2, 0);
    }
}

TEST(Fme, BilinearFilterIsUsedWhenAsked) {
    const Picture source = test::noise(96, 96, 6), reference = test::noise(96, 96, 7);
    RefineRequest request = request_for(source, reference);
    request.bilinear_filter = true;
    request.major_shape = MajorShape::shape_8x16;
    const RefineResult r = refine(request);
    for (const int n : {0, 1}) {
        const Block& b = kBlocks[kFirst8x16 + n];
        const MotionVector v = expected_vector(source, reference, b, {0, 0}, true, Filter::bilinear);
        EXPECT_EQ(r.vectors[4 * n].forward, v);
        EXPECT_EQ(r.distortions[4 * n], sad(source, reference, b, v, Filter::bilinear));
    }
}

// Guess: the unit's adders are the same for all (cost.h).
TEST(Fme, ABlockOf4x4PixelsEndsAt2047) {
    const Picture black(96, 96, 0), white(96, 96, 255);
    RefineRequest request = request_for(black, white);
    for (const MajorShape shape :
         {MajorShape::shape_16x16, MajorShape::shape_16x8, MajorShape::shape_8x16, MajorShape::shape_8x8}) {
        request.major_shape = shape;
        EXPECT_EQ(refine(request).best_distortion, 16 * 2047);
    }
    for (const MinorShape shape : {MinorShape::shape_8x4, MinorShape::shape_4x8, MinorShape::shape_4x4}) {
        request.minor_shapes.fill(shape);
        EXPECT_EQ(refine(request).best_distortion, 16 * 2047);
    }
}

TEST(Fme, CentreWinsTies) {
    const Picture flat(96, 96, 50);
    RefineRequest request = request_for(flat, flat);
    for (auto& v : request.vectors) v.forward = {12, -8};
    EXPECT_EQ(refine(request).vectors[5].forward, (MotionVector{12, -8}));
}

TEST(Fme, VectorCostCountsInTheRings) {
    const Picture flat(96, 96, 50);
    RefineRequest request = request_for(flat, flat);
    request.costs.motion_vector.emplace();
    for (int i = 0; i < 8; i++) request.costs.motion_vector->table[i].bits = static_cast<uint8_t>(i);
    request.costs.motion_vector->center.fill({.forward = {3, -1}, .backward = {}});
    request.costs.shape.shape_16x16.bits = 9;
    const RefineResult r = refine(request);
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{3, -1}));  // half ring to (2, 0) or (2, -2), then on
    EXPECT_EQ(r.distortions[0], 0);
    EXPECT_EQ(r.best_distortion, 9);  // the shape penalty counts only in the macroblock's sum
}

TEST(Fme, BackwardPartitionsAreRefinedInTheBackwardPicture) {
    const Picture past = test::noise(96, 96, 8), future = test::texture(96, 96, 9);
    const Picture source = between(future, -2, 1);
    RefineRequest request = request_for(source, past);
    request.set_backward({.luma = future.view(), .id = 7});
    request.directions.fill(Direction::backward);
    for (auto& v : request.vectors) v.forward = {40, 44};
    request.costs.backward_direction.bits = 11;
    const RefineResult r = refine(request);
    EXPECT_EQ(r.vectors[0].backward, (MotionVector{-2, 1}));
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{40, 44}));  // not touched
    EXPECT_EQ(r.directions[0], Direction::backward);
    EXPECT_EQ(r.reference_ids[2], (ReferenceIds{0, 7}));
    EXPECT_EQ(r.best_distortion, 11);
}

TEST(Fme, MultiReferenceTakesAPictureForEachQuadrant) {
    const Picture pictures[4] = {test::texture(96, 96, 10), test::texture(96, 96, 11),
                                 test::texture(96, 96, 12), test::texture(96, 96, 13)};
    const Picture source(96, 96, [&](int x, int y) {
        const int q = (y >= kY + 8) * 2 + (x >= kX + 8);
        return pictures[q].nearest(x + q, y);
    });
    RefineRequest request = request_for(source, pictures[0]);
    request.major_shape = MajorShape::shape_8x8;
    request.costs.base_multi_reference.bits = 1;
    for (int q = 0; q < 4; q++) {
        request.forward[q] = {.luma = pictures[q].view(), .id = static_cast<uint8_t>(5 * q)};
        for (int n = 0; n < 4; n++) request.vectors[4 * q + n].forward = {static_cast<int16_t>(4 * q), 0};
    }
    const RefineResult r = refine(request);
    const int penalties[4] = {0, 2, 3, 3};
    for (int q = 0; q < 4; q++) {
        EXPECT_EQ(r.distortions[4 * q], penalties[q]);
        EXPECT_EQ(r.reference_ids[q].forward, 5 * q);
        EXPECT_EQ(r.vectors[4 * q].forward, (MotionVector{static_cast<int16_t>(4 * q), 0}));
    }
}

// ---------------------------------------------------------------------------------------------------

// The source is the mean of two pictures, each displaced.
struct Mean {
    Picture past = test::noise(96, 96, 20), future = test::noise(96, 96, 21);
    Picture source{96, 96,
                   [&](int x, int y) { return (past.nearest(x + 2, y) + future.nearest(x, y - 3) + 1) / 2; }};

    RefineRequest request() const {
        RefineRequest r = request_for(source, past);
        r.set_backward({.luma = future.view()});
        r.bidirectional = BidirectionalWeight::half;
        r.subpixel = SubpixelMode::integer;
        for (auto& v : r.vectors) v = {.forward = {8, 0}, .backward = {0, -12}};
        return r;
    }
};

TEST(Bme, MixesTwoPicturesWhereThatIsCheaper) {
    const Mean mean;
    const RefineResult r = refine(mean.request());
    for (const Direction d : r.directions) EXPECT_EQ(d, Direction::bidirectional);
    EXPECT_EQ(r.best_distortion, 0);
    EXPECT_EQ(r.vector_count, 2);
    EXPECT_EQ(r.vectors[9], (BidirectionalVector{{8, 0}, {0, -12}}));
}

TEST(Bme, KeepsAPartitionThatIsBetterAlone) {
    const Mean mean;
    RefineRequest request = mean.request();
    request.source.image.luma = mean.past.view();
    for (auto& v : request.vectors) v.forward = {0, 0};
    const RefineResult r = refine(request);
    EXPECT_EQ(r.directions[0], Direction::forward);
    EXPECT_EQ(r.best_distortion, 0);
    EXPECT_EQ(r.vector_count, 1);
}

TEST(Bme, DecidesPartitionByPartition) {
    const Mean mean;
    RefineRequest request = mean.request();
    const Picture source(96, 96, [&](int x, int y) {
        return y < kY + 8 ? mean.source.nearest(x, y) : mean.future.nearest(x, y - 3);
    });
    request.source.image.luma = source.view();
    request.major_shape = MajorShape::shape_16x8;
    request.directions = {Direction::forward, Direction::forward, Direction::backward, Direction::backward};
    RefineResult r = refine(request);
    EXPECT_EQ(r.directions, (std::array{Direction::bidirectional, Direction::bidirectional,
                                        Direction::backward, Direction::backward}));
    EXPECT_EQ(r.vector_count, 3);
    EXPECT_EQ(r.best_distortion, 0);

    // All or none: the lower half alone is worth more than the upper half mixed.
    request.disable_bidirectional_mix = true;
    const int upper_alone = sad(source, mean.past, kBlocks[kFirst16x8], {8, 0}, Filter::four_tap);
    r = refine(request);
    EXPECT_EQ(r.directions, request.directions);
    EXPECT_EQ(r.best_distortion, upper_alone);

    request.source.image.luma = mean.source.view();  // now both halves are mixed
    r = refine(request);
    for (const Direction d : r.directions) EXPECT_EQ(d, Direction::bidirectional);
    EXPECT_EQ(r.best_distortion, 0);
}

// Handed a bidirectional partition, FME refines both vectors and leaves it so; BME weighs it anew.
TEST(Fme, BidirectionalPartitionsStayBidirectional) {
    const Mean mean;
    RefineRequest request = mean.request();
    request.bidirectional.reset();
    request.subpixel = SubpixelMode::half;
    request.directions.fill(Direction::bidirectional);
    const RefineResult r = refine(request);
    EXPECT_EQ(r.directions[0], Direction::bidirectional);
    EXPECT_EQ(r.vector_count, 2);
    EXPECT_EQ(r.vectors[0].forward, expected_vector(mean.source, mean.past, kBlocks[0], {8, 0}, false));
    EXPECT_EQ(r.vectors[0].backward, expected_vector(mean.source, mean.future, kBlocks[0], {0, -12}, false));
}

TEST(Bme, ABidirectionalPartitionFallsBackToItsCheaperPicture) {
    const Mean mean;
    RefineRequest request = mean.request();
    request.directions.fill(Direction::bidirectional);
    request.source.image.luma = mean.future.view();
    for (auto& v : request.vectors) v.backward = {0, 0};
    EXPECT_EQ(refine(request).directions[0], Direction::backward);
    const Picture flat(96, 96, 60);
    RefineRequest tie = request_for(flat, flat);
    tie.set_backward({.luma = flat.view()});
    tie.bidirectional = BidirectionalWeight::half;
    tie.directions.fill(Direction::bidirectional);
    EXPECT_EQ(refine(tie).directions[0], Direction::forward);
}

TEST(Bme, TiesStayWithOnePicture) {
    const Picture flat(96, 96, 60);
    RefineRequest request = request_for(flat, flat);
    request.set_backward({.luma = flat.view()});
    request.bidirectional = BidirectionalWeight::half;
    EXPECT_EQ(refine(request).directions[0], Direction::forward);
}

TEST(Bme, TakesTheWeights) {
    const Picture dark(96, 96, 40), bright(96, 96, 200);
    const struct {
        BidirectionalWeight weight;
        int mixed;
    } cases[] = {{BidirectionalWeight::quarter, 80},  // 40 + 160 / 4
                 {BidirectionalWeight::third, 93},    // (43 * 40 + 21 * 200 + 32) / 64 = 93.0
                 {BidirectionalWeight::half, 120},
                 {BidirectionalWeight::two_thirds, 148},  // (21 * 40 + 43 * 200 + 32) / 64 = 148.0
                 {BidirectionalWeight::three_quarters, 160}};
    for (const auto& c : cases) {
        const Picture source(96, 96, static_cast<uint8_t>(c.mixed));
        RefineRequest request = request_for(source, dark);
        request.set_backward({.luma = bright.view()});
        request.bidirectional = c.weight;
        const RefineResult r = refine(request);
        EXPECT_EQ(r.best_distortion, 0) << c.mixed;
        EXPECT_EQ(r.directions[0], Direction::bidirectional);
    }
}

TEST(Bme, SubpixelRefinesBothVectorsFirst) {
    const Picture past = test::texture(96, 96, 22), future = test::texture(96, 96, 22);
    const Picture a = between(past, 1, 2), b = between(future, -2, 3);
    const Picture source(96, 96, [&](int x, int y) { return (a.nearest(x, y) + b.nearest(x, y) + 1) / 2; });
    RefineRequest request = request_for(source, past);
    request.set_backward({.luma = future.view()});
    request.bidirectional = BidirectionalWeight::half;
    const RefineResult r = refine(request);
    const Block whole = kBlocks[0];
    EXPECT_EQ(r.vectors[0].forward, expected_vector(source, past, whole, {0, 0}, true));
    EXPECT_EQ(r.vectors[0].backward, expected_vector(source, future, whole, {0, 0}, true));
}

TEST(Bme, BidirectionalPaysForBothVectorsAndReferences) {
    const Mean mean;
    RefineRequest request = mean.request();
    request.forward.fill({.luma = mean.past.view(), .id = 1});
    request.backward.fill({.luma = mean.future.view(), .id = 7});
    request.costs.base_multi_reference.bits = 5;
    request.costs.motion_vector.emplace();
    for (U4U4& u : request.costs.motion_vector->table) u.bits = 3;
    EXPECT_EQ(refine(request).best_distortion, 5 + 15 + 2 * (3 + 3));
}

}  // namespace
}  // namespace genmedia::vme
