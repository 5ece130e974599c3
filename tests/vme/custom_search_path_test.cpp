// SPDX-License-Identifier: MIT
// Searches of the caller's own design.
#include "genmedia/partition.h"
#include "made_pictures.h"
#include "vme/evaluated.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme {
namespace {

using test::Picture;

constexpr int kX = 64, kY = 48;

ImeRequest request_for(const Picture& source, const Picture& reference) {
    ImeRequest request;
    request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = kX, .y = kY};
    request.forward.luma = reference.view();
    return request;
}

// Steps as Intel's driver sends them, lowest byte first.
std::array<uint8_t, 56> steps(std::initializer_list<uint32_t> dwords) {
    std::array<uint8_t, 56> bytes{};
    size_t i = 0;
    for (const uint32_t dword : dwords) {
        for (int shift = 0; shift < 32; shift += 8) bytes[i++] = static_cast<uint8_t>(dword >> shift);
    }
    return bytes;
}

const auto kSpiral =
    steps({0x0101F00F, 0x0F0F1010, 0xF0F0F00F, 0x01010101, 0x10101010, 0x0F0F0F0F, 0xF0F0F00F, 0x0101F0F0,
           0x01010101, 0x10101010, 0x0F0F1010, 0x0F0F0F0F, 0xF0F0F00F, 0xF0F0F0F0});
const auto kDiamond = steps({0x120FF10F, 0x1E22E20D, 0x20E2FF10, 0x2EDD06FC, 0x11D33FF1, 0xEB1FF33D,
                             0x4EF1F1F1, 0xF1F21211, 0x0DFFFFE0, 0x11201F1F, 0x1105F1CF});

// Rows of `columns` units, to and fro.
std::array<uint8_t, 56> raster(int columns) {
    std::array<uint8_t, 56> bytes{};
    for (size_t i = 0; i < bytes.size(); i++) {
        const auto n = static_cast<int>(i);
        bytes[i] = n % columns == columns - 1 ? 0x10 : n / columns % 2 == 0 ? 0x01 : 0x0F;
    }
    return bytes;
}

int sad(const Picture& source, const Picture& reference, int dx, int dy) {
    return test::unit_sad(source, kX, kY, 16, 16,
                          [&](int i, int j) { return reference.nearest(i + dx, j + dy); });
}

struct Named {
    SearchWindow window;
    CustomSearchPath path;  // the same, spelled out
    PixelOffset first;
};

// What the driver sends for the registry's windows, with one reference and with two.
const Named kSingle[] = {
    {SearchWindow::exhaustive, {{48, 40}, 48, 48, false, {4, 3}, {}, kSpiral}, {-16, -12}},
    {SearchWindow::small, {{28, 28}, 9, 9, false, {1, 1}, {}, kSpiral}, {-6, -6}},
    {SearchWindow::tiny, {{24, 24}, 4, 4, false, {}, {}, steps({0x000F1001})}, {-4, -4}},
    {SearchWindow::extra_tiny, {{20, 20}, 1, 1, false, {}, {}, {}}, {-2, -2}},
    {SearchWindow::diamond, {{48, 40}, 16, 57, true, {4, 3}, {}, kDiamond}, {-16, -12}},
    {SearchWindow::large_diamond, {{48, 40}, 32, 57, true, {4, 3}, {}, kDiamond}, {-16, -12}},
    {SearchWindow::radius_16x12, {{48, 40}, 48, 48, false, {}, {}, raster(8)}, {-16, -12}},
};
const Named kDual[] = {
    {SearchWindow::exhaustive, {{32, 32}, 16, 16, false, {2, 2}, {2, 2}, kSpiral}, {-8, -8}},
    {SearchWindow::diamond, {{32, 32}, 7, 57, true, {2, 2}, {2, 2}, kDiamond}, {-8, -8}},
    {SearchWindow::large_diamond, {{32, 32}, 10, 57, true, {2, 2}, {2, 2}, kDiamond}, {-8, -8}},
};

