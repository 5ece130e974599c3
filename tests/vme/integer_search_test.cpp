// SPDX-License-Identifier: MIT
#include "genmedia/partition.h"
#include "made_pictures.h"
#include "vme/backends.h"
#include "vme/evaluated.h"
#include "vme/operations.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme {
namespace {

using test::Picture;

ImeRequest request_for(const Picture& source, const Picture& reference, int x, int y) {
    ImeRequest request;
    request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = x, .y = y};
    request.forward.luma = reference.view();
    return request;
}

ImeResult search(const ImeRequest& request) { return evaluated<ImeResult>(request); }

uint8_t only(uint8_t partition) { return static_cast<uint8_t>(partition_all & ~partition); }

// Straight from the definition.
int sad(const Picture& source, const Picture& reference, int x, int y, int w, int h, int dx, int dy) {
    return test::unit_sad(source, x, y, w, h,
                          [&](int i, int j) { return reference.nearest(i + dx, j + dy); });
}

// The smallest SAD of a block over the given displacements.
int smallest(const Picture& s, const Picture& r, int x, int y, int w, int h, PixelOffset low,
             PixelOffset high) {
    int best = 1 << 30;
    for (int dy = low.y; dy <= high.y; dy++) {
        for (int dx = low.x; dx <= high.x; dx++) best = std::min(best, sad(s, r, x, y, w, h, dx, dy));
    }
    return best;
}

TEST(IntegerSearch, FindsADisplacedPicture) {
    const Picture reference = test::texture(96, 96, 1), source = test::moved(reference, -7, 5);
    const ImeResult r = search(request_for(source, reference, 32, 32));
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x16);
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{28, -20}));  // the block came from (+7, -5)
    EXPECT_EQ(r.best_distortion, 0);
    EXPECT_EQ(r.vector_count, 1);
}

// On silicon dx runs from -12 to 15 and dy from -12 to 11.
TEST(IntegerSearch, ExhaustiveSearchesAllPositionsBut16To13Left) {
    const Picture source = test::noise(96, 96, 2), reference = test::noise(96, 96, 3);
    const PixelOffset low{-12, -12}, high{15, 11};
    ImeRequest request = request_for(source, reference, 40, 36);
    request.disabled_partitions = only(partition_16x16);
    EXPECT_EQ(search(request).best_distortion, smallest(source, reference, 40, 36, 16, 16, low, high));
    request.disabled_partitions = only(partition_8x16);
    EXPECT_EQ(search(request).best_distortion, smallest(source, reference, 40, 36, 8, 16, low, high) +
                                                   smallest(source, reference, 48, 36, 8, 16, low, high));
    request.disabled_partitions = only(partition_8x4);
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += smallest(source, reference, 40 + i % 2 * 8, 36 + i / 2 * 4, 8, 4, low, high);
    }
    EXPECT_EQ(search(request).best_distortion, sum);
}

TEST(IntegerSearch, WindowsHaveTheirSizesAndOffsets) {
    const Picture source = test::noise(160, 160, 4), reference = test::noise(160, 160, 5);
    const struct {
        SearchWindow window;
        PixelOffset low, high;
    } windows[] = {
        {SearchWindow::small, {-6, -6}, {5, 5}},      {SearchWindow::tiny, {-4, -4}, {3, 3}},
        {SearchWindow::extra_tiny, {-2, -2}, {1, 1}}, {SearchWindow::radius_16x12, {-16, -12}, {15, 11}},
        {SearchWindow::radius_2x2, {-2, -2}, {1, 1}},
    };
    for (const auto& w : windows) {
        for (const PixelOffset offset : {PixelOffset{0, 0}, PixelOffset{21, -13}, PixelOffset{-90, 100}}) {
            ImeRequest request = request_for(source, reference, 64, 48);
            request.disabled_partitions = only(partition_16x16);
            request.window = w.window;
            request.forward_offset = offset;
            const ImeResult r = search(request);
            const PixelOffset low{w.low.x + offset.x, w.low.y + offset.y};
            const PixelOffset high{w.high.x + offset.x, w.high.y + offset.y};
            EXPECT_EQ(r.best_distortion, smallest(source, reference, 64, 48, 16, 16, low, high));
            const MotionVector v = r.vectors[0].forward;
            EXPECT_EQ(sad(source, reference, 64, 48, 16, 16, v.x / 4, v.y / 4), r.best_distortion);
        }
    }
}

