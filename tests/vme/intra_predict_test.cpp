// SPDX-License-Identifier: MIT
#include "vme/intra/intra_predict.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <utility>

namespace genmedia::vme {
namespace {

Edges random_edges(int size, unsigned seed) {
    std::mt19937 random(seed);
    Edges edges{.has_left = true, .has_upper = true, .has_upper_left = true};
    for (int i = 0; i < size; i++) edges.left[i] = static_cast<uint8_t>(random() >> 24);
    for (int i = 0; i < 2 * size; i++) edges.upper[i] = static_cast<uint8_t>(random() >> 24);
    edges.upper_left = static_cast<uint8_t>(random() >> 24);
    return edges;
}

// The sample equations of H.264 8.3.1.2 and 8.3.2.2 as the standard writes them, with p[x, -1], p[-1, y].
int standard(LumaMode mode, const Edges& e, int n, int x, int y) {
    const auto p = [&](int px, int py) -> int {
        if (px == -1) return py == -1 ? e.upper_left : e.left[py];
        return e.upper[px];
    };
    switch (mode) {
        case LumaMode::vertical: return p(x, -1);
        case LumaMode::horizontal: return p(-1, y);
        case LumaMode::dc: {
            int sum = n;
            for (int i = 0; i < n; i++) sum += p(i, -1) + p(-1, i);
            return sum / (2 * n);
        }
        case LumaMode::diagonal_down_left:
            if (x == n - 1 && y == n - 1) return (p(2 * n - 2, -1) + 3 * p(2 * n - 1, -1) + 2) >> 2;
            return (p(x + y, -1) + 2 * p(x + y + 1, -1) + p(x + y + 2, -1) + 2) >> 2;
        case LumaMode::diagonal_down_right:
            if (x > y) {
                return ((x - y - 2 < 0 ? p(-1, -1) : p(x - y - 2, -1)) + 2 * p(x - y - 1, -1) + p(x - y, -1) +
                        2) >>
                       2;
            }
            if (x < y) return (p(-1, y - x - 2) + 2 * p(-1, y - x - 1) + p(-1, y - x) + 2) >> 2;
            return (p(0, -1) + 2 * p(-1, -1) + p(-1, 0) + 2) >> 2;
        case LumaMode::vertical_right: {
            const int z = 2 * x - y, i = x - (y >> 1);
            if (z >= 0 && z % 2 == 0) return (p(i - 1, -1) + p(i, -1) + 1) >> 1;
            if (z > 0) return (p(i - 2, -1) + 2 * p(i - 1, -1) + p(i, -1) + 2) >> 2;
            if (z == -1) return (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2;
            return (p(-1, y - 2 * x - 1) + 2 * p(-1, y - 2 * x - 2) + p(-1, y - 2 * x - 3) + 2) >> 2;
        }
        case LumaMode::horizontal_down: {
            const int z = 2 * y - x, i = y - (x >> 1);
            if (z >= 0 && z % 2 == 0) return (p(-1, i - 1) + p(-1, i) + 1) >> 1;
            if (z > 0) return (p(-1, i - 2) + 2 * p(-1, i - 1) + p(-1, i) + 2) >> 2;
            if (z == -1) return (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2;
            return (p(x - 2 * y - 1, -1) + 2 * p(x - 2 * y - 2, -1) + p(x - 2 * y - 3, -1) + 2) >> 2;
        }
        case LumaMode::vertical_left: {
            const int i = x + (y >> 1);
            if (y % 2 == 0) return (p(i, -1) + p(i + 1, -1) + 1) >> 1;
            return (p(i, -1) + 2 * p(i + 1, -1) + p(i + 2, -1) + 2) >> 2;
        }
        case LumaMode::horizontal_up: {
            const int z = x + 2 * y, i = y + (x >> 1);
            if (z > 2 * n - 3) return p(-1, n - 1);
            if (z == 2 * n - 3) return (p(-1, n - 2) + 3 * p(-1, n - 1) + 2) >> 2;
            if (z % 2 == 0) return (p(-1, i) + p(-1, i + 1) + 1) >> 1;
            return (p(-1, i) + 2 * p(-1, i + 1) + p(-1, i + 2) + 2) >> 2;
        }
    }
    return -1;
}

TEST(IntraPredict, NineLumaModesFollowTheStandard) {
    for (const int size : {4, 8}) {
        for (int mode = 0; mode < 9; mode++) {
            const Edges edges = random_edges(size, static_cast<unsigned>(10 * size + mode));
            uint8_t to[64];
            predict_luma(static_cast<LumaMode>(mode), edges, size, to, 8);
            for (int y = 0; y < size; y++) {
                for (int x = 0; x < size; x++) {
                    EXPECT_EQ(to[8 * y + x], standard(static_cast<LumaMode>(mode), edges, size, x, y))
                        << "mode " << mode << " size " << size << " at " << x << "," << y;
                }
            }
        }
    }
}

// By hand from the figure in the standard: A..H above are 10, 20, .. 80, I..L left 15, 25, 35, 45, M 5.
TEST(IntraPredict, SomeSamplesByHand) {
    Edges e{.has_left = true, .has_upper = true, .has_upper_left = true};
    for (int i = 0; i < 8; i++) e.upper[i] = static_cast<uint8_t>(10 * (i + 1));
    for (int i = 0; i < 4; i++) e.left[i] = static_cast<uint8_t>(15 + 10 * i);
    e.upper_left = 5;
    uint8_t to[16];
    predict_luma(LumaMode::diagonal_down_left, e, 4, to, 4);
    EXPECT_EQ(to[0], 20);   // (A + 2B + C + 2) / 4
    EXPECT_EQ(to[15], 78);  // (G + 3H + 2) / 4 = 77.5 + .5
    predict_luma(LumaMode::vertical_right, e, 4, to, 4);
    EXPECT_EQ(to[0], 8);    // (M + A + 1) / 2
    EXPECT_EQ(to[4], 9);    // (I + 2M + A + 2) / 4 = 9.25
    EXPECT_EQ(to[8], 15);   // (M + 2I + J + 2) / 4
    EXPECT_EQ(to[12], 25);  // (I + 2J + K + 2) / 4
}

TEST(IntraPredict, DcUsesWhatThereIs) {
    Edges e = random_edges(8, 3);
    uint8_t to[64];
    const auto dc = [&](bool left, bool upper) {
        e.has_left = left;
        e.has_upper = upper;
        predict_luma(LumaMode::dc, e, 8, to, 8);
        return int{to[63]};
    };
    int l = 0, u = 0;
    for (int i = 0; i < 8; i++) {
        l += e.left[i];
        u += e.upper[i];
    }
    EXPECT_EQ(dc(true, true), (l + u + 8) / 16);
    EXPECT_EQ(dc(true, false), (l + 4) / 8);
    EXPECT_EQ(dc(false, true), (u + 4) / 8);
    EXPECT_EQ(dc(false, false), 128);
}

TEST(IntraPredict, ModesNeedTheirNeighbours) {
    Edges e;
    EXPECT_TRUE(is_available(LumaMode::dc, e));
    for (const int mode : {0, 1, 3, 4, 5, 6, 7, 8})
        EXPECT_FALSE(is_available(static_cast<LumaMode>(mode), e)) << mode;
    e.has_upper = true;
    for (const int mode : {0, 3, 7}) EXPECT_TRUE(is_available(static_cast<LumaMode>(mode), e)) << mode;
    for (const int mode : {1, 4, 5, 6, 8}) EXPECT_FALSE(is_available(static_cast<LumaMode>(mode), e)) << mode;
    e.has_left = true;
    EXPECT_TRUE(is_available(LumaMode::horizontal_up, e));
    EXPECT_FALSE(is_available(LumaMode::vertical_right, e));
    EXPECT_FALSE(is_available_16x16(LumaMode::plane, e));
    EXPECT_FALSE(is_available(ChromaMode::plane, e));
    e.has_upper_left = true;
    EXPECT_TRUE(is_available(LumaMode::vertical_right, e));
    EXPECT_TRUE(is_available_16x16(LumaMode::plane, e));
    EXPECT_TRUE(is_available(ChromaMode::plane, e));
}

TEST(IntraPredict, ReferenceSamplesOf8x8AreFiltered) {
    Edges e = random_edges(8, 4);
    const Edges f = filter_edges_8x8(e);
    EXPECT_EQ(f.upper[0], (e.upper_left + 2 * e.upper[0] + e.upper[1] + 2) / 4);
    EXPECT_EQ(f.upper[7], (e.upper[6] + 2 * e.upper[7] + e.upper[8] + 2) / 4);
    EXPECT_EQ(f.upper[15], (e.upper[14] + 3 * e.upper[15] + 2) / 4);
    EXPECT_EQ(f.left[0], (e.upper_left + 2 * e.left[0] + e.left[1] + 2) / 4);
    EXPECT_EQ(f.left[7], (e.left[6] + 3 * e.left[7] + 2) / 4);
    EXPECT_EQ(f.upper_left, (e.upper[0] + 2 * e.upper_left + e.left[0] + 2) / 4);

    e.has_upper_left = false;
    EXPECT_EQ(filter_edges_8x8(e).upper[0], (3 * e.upper[0] + e.upper[1] + 2) / 4);
    EXPECT_EQ(filter_edges_8x8(e).left[0], (3 * e.left[0] + e.left[1] + 2) / 4);
    e.has_upper_left = true;
    for (uint8_t more = 0; more < 4; more++) {  // the corner with one neighbour, rounded to the nearest
        e.upper_left = 100;
        e.upper[0] = e.left[0] = static_cast<uint8_t>(100 + more);
        e.has_left = more % 2 == 0;
        e.has_upper = !e.has_left;
        EXPECT_EQ(filter_edges_8x8(e).upper_left, more < 2 ? 100 : 101) << int{more};
        std::swap(e.has_left, e.has_upper);
        EXPECT_EQ(filter_edges_8x8(e).upper_left, more < 2 ? 100 : 101) << int{more};
    }
}

// On a plane the plane modes continue it: 3x + 2y with the corner at (-1, -1).
TEST(IntraPredict, PlaneContinuesAPlane) {
    Edges e{.has_left = true, .has_upper = true, .has_upper_left = true};
    const auto plane = [](int x, int y) { return 40 + 3 * x + 2 * y; };
    for (int i = 0; i < 16; i++) {
        e.upper[i] = static_cast<uint8_t>(plane(i, -1));
        e.left[i] = static_cast<uint8_t>(plane(-1, i));
    }
    e.upper_left = static_cast<uint8_t>(plane(-1, -1));
    uint8_t to[256];
    predict_luma_16x16(LumaMode::plane, e, to, 16);
    // a = 16 (p(-1, 15) + p(15, -1)) is on the plane at (7, 7) as its mean: exact.
    for (int i = 0; i < 256; i++) EXPECT_EQ(to[i], plane(i % 16, i / 16)) << i;
    predict_chroma(ChromaMode::plane, e, to, 8);
    for (int i = 0; i < 64; i++) EXPECT_EQ(to[i], plane(i % 8, i / 8)) << i;
}

TEST(IntraPredict, ChromaDcIsTakenBlockByBlock) {
    Edges e{.has_left = true, .has_upper = true, .has_upper_left = true};
    for (int i = 0; i < 8; i++) {
        e.upper[i] = i < 4 ? 10 : 20;
        e.left[i] = i < 4 ? 30 : 50;
    }
    uint8_t to[64];
    const auto corners = [&](bool left, bool upper) {
        e.has_left = left;
        e.has_upper = upper;
        predict_chroma(ChromaMode::dc, e, to, 8);
        return std::array<int, 4>{to[0], to[7], to[56], to[63]};
    };
    EXPECT_EQ(corners(true, true), (std::array<int, 4>{20, 20, 50, 35}));
    EXPECT_EQ(corners(true, false), (std::array<int, 4>{30, 30, 50, 50}));
    EXPECT_EQ(corners(false, true), (std::array<int, 4>{10, 20, 10, 20}));
    EXPECT_EQ(corners(false, false), (std::array<int, 4>{128, 128, 128, 128}));
}

}  // namespace
}  // namespace genmedia::vme