void expect_the_same(ImeRequest request, const Named& named) {
    request.window = named.window;
    const ImeResult expected = evaluated<ImeResult>(request);
    request.custom_path = named.path;
    for (PixelOffset* offset : {&request.forward_offset, &request.backward_offset}) {
        offset->x += named.first.x;
        offset->y += named.first.y;
    }
    EXPECT_EQ(evaluated<ImeResult>(request), expected) << "window " << static_cast<int>(named.window);
}

TEST(CustomSearchPath, SpellsOutTheRegistrysWindows) {
    for (uint32_t seed = 0; seed < 8; seed++) {
        const Picture reference = test::texture(160, 120, seed), source = test::moved(reference, -5, 3);
        ImeRequest request = request_for(source, reference);
        request.forward_offset = {3, -2};
        for (const Named& named : kSingle) expect_the_same(request, named);
        const Picture other = test::noise(160, 120, seed + 100);
        request.backward = Reference{.luma = other.view()};
        request.backward_offset = {-4, 6};
        for (const Named& named : kDual) expect_the_same(request, named);
    }
}

// 64x32 pixels: 48x16 positions. No constant of SearchWindow has such a window.
TEST(CustomSearchPath, ReachesAllOfAWideWindow) {
    const Picture source = test::noise(200, 120, 2), reference = test::noise(200, 120, 3);
    for (const WindowSize window : {WindowSize{64, 32}, WindowSize{32, 64}, WindowSize{36, 56}}) {
        ImeRequest request = request_for(source, reference);
        request.disabled_partitions = partition_all & ~partition_16x16;
        request.forward_offset = {-20, -9};
        request.custom_path =
            CustomSearchPath{window, 63, 63, false, {}, {}, raster((window.width - 16) / 4)};
        int best = 1 << 30;
        MotionVector vector;
        for (int dy = -9; dy < -9 + window.height - 16; dy++) {
            for (int dx = -20; dx < -20 + window.width - 16; dx++) {
                if (const int distortion = sad(source, reference, dx, dy); distortion < best) {
                    best = distortion;
                    vector = {static_cast<int16_t>(4 * dx), static_cast<int16_t>(4 * dy)};
                }
            }
        }
        const ImeResult result = evaluated<ImeResult>(request);
        EXPECT_EQ(result.best_distortion, best);
        EXPECT_EQ(result.vectors[0].forward, vector);
    }
}

// The block came from 12 to the right and 4 down: unit (7, 4) of the window, which the raster reaches as its
// fortieth.
TEST(CustomSearchPath, EndsAfterTheMostUnits) {
    const Picture reference = test::noise(200, 120, 9), source = test::moved(reference, -12, -4);
    ImeRequest request = request_for(source, reference);
    request.forward_offset = {-16, -12};
    request.custom_path = CustomSearchPath{{48, 40}, 48, 40, false, {}, {}, raster(8)};
    const auto found = [&] { return evaluated<ImeResult>(request).vectors[0].forward; };
    // Row 4 is walked from the left: unit (7, 4) is number 4 * 8 + 8.
    EXPECT_EQ(found(), (MotionVector{48, 16}));
    request.custom_path->max_search_units = 39;
    EXPECT_NE(found(), (MotionVector{48, 16}));
    request.custom_path->max_search_units = 63;
    request.custom_path->length = 39;
    EXPECT_NE(found(), (MotionVector{48, 16}));
}

// A step of 0 ends the path: the third unit is not searched, whatever the length. [prm: 3.1.2.1, page 40]
TEST(CustomSearchPath, AStepOfZeroEndsIt) {
    const Picture reference = test::noise(200, 120, 9), source = test::moved(reference, -9, -1);
    ImeRequest request = request_for(source, reference);
    request.custom_path = CustomSearchPath{{32, 20}, 4, 4, false, {}, {}, {0x01, 0x01, 0x01}};
    EXPECT_EQ(evaluated<ImeResult>(request).vectors[0].forward, (MotionVector{36, 4}));
    request.custom_path->steps[1] = 0;
    EXPECT_NE(evaluated<ImeResult>(request).vectors[0].forward, (MotionVector{36, 4}));
}