// All positions match alike: the first one visited stays. It is the first of the first search unit.
TEST(IntegerSearch, TiesGoToTheFirstPositionVisited) {
    const Picture flat(64, 64, 77);
    ImeRequest request = request_for(flat, flat, 16, 16);
    EXPECT_EQ(search(request).vectors[0].forward,
              (MotionVector{0, 0}));  // unit (4, 3) of window at (-16, -12)
    request.window = SearchWindow::small;
    EXPECT_EQ(search(request).vectors[0].forward, (MotionVector{-8, -8}));  // unit (1, 1) at (-6, -6)
    request.window = SearchWindow::tiny;
    EXPECT_EQ(search(request).vectors[0].forward, (MotionVector{-16, -16}));
    request.window = SearchWindow::radius_16x12;
    EXPECT_EQ(search(request).vectors[0].forward, (MotionVector{-64, -48}));
}

// Two exact matches in one search unit, (1, 0) and (0, 1) from its corner: raster order finds (1, 0) first.
TEST(IntegerSearch, UnitsAreSearchedInRasterOrder) {
    const Picture reference(64, 64, [](int x, int y) { return (x + y) * 3; });  // constant along diagonals
    const Picture source(64, 64, [&](int x, int y) { return reference.nearest(x + 1, y); });
    ImeRequest request = request_for(source, reference, 16, 16);
    EXPECT_EQ(search(request).vectors[0].forward, (MotionVector{4, 0}));
}

TEST(IntegerSearch, OutsideThePictureTheNearestPixelIsRepeated) {
    const Picture source = test::noise(48, 32, 6), reference = test::noise(48, 32, 7);
    for (const auto& [x, y] : {std::pair{0, 0}, std::pair{47, 31}, std::pair{37, 20}}) {
        ImeRequest request = request_for(source, reference, x, y);
        request.disabled_partitions = only(partition_16x16);
        request.forward_offset = {5, -30};
        EXPECT_EQ(search(request).best_distortion,
                  smallest(source, reference, x, y, 16, 16, {-7, -42}, {20, -19}));
    }
}

TEST(IntegerSearch, VectorCostPullsTowardsItsCentre) {
    const Picture flat(64, 64, 9);
    ImeRequest request = request_for(flat, flat, 16, 16);
    request.costs.motion_vector.emplace();
    for (int i = 0; i < 8; i++) request.costs.motion_vector->table[i].bits = static_cast<uint8_t>(i);
    request.costs.motion_vector->center.fill({.forward = {20, -32}, .backward = {}});
    const ImeResult r = search(request);
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{20, -32}));
    EXPECT_EQ(r.best_distortion, 0);
}

// With 5 at distance zero and 2 at a pixel (four quarter pixels), a pixel away on both axes is cheapest.
TEST(IntegerSearch, CostAtDistanceZeroCounts) {
    const Picture flat(64, 64, 9);
    ImeRequest request = request_for(flat, flat, 16, 16);
    request.costs.motion_vector.emplace();
    request.costs.motion_vector->table[0].bits = 5;
    request.costs.motion_vector->table[3].bits = 2;  // at distance 4
    for (int i = 4; i < 8; i++) request.costs.motion_vector->table[i].bits = 9;
    const ImeResult r = search(request);
    EXPECT_EQ(r.best_distortion, 4);
    EXPECT_EQ(std::abs(r.vectors[0].forward.x), 4);
    EXPECT_EQ(std::abs(r.vectors[0].forward.y), 4);
}

