// SPDX-License-Identifier: MIT
// Searches of the caller's own design.
#include "genmedia/partition.h"
#include "picture.h"
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

// A ramp along x, in the reference 20 pixels further right: search units get better to the right.
TEST(CustomSearchPath, GoesOnAlongTheGradientUntilTheMost) {
    const Picture source(200, 120, [](int x, int) { return x; });
    const Picture reference(200, 120, [](int x, int) { return x - 20 < 0 ? 0 : x - 20; });
    ImeRequest request = request_for(source, reference);
    request.forward_offset = {0, 0};
    request.custom_path = CustomSearchPath{{64, 20}, 1, 1, true, {0, 0}, {}, {}};
    const auto x_after = [&](uint8_t units) {
        request.custom_path->max_search_units = units;
        return evaluated<ImeResult>(request).vectors[0].forward.x / 4;
    };
    // The first unit has positions 0 to 3, one row of units has only neighbours left and right.
    EXPECT_EQ(x_after(1), 3);
    EXPECT_EQ(x_after(2), 7);
    EXPECT_EQ(x_after(4), 15);
    EXPECT_EQ(x_after(6), 20);
    EXPECT_EQ(x_after(63), 20);
    request.custom_path->adaptive = false;
    EXPECT_EQ(x_after(63), 3);
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
    EXPECT_EQ(message({{48, 40}, 1, 1, false, {8, 0}}),
              "ImeRequest.custom_path.steps is a path outside of the window; expected one that meets it");
}

}  // namespace
}  // namespace genmedia::vme