// [prm: M0.3 10:8, page 64] Start 0, start 1, and the steps from there: units (0, 0), (3, 0), (4, 0).
TEST(CustomSearchPath, TwoStartsOfOneRecord) {
    const Picture reference = test::noise(200, 120, 9);
    const auto finds = [&](int dx, uint8_t length) {
        const Picture source = test::moved(reference, -dx, -1);
        ImeRequest request = request_for(source, reference);
        request.custom_path = CustomSearchPath{{64, 20}, length, length, false, {0, 0}, {3, 0}, {0x01, 0x01}};
        request.custom_path->control = SearchControl::dual_start;
        return evaluated<ImeResult>(request).best_distortion == 0;
    };
    EXPECT_TRUE(finds(1, 1));
    EXPECT_FALSE(finds(13, 1));
    EXPECT_TRUE(finds(13, 2));
    EXPECT_FALSE(finds(17, 2));
    EXPECT_TRUE(finds(17, 3));
    EXPECT_FALSE(finds(5, 3));
}

// [prm: M0.3 10:8, page 64; 3.1.2.2] Two records in one picture: (0, 0), (1, 0) and (3, 0), (4, 0); each
// block has the better match of both.
TEST(CustomSearchPath, TwoRecordsOfOnePicture) {
    const Picture reference = test::noise(200, 120, 9);
    // The left half of the block lies 5 pixels to the right, in unit 1; the right half 17, in unit 4.
    const Picture source(200, 120,
                         [&](int x, int y) { return reference.nearest(x + (x < kX + 8 ? 5 : 17), y + 1); });
    ImeRequest request = request_for(source, reference);
    request.custom_path = CustomSearchPath{{64, 20}, 2, 2, false, {0, 0}, {3, 0}, {0x01}};
    request.custom_path->control = SearchControl::dual_record;
    const ImeResult found = evaluated<ImeResult>(request);
    EXPECT_EQ(found.major_shape, MajorShape::shape_8x16);
    EXPECT_EQ(found.best_distortion, 0);
    EXPECT_EQ(found.vectors[0].forward, (MotionVector{20, 4}));
    EXPECT_EQ(found.vectors[4].forward, (MotionVector{68, 4}));
    EXPECT_EQ(found.directions, (std::array<Direction, 4>{}));
}

// Two records of one picture share a scoreboard. Both walk over (1, 0) and (2, 0); by turns, the first begins
// at (0, 0) and the second, from (1, 0), has (1, 0) before the first comes there. Its cost centre says who
// searched it.
TEST(CustomSearchPath, TwoRecordsShareAScoreboard) {
    const Picture flat(200, 120, 50);
    ImeRequest request = request_for(flat, flat);
    request.disabled_partitions = partition_all & ~partition_16x16;
    MotionVectorCost& cost = request.costs.motion_vector.emplace();
    cost.table.fill({0x1A});  // 20 from a distance of one on
    cost.table[0] = {};
    cost.precision = CostPrecision::pixel;
    // Pixel (4, 0), of unit (1, 0), is the first record's centre, and pixel (0, 0) the second's: neither is
    // searched by its own record, so each axis that differs costs 20.
    for (BidirectionalVector& center : cost.center) center = {.forward = {16, 4}, .backward = {0, 4}};
    request.custom_path = CustomSearchPath{{64, 20}, 2, 2, false, {0, 0}, {1, 0}, {0x01}};
    request.custom_path->control = SearchControl::dual_record;
    EXPECT_EQ(evaluated<ImeResult>(request).best_distortion, 20);
    // With starts exchanged each record has its centre in its unit.
    std::swap(request.custom_path->forward_start, request.custom_path->backward_start);
    EXPECT_EQ(evaluated<ImeResult>(request).best_distortion, 0);
}

// [prm: M0.3 11] The first path takes steps 0 and 2, the second 1 and 3.
TEST(CustomSearchPath, TwoPathsTakeStepsByTurns) {
    const Picture flat(200, 120, 50);
    ImeRequest request = request_for(flat, flat);
    request.backward = request.forward;
    request.costs.motion_vector.emplace().table = {{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}};
    for (BidirectionalVector& center : request.costs.motion_vector->center)
        center = {.forward = {255, 255},
                  .backward = {255, 255}};  // beyond all: the furthest unit is the best
    const auto unit = [](MotionVector v) { return std::pair{v.x / 16, v.y / 16}; };
    request.custom_path = CustomSearchPath{{40, 40}, 3, 3, false, {}, {}, {0x01, 0x10, 0x01, 0x11}};
    ImeStream found = evaluated<ImeResult>(request).stream_out;
    EXPECT_EQ(unit(found.forward[0].vector), (std::pair{1, 1}));
    request.custom_path->separate_steps = true;
    found = evaluated<ImeResult>(request).stream_out;
    EXPECT_EQ(unit(found.forward[0].vector), (std::pair{2, 0}));
    EXPECT_EQ(unit(found.backward[0].vector), (std::pair{1, 2}));
}