TEST(IntegerSearch, EachQuadrantHasItsOwnCentre) {
    const Picture flat(64, 64, 9);
    ImeRequest request = request_for(flat, flat, 16, 16);
    request.disabled_partitions = only(partition_8x8);
    request.costs.motion_vector.emplace();
    for (int i = 0; i < 8; i++) request.costs.motion_vector->table[i].bits = static_cast<uint8_t>(i);
    const MotionVector centers[4] = {{4, 4}, {-8, 4}, {4, -8}, {12, 16}};
    for (int q = 0; q < 4; q++) request.costs.motion_vector->center[q].forward = centers[q];
    const ImeResult r = search(request);
    for (int e = 0; e < 16; e++) EXPECT_EQ(r.vectors[e].forward, centers[e / 4]) << e;

    request.disabled_partitions = only(partition_16x8);
    const ImeResult halves = search(request);
    EXPECT_EQ(halves.vectors[0].forward, centers[0]);
    EXPECT_EQ(halves.vectors[8].forward, centers[2]);
    request.disabled_partitions = only(partition_8x16);
    EXPECT_EQ(search(request).vectors[4].forward, centers[1]);
}

TEST(IntegerSearch, HaarSeesTexture) {
    const Picture reference = test::texture(96, 96, 8);
    // Everything brighter by 20: SAD suffers, the AC coefficients do not.
    const Picture source(
        96, 96, [&](int x, int y) { return std::min(255, reference.nearest(x + 3, y - 2) / 2 + 20); });
    const Picture dim(96, 96, [&](int x, int y) { return reference.nearest(x, y) / 2; });
    ImeRequest request = request_for(source, dim, 32, 32);
    request.distortion = Distortion::ac_haar;
    request.disabled_partitions = only(partition_16x16);
    const ImeResult r = search(request);
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{12, -8}));
    EXPECT_EQ(r.best_distortion, 0);
}

// A differs by 60 in every pixel, 15360 in all. B matches in twelve of its 4x4 blocks and differs by 255 in
// four: 16320 by SADs without an end, 4 * 2047 on silicon.
TEST(IntegerSearch, ABlockOf4x4PixelsEndsAt2047) {
    const Picture source(96, 80, 0);
    const Picture reference(96, 80, [](int x, int y) {
        if (y < 32 || y >= 48) return 255;
        if (x >= 17 && x < 33) return 60;
        return x >= 40 && x < 56 && y >= 36 ? 0 : 255;
    });
    ImeRequest request = request_for(source, reference, 32, 32);
    request.window = SearchWindow::radius_16x12;
    request.disabled_partitions = only(partition_16x16);
    const ImeResult r = search(request);
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{32, 0}));
    EXPECT_EQ(r.best_distortion, 4 * 2047);
}

TEST(IntegerSearch, DualReferenceKeepsARecordForEach) {
    const Picture past = test::texture(96, 96, 9), future = test::texture(96, 96, 10);
    // The upper half comes from the past at (+2, +3), the lower from the future at (-5, -4).
    const Picture source(96, 96, [&](int x, int y) {
        return y < 40 ? past.nearest(x + 2, y + 3) : future.nearest(x - 5, y - 4);
    });
    ImeRequest request = request_for(source, past, 32, 32);
    request.forward.id = 2;
    request.backward = Reference{.luma = future.view(), .id = 5};
    const ImeResult r = search(request);
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x8);
    EXPECT_EQ(r.directions,
              (std::array{Direction::forward, Direction::forward, Direction::backward, Direction::backward}));
    EXPECT_EQ(r.vectors[0].forward, (MotionVector{8, 12}));
    EXPECT_EQ(r.vectors[8].backward, (MotionVector{-20, -16}));
    EXPECT_EQ(r.best_distortion, 0);
    for (const ReferenceIds ids : r.reference_ids) EXPECT_EQ(ids, (ReferenceIds{2, 5}));
}

TEST(IntegerSearch, BackwardWindowHasItsOwnOffset) {
    const Picture past = test::noise(96, 96, 11), future = test::texture(96, 96, 12);
    const Picture source = test::moved(future, 20, -18);
    ImeRequest request = request_for(source, past, 32, 32);
    request.backward = Reference{.luma = future.view()};
    request.backward_offset = {-16, 20};
    const ImeResult r = search(request);
    EXPECT_EQ(r.directions[0], Direction::backward);
    EXPECT_EQ(r.vectors[0].backward, (MotionVector{-80, 72}));
}

