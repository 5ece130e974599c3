// SPDX-License-Identifier: MIT
#include "search/search_start.h"

#include "genmedia/vme.h"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

namespace genmedia::search {
namespace {

using vme::MotionVector;
using vme::PixelOffset;
using Pair = std::pair<int, int>;

Pair pair_of(PixelOffset offset) { return {offset.x, offset.y}; }

TEST(SearchStart, MedianIsTheOneInTheMiddle) {
    constexpr int16_t orders[][3] = {{1, 2, 3}, {3, 1, 2}, {2, 3, 1}, {2, 2, 5}, {-7, 2, 2}};
    for (const auto& order : orders) EXPECT_EQ(median(order[0], order[1], order[2]), 2);
    const MotionVector middle = median(MotionVector{1, -9}, {5, 4}, {3, 100});
    EXPECT_EQ(middle, (MotionVector{3, 4}));
}

TEST(SearchStart, WholePixelsAreTheNearest) {
    EXPECT_EQ(pair_of(whole_pixels({5, -5})), Pair(1, -1));
    EXPECT_EQ(pair_of(whole_pixels({6, -6})), Pair(2, -1));  // half a pixel goes to the larger number
    EXPECT_EQ(pair_of(whole_pixels({7, -7})), Pair(2, -2));
}

// The unit's vectors reach from -2048 to 2047.75 pixels across and from -512 to 511.75 down. A window has its
// start in the middle: of 24 positions down, 12 lie above it and 11 below. [ext: ranges of vectors]
TEST(SearchStart, EveryLimitedWindowIsInTheUnitsRange) {
    constexpr vme::WindowSize largest{48, 40};
    constexpr int across = largest.width - 16, down = largest.height - 16;
    const PixelOffset least = limit({-90000, -90000}), most = limit({90000, 90000});
    EXPECT_GE(least.x - across / 2, -2048);
    EXPECT_LE(most.x + across / 2 - 1, 2047);
    EXPECT_GE(least.y - down / 2, -512);
    EXPECT_LE(most.y + down / 2 - 1, 511);
    EXPECT_EQ(pair_of(limit({2000, -500})), Pair(2000, -500));
    EXPECT_EQ(pair_of(limit({9, 9}, {4, 2})), Pair(4, 2));
}

// A quarter of the positions on each side of the start are the rim: of 48 - 16 positions 8, of 40 - 16 six.
TEST(SearchStart, FarIsWhatOneWindowCannotServe) {
    const vme::WindowSize window{48, 40};
    EXPECT_FALSE(is_far({8, 6}, {}, window));
    EXPECT_TRUE(is_far({9, 0}, {}, window));
    EXPECT_TRUE(is_far({0, -7}, {}, window));
    EXPECT_FALSE(is_far({100, 100}, {92, 106}, window));
}

}  // namespace
}  // namespace genmedia::search
