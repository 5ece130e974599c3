// SPDX-License-Identifier: MIT
// Adaptive search by hand, as pages 40 to 43 of [prm] have it: a figure, two flow charts.
#include "vme/inter/adaptive_search.h"

#include "genmedia/partition.h"
#include "made_pictures.h"
#include "vme/evaluated.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

using test::Picture;

SearchPath window_of(int columns, int rows) {
    return {.window = {16 + 4 * columns, 16 + 4 * rows},
            .first = {},
            .length = 0,
            .adaptive = true,
            .most_units = 0};
}

// The best matches of the four 8x8 blocks.
WindowBest best_at(const std::array<std::pair<int, int>, 4>& positions) {
    WindowBest best;
    best.distortions.fill(1);
    best.positions.fill(window_position(5, 5));  // of other blocks, which do not count
    for (size_t q = 0; q < 4; q++)
        best.positions[kFirst8x8 + q] = window_position(positions[q].first, positions[q].second);
    return best;
}

WindowBest best_at(int x, int y) { return best_at({{{x, y}, {x, y}, {x, y}, {x, y}}}); }

// Where it goes from there, again and again, until all neighbours are searched.
std::vector<SearchUnit> neighbours(const WindowBest& best) {
    Scoreboard scoreboard(window_of(3, 3));
    scoreboard.mark(SearchUnit{1, 1});
    std::vector<SearchUnit> units;
    while (const std::optional<SearchUnit> unit = next_unit(best, scoreboard)) {
        units.push_back(*unit);
        scoreboard.mark(*unit);
    }
    return units;
}

using Units = std::vector<SearchUnit>;

// Positions 4 to 7 of each axis are those of unit (1, 1).
TEST(AdaptiveSearch, GoesBeyondTheEdgesOfAUnit) {
    EXPECT_EQ(neighbours(best_at(4, 4)), (Units{{1, 0}, {0, 1}, {0, 0}}));  // vertical, horizontal, diagonal
    EXPECT_EQ(neighbours(best_at(7, 4)), (Units{{1, 0}, {2, 1}, {2, 0}}));
    EXPECT_EQ(neighbours(best_at(4, 7)), (Units{{1, 2}, {0, 1}, {0, 2}}));
    EXPECT_EQ(neighbours(best_at(7, 7)), (Units{{1, 2}, {2, 1}, {2, 2}}));
    EXPECT_EQ(neighbours(best_at(5, 4)), (Units{{1, 0}}));
    EXPECT_EQ(neighbours(best_at(7, 6)), (Units{{2, 1}}));
    EXPECT_EQ(neighbours(best_at(5, 6)), Units{});  // inside
}

TEST(AdaptiveSearch, AsksTheFour8x8Blocks) {
    EXPECT_EQ(neighbours(best_at({{{5, 5}, {5, 7}, {4, 5}, {5, 7}}})), (Units{{1, 2}, {0, 1}}));
}

TEST(AdaptiveSearch, StaysInTheWindow) {
    Scoreboard scoreboard(window_of(1, 2));
    scoreboard.mark(SearchUnit{0, 0});
    EXPECT_EQ(next_unit(best_at(0, 0), scoreboard), std::nullopt);
    EXPECT_EQ(next_unit(best_at(3, 3), scoreboard), (SearchUnit{0, 1}));
}

constexpr int kX = 64, kY = 48;

// A ramp along x, in the reference 20 pixels further right: search units get better to the right.
struct Ramp {
    Picture source{200, 120, [](int x, int) { return x; }};
    Picture reference{200, 120, [](int x, int) { return x - 20 < 0 ? 0 : x - 20; }};
    ImeRequest request;

    explicit Ramp(const CustomSearchPath& path) {
        request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = kX, .y = kY};
        request.forward.luma = reference.view();
        request.custom_path = path;
    }
    int x_after(uint8_t units) {
        request.custom_path->max_search_units = units;
        return evaluated<ImeResult>(request).vectors[0].forward.x / 4;
    }
};

// Units (1, 0), (0, 0). While (0, 0) is under search, the best match is in (1, 0), at its right edge: on to
// (2, 0). While that is under search, (1, 0) is still the best, and has no open neighbour: the end. [prm:
// page 42]
TEST(AdaptiveSearch, OfOneRecordIsAStepBehind) {
    Ramp ramp({{64, 20}, 2, 2, true, {1, 0}, {}, {0x0F}});
    EXPECT_EQ(ramp.x_after(1), 7);
    EXPECT_EQ(ramp.x_after(2), 7);
    EXPECT_EQ(ramp.x_after(3), 11);
    EXPECT_EQ(ramp.x_after(63), 11);
    ramp.request.custom_path->adaptive = false;
    EXPECT_EQ(ramp.x_after(63), 7);
}

// Of one unit nothing is known while it is under search. [prm: page 64: at least two]
TEST(AdaptiveSearch, OfASingleUnitGoesNowhere) {
    EXPECT_EQ(Ramp({{64, 20}, 1, 1, true, {0, 0}, {}, {}}).x_after(63), 3);
}

// In two pictures by turns: each choice knows all that was searched. [prm: page 43]
TEST(AdaptiveSearch, OfTwoRecordsIsNotBehind) {
    Ramp ramp({{64, 20}, 1, 1, true, {0, 0}, {0, 0}, {}});
    ramp.request.backward = ramp.request.forward;
    EXPECT_EQ(ramp.x_after(1), 3);
    EXPECT_EQ(ramp.x_after(2), 7);
    EXPECT_EQ(ramp.x_after(4), 15);
    EXPECT_EQ(ramp.x_after(6), 20);
    EXPECT_EQ(ramp.x_after(63), 20);
}

// In one picture, too. The second record stands on the unit that the first would go to, and so ends it.
TEST(AdaptiveSearch, OfTwoRecordsOfOnePictureTakesTurns) {
    Ramp ramp({{64, 20}, 1, 1, true, {0, 0}, {11, 0}, {}, SearchControl::dual_record});
    EXPECT_EQ(ramp.x_after(63), 20);
    ramp.request.custom_path->backward_start = {1, 0};
    ramp.request.disabled_partitions = partition_all & ~partition_16x16;
    EXPECT_EQ(ramp.x_after(1), 7);
    EXPECT_EQ(ramp.x_after(2), 11);
    EXPECT_EQ(ramp.x_after(63), 20);
}

// The threshold is met in the first picture's second unit; the second has searched one by then.
// [prm: M1.0 31:24, "only looks at ref0"]
TEST(AdaptiveSearch, EarlyTerminationOfTheFirstEndsBoth) {
    Ramp ramp({{64, 20}, 4, 4, false, {0, 0}, {0, 0}, {0x01, 0x01, 0x01}});
    ramp.request.backward = ramp.request.forward;
    // At x the SAD is 256 * (20 - x): 4352 after the first unit, 3328 after the second.
    ramp.request.early_termination = U4U4{0x8F};  // 3840
    const ImeResult result = evaluated<ImeResult>(ramp.request);
    EXPECT_TRUE(result.terminated_early);
    EXPECT_EQ(result.stream_out.forward[0].vector, (MotionVector{4 * 7, 0}));
    EXPECT_EQ(result.stream_out.backward[0].vector, (MotionVector{4 * 3, 0}));
    // Met in the first unit: nothing was searched in the second picture.
    ramp.request.early_termination = U4U4{0x99};  // 4608
    EXPECT_EQ(evaluated<ImeResult>(ramp.request).stream_out.backward[0].distortion, 0xFFFF);
}

}  // namespace
}  // namespace genmedia::vme