// Each direction has its own stream.
TEST(IntegerSearch, BackwardRecordsAreStreamedToo) {
    const Picture past = test::noise(96, 96, 26), future = test::noise(96, 96, 27);
    const Picture source = test::noise(96, 96, 28);
    ImeRequest request = request_for(source, past, 32, 32);
    request.backward = Reference{.luma = future.view()};
    request.disabled_partitions = only(partition_16x16);
    const ImeResult first = search(request);
    EXPECT_EQ(first.stream_out.backward[0].distortion,
              smallest(source, future, 32, 32, 16, 16, {-8, -8}, {7, 7}));
    request.stream_in = first.stream_out;
    request.stream_in->backward[0] = {{-4, 8}, 1, 6};
    const ImeResult second = search(request);
    EXPECT_EQ(second.directions[0], Direction::backward);
    EXPECT_EQ(second.vectors[0].backward, (MotionVector{-4, 8}));
    EXPECT_EQ(second.vectors[0].forward, first.vectors[0].forward);
    EXPECT_EQ(second.reference_ids[0].backward, 6);
    EXPECT_EQ(second.best_distortion, 1);
}

TEST(IntegerSearch, BordersAreThoseOfTheWinningDirections) {
    const Picture past = test::texture(128, 128, 29), future = test::texture(128, 128, 30);
    // Left half from the past at its window's left edge, right half from the future at its lower edge.
    const Picture source(
        128, 128, [&](int x, int y) { return x < 56 ? past.nearest(x - 8, y) : future.nearest(x, y + 7); });
    ImeRequest request = request_for(source, past, 48, 48);
    request.backward = Reference{.luma = future.view()};
    const ImeResult r = search(request);
    ASSERT_EQ(r.major_shape, MajorShape::shape_8x16);
    EXPECT_EQ(r.forward_border, border_left);
    EXPECT_EQ(r.backward_border, border_bottom);
}

TEST(IntegerSearch, ReferencePenaltyIsAddedToEachBlock) {
    const Picture flat(64, 64, 1);
    ImeRequest request = request_for(flat, flat, 16, 16);
    request.forward.id = 4;                          // twice the base
    request.costs.base_multi_reference.bits = 0x15;  // 10
    const ImeResult r = search(request);
    EXPECT_EQ(r.best_distortion, 20);
    EXPECT_EQ(r.stream_out.forward[0].distortion, 20);
    EXPECT_EQ(r.stream_out.forward[8].distortion, 20);
    EXPECT_EQ(r.stream_out.forward[0].reference_id, 4);
}

TEST(IntegerSearch, StreamsOutTheNineMajorRecords) {
    const Picture source = test::noise(96, 96, 13), reference = test::noise(96, 96, 14);
    const ImeRequest request = request_for(source, reference, 32, 32);
    const MajorRecords records = search(request).stream_out.forward;
    EXPECT_EQ(search_major_blocks(kReferenceBackend.functions, request), records);
    const int places[9][4] = {{0, 0, 16, 16}, {0, 0, 16, 8}, {0, 8, 16, 8}, {0, 0, 8, 16}, {8, 0, 8, 16},
                              {0, 0, 8, 8},   {8, 0, 8, 8},  {0, 8, 8, 8},  {8, 8, 8, 8}};
    for (int b = 0; b < 9; b++) {
        const auto [x, y, w, h] = places[b];
        EXPECT_EQ(records[b].distortion,
                  smallest(source, reference, 32 + x, 32 + y, w, h, {-12, -12}, {15, 11}))
            << b;
    }
}