// A path that comes by a unit again keeps the first visit's place among equals.
TEST(CustomSearchPath, FirstVisitCountsAmongEquals) {
    const Picture flat(120, 100, 50);
    ImeRequest request = request_for(flat, flat);
    request.custom_path =
        CustomSearchPath{{24, 24}, 3, 3, false, {1, 0}, {}, {0x0F, 0x01}};  // (1, 0), (0, 0), (1, 0)
    EXPECT_EQ(evaluated<ImeResult>(request).vectors[0].forward, (MotionVector{16, 0}));
}

TEST(CustomSearchPath, EachReferenceHasItsStart) {
    const Picture flat(120, 100, 50);
    ImeRequest request = request_for(flat, flat);
    request.backward = request.forward;
    request.custom_path = CustomSearchPath{{28, 28}, 1, 1, false, {1, 0}, {0, 2}, {}};
    const ImeResult result = evaluated<ImeResult>(request);
    EXPECT_EQ(result.stream_out.forward[0].vector, (MotionVector{16, 0}));
    EXPECT_EQ(result.stream_out.backward[0].vector, (MotionVector{0, 32}));
}

TEST(CustomSearchPath, ImpossibleOnesAreRefused) {
    const Picture flat(120, 100, 50);
    const auto message = [&](const CustomSearchPath& path) {
        ImeRequest request = request_for(flat, flat);
        request.custom_path = path;
        ImeResult result;
        return evaluate(request, result).message();
    };
    EXPECT_EQ(message({{16, 40}}), "ImeRequest.custom_path.window.width is 16; expected 20..64");
    EXPECT_EQ(message({{48, 68}}), "ImeRequest.custom_path.window.height is 68; expected 20..64");
    EXPECT_EQ(message({{46, 40}}), "ImeRequest.custom_path.window.width is 46; expected a multiple of 4");
    EXPECT_EQ(message({{48, 40}, 0}), "ImeRequest.custom_path.length is 0; expected 1..63");
    EXPECT_EQ(message({{48, 40}, 64}), "ImeRequest.custom_path.length is 64; expected 1..63");
    EXPECT_EQ(message({{48, 40}, 1, 0}), "ImeRequest.custom_path.max_search_units is 0; expected 1..63");
    EXPECT_EQ(message({{48, 40}, 1, 1, false, {16, 0}}),
              "ImeRequest.custom_path.forward_start.x is 16; expected 0..15");
    CustomSearchPath path{{48, 40}, 1, 1, false, {}, {}, {}, SearchControl::dual_start};
    ImeRequest request = request_for(flat, flat);
    request.backward = request.forward;
    request.custom_path = path;
    ImeResult result;
    EXPECT_EQ(evaluate(request, result).message(),
              "ImeRequest.custom_path.control is 1; expected 0 (single_start) in two reference pictures");
    path.control = static_cast<SearchControl>(2);
    EXPECT_EQ(message(path), "ImeRequest.custom_path.control is 2; expected one of 0 1 3");
}

// A path that never meets the window finds nothing: the largest distortion there is.
TEST(CustomSearchPath, OutsideOfTheWindowNothingIsFound) {
    const Picture flat(120, 100, 50);
    ImeRequest request = request_for(flat, flat);
    request.custom_path = CustomSearchPath{{48, 40}, 1, 1, false, {8, 0}, {}, {}};
    const ImeResult result = evaluated<ImeResult>(request);
    EXPECT_EQ(result.best_distortion, 0xFFFF);
    for (const MajorRecord& record : result.stream_out.forward) EXPECT_EQ(record.distortion, 0xFFFF);
}

}  // namespace
}  // namespace genmedia::vme