TEST(IntegerSearch, AStreamedRecordReplacesOnlyAWorseOne) {
    const Picture source = test::noise(96, 96, 15), reference = test::noise(96, 96, 16);
    ImeRequest request = request_for(source, reference, 32, 32);
    request.disabled_partitions = only(partition_16x16);
    const ImeResult alone = search(request);
    ImeStream stream = alone.stream_out;
    stream.forward[0].vector = {400, 404};
    stream.forward[0].reference_id = 9;
    request.stream_in = stream;
    EXPECT_EQ(search(request).vectors[0], alone.vectors[0]);  // as good: the new one stays
    request.stream_in->forward[0].distortion--;
    const ImeResult replaced = search(request);
    EXPECT_EQ(replaced.vectors[0].forward, (MotionVector{400, 404}));
    EXPECT_EQ(replaced.best_distortion, alone.best_distortion - 1);
    EXPECT_EQ(replaced.reference_ids[3].forward, 9);
    EXPECT_EQ(replaced.stream_out.forward[0].vector, (MotionVector{400, 404}));
}

// Three windows one after the other find what is best in any of them.
TEST(IntegerSearch, ChainedCallsFindTheBestOfAllWindows) {
    const Picture source = test::noise(160, 96, 17), reference = test::noise(160, 96, 18);
    ImeRequest request = request_for(source, reference, 64, 32);
    request.disabled_partitions = only(partition_8x8);
    request.window = SearchWindow::radius_16x12;
    ImeResult r;
    for (const int x : {-32, 0, 32}) {
        request.forward_offset.x = x;
        r = search(request);
        request.stream_in = r.stream_out;
    }
    for (int q = 0; q < 4; q++) {
        EXPECT_EQ(r.distortions[4 * q],
                  smallest(source, reference, 64 + q % 2 * 8, 32 + q / 2 * 8, 8, 8, {-48, -12}, {47, 11}));
    }
}

TEST(IntegerSearch, StreamsAcrossReferencesKeepTheirIds) {
    const Picture near_picture = test::noise(96, 96, 19), far_picture = test::texture(96, 96, 20);
    const Picture source = test::moved(far_picture, 3, 2);
    ImeRequest request = request_for(source, near_picture, 32, 32);
    const ImeResult first = search(request);
    request.forward = {.luma = far_picture.view(), .id = 15};
    request.stream_in = first.stream_out;
    const ImeResult second = search(request);
    EXPECT_EQ(second.reference_ids[0].forward, 15);
    EXPECT_EQ(second.vectors[0].forward, (MotionVector{-12, -8}));
    // The other way round the far picture's record is streamed in and wins.
    request.forward = {.luma = near_picture.view(), .id = 0};
    request.stream_in = second.stream_out;
    EXPECT_EQ(search(request).reference_ids[0].forward, 15);
}

TEST(IntegerSearch, StopsEarlyOnceTheThresholdIsMet) {
    const Picture reference = test::texture(96, 96, 21);
    const Picture source =
        test::moved(reference, 12, 0);  // exact only at (-12, 0): unit (1, 3), late in the spiral
    ImeRequest request = request_for(source, reference, 32, 32);
    EXPECT_EQ(search(request).best_distortion, 0);
    request.early_termination = U4U4{0xAF};  // 15360: the first unit is enough
    const ImeResult r = search(request);
    EXPECT_TRUE(r.terminated_early);
    EXPECT_GE(r.vectors[0].forward.x, 0);
    EXPECT_LT(r.vectors[0].forward.x, 16);
    request.early_termination = U4U4{0x00};
    EXPECT_FALSE(search(request).terminated_early);
}

TEST(IntegerSearch, WeightsDivideTheDistortionOf4x4Blocks) {
    const Picture black(32, 32, 0), grey(32, 32, 64);
    ImeRequest request = request_for(black, grey, 0, 0);
    request.disabled_partitions = only(partition_16x16);
    EXPECT_EQ(search(request).best_distortion, 16384);
    request.sad_weights = 0xE4;  // blocks 0 to 3: shifts 0, 1, 2, 3; the rest 0
    const ImeResult r = search(request);
    EXPECT_EQ(r.best_distortion, 12 * 1024 + 1024 + 512 + 256 + 128);
    EXPECT_EQ(r.distortions[0], r.best_distortion);
}

TEST(IntegerSearch, TellsWhichBordersWinningVectorsReach) {
    const Picture reference = test::texture(128, 128, 22);
    const auto borders = [&](int dx, int dy) {
        const Picture source = test::moved(reference, -dx, -dy);
        ImeRequest request = request_for(source, reference, 48, 48);
        request.window = SearchWindow::tiny;
        return search(request).forward_border;
    };
    EXPECT_EQ(borders(0, 0), 0);
    EXPECT_EQ(borders(-4, 0), border_left);
    EXPECT_EQ(borders(3, -4), border_right | border_top);
    EXPECT_EQ(borders(1, 3), border_bottom);
}

TEST(IntegerSearch, VectorCountIsLimited) {
    const Picture source = test::noise(96, 96, 23), reference = test::noise(96, 96, 24);
    ImeRequest request = request_for(source, reference, 32, 32);
    const ImeResult free = search(request);
    EXPECT_EQ(free.vector_count, 16);  // noise: the smaller the block, the better its best match
    EXPECT_FALSE(free.truncated);
    request.max_vector_count = 8;
    const ImeResult limited = search(request);
    EXPECT_LE(limited.vector_count, 8);
    EXPECT_TRUE(limited.truncated);
    EXPECT_GT(limited.best_distortion, free.best_distortion);
}

// A hill to climb: brightness falls away from the match on all sides, beyond the sparse diamond's reach.
TEST(IntegerSearch, DiamondsFollowTheGradient) {
    const Picture reference = test::texture(160, 160, 25);
    const auto found = [&](SearchWindow window, int dx, int dy) {
        const Picture source = test::moved(reference, -dx, -dy);
        ImeRequest request = request_for(source, reference, 64, 64);
        request.window = window;
        return search(request).best_distortion == 0;
    };
    // Inside the predetermined units: (4, 3) is the middle, (1, 3) and (4, 0) the tips.
    EXPECT_TRUE(found(SearchWindow::diamond, 2, 1));
    EXPECT_TRUE(found(SearchWindow::diamond, -11, 2));
    EXPECT_TRUE(found(SearchWindow::diamond, 1, -10));
    // Units (6, 2) and (2, 4) are not predetermined in the small diamond, but next to those that are.
    EXPECT_TRUE(found(SearchWindow::diamond, 9, -3));
    EXPECT_TRUE(found(SearchWindow::diamond, -7, 5));
    EXPECT_TRUE(found(SearchWindow::large_diamond, 9, -3));
}

// Distortions beyond 16 bits: black against white, with costs on top, stays at 65535.
TEST(IntegerSearch, DistortionsSaturate) {
    const Picture black(32, 32, 0), white(32, 32, 255);
    ImeRequest request = request_for(black, white, 0, 0);
    request.disabled_partitions = only(partition_16x16);
    request.forward.id = 15;
    request.costs.linear_multi_reference = true;
    request.costs.base_multi_reference = {0x89};  // 15 * 2304 and 16 * 2047
    const ImeResult r = search(request);
    EXPECT_EQ(r.best_distortion, 65535);
    EXPECT_EQ(r.stream_out.forward[0].distortion, 65535);
}

// A search without blocks below 8x8 need not look at them; what it says of the others stays the same.
TEST(IntegerSearch, MajorRecordsDoNotDependOnMinorPartitions) {
    const Picture source = test::noise(96, 96, 1), reference = test::noise(96, 96, 2);
    for (const SearchWindow window : {SearchWindow::exhaustive, SearchWindow::tiny, SearchWindow::diamond}) {
        ImeRequest request = request_for(source, reference, 32, 32);
        request.window = window;
        const ImeResult all = search(request);
        request.disabled_partitions = partition_8x4 | partition_4x8 | partition_4x4;
        const ImeResult major = search(request);
        EXPECT_EQ(major.stream_out, all.stream_out);
        EXPECT_EQ(major.stream_out.forward[5].distortion,
                  sad(source, reference, 32, 32, 8, 8, major.stream_out.forward[5].vector.x / 4,
                      major.stream_out.forward[5].vector.y / 4));
        EXPECT_EQ(major.minor_shapes, (std::array<MinorShape, 4>{}));
    }
}

}  // namespace
}  // namespace genmedia::vme
