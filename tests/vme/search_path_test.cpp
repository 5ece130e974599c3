// SPDX-License-Identifier: MIT
#include "vme/inter/search_path.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace genmedia::vme {
namespace {

std::vector<SearchUnit> walked(SearchWindow window, bool dual) {
    const SearchPath& path = search_path(window, dual);
    return {path.units.begin(), path.units.begin() + path.length};
}

std::set<std::pair<int, int>> searched(SearchWindow window, bool dual) {
    std::set<std::pair<int, int>> units;
    for (const SearchUnit u : walked(window, dual)) {
        if (search_path(window, dual).contains(u)) units.insert({u.x, u.y});
    }
    return units;
}

TEST(SearchPath, SpiralsOutFromTheMiddle) {
    const std::vector<SearchUnit> units = walked(SearchWindow::exhaustive, false);
    const std::vector<SearchUnit> first = {{4, 3}, {3, 3}, {3, 2}, {4, 2}, {5, 2},
                                           {5, 3}, {5, 4}, {4, 4}, {3, 4}};
    ASSERT_EQ(units.size(), 48u);
    EXPECT_EQ(std::vector<SearchUnit>(units.begin(), units.begin() + 9), first);
}

// Silicon: the last six steps fall below the window and count, so the left column is never searched.
TEST(SearchPath, ExhaustiveNeverReachesTheLeftColumn) {
    const std::vector<SearchUnit> units = walked(SearchWindow::exhaustive, false);
    for (int i = 42; i < 48; i++) EXPECT_EQ(units[i].y, 6) << i;
    const auto reached = searched(SearchWindow::exhaustive, false);
    EXPECT_EQ(reached.size(), 42u);
    for (int y = 0; y < 6; y++) EXPECT_FALSE(reached.contains({0, y}));
}

TEST(SearchPath, CoversTheSmallerWindowsWholly) {
    EXPECT_EQ(searched(SearchWindow::exhaustive, true).size(), 16u);
    EXPECT_EQ(searched(SearchWindow::small, false).size(), 9u);
    EXPECT_EQ(searched(SearchWindow::tiny, false).size(), 4u);
    EXPECT_EQ(searched(SearchWindow::extra_tiny, false).size(), 1u);
    EXPECT_EQ(searched(SearchWindow::radius_2x2, false).size(), 1u);
    EXPECT_EQ(searched(SearchWindow::radius_16x12, false).size(), 48u);
}

TEST(SearchPath, RasterRunsToAndFro) {
    const std::vector<SearchUnit> units = walked(SearchWindow::radius_16x12, false);
    EXPECT_EQ(units[0], (SearchUnit{0, 0}));
    EXPECT_EQ(units[7], (SearchUnit{7, 0}));
    EXPECT_EQ(units[8], (SearchUnit{7, 1}));
    EXPECT_EQ(units[15], (SearchUnit{0, 1}));
    EXPECT_EQ(units[47], (SearchUnit{0, 5}));
}

TEST(SearchPath, DiamondsStartSparseAndGoOnAlongTheGradient) {
    const SearchPath& diamond = search_path(SearchWindow::diamond, false);
    EXPECT_EQ(diamond.length, 16);
    EXPECT_TRUE(diamond.adaptive);
    EXPECT_FALSE(search_path(SearchWindow::exhaustive, false).adaptive);
    EXPECT_EQ(search_path(SearchWindow::diamond, true).length, 7);
    EXPECT_EQ(search_path(SearchWindow::large_diamond, false).length, 32);
    EXPECT_EQ(search_path(SearchWindow::large_diamond, true).length, 10);
    // 0FF1 0F12, lowest byte first: (-1,0), (1,-1), (-1,0), (2,1).
    const std::vector<SearchUnit> first = {{4, 3}, {3, 3}, {4, 2}, {3, 2}, {5, 3}};
    const std::vector<SearchUnit> units = walked(SearchWindow::diamond, false);
    EXPECT_EQ(std::vector<SearchUnit>(units.begin(), units.begin() + 5), first);
}

TEST(ReferenceWindowSize, IsThatOfTheRegistryText) {
    const auto size = [](SearchWindow w, bool dual) {
        const WindowSize s = reference_window_size(w, dual);
        return std::pair{s.width, s.height};
    };
    EXPECT_EQ(size(SearchWindow::exhaustive, false), (std::pair{48, 40}));
    EXPECT_EQ(size(SearchWindow::exhaustive, true), (std::pair{32, 32}));
    EXPECT_EQ(size(SearchWindow::small, true), (std::pair{28, 28}));
    EXPECT_EQ(size(SearchWindow::tiny, false), (std::pair{24, 24}));
    EXPECT_EQ(size(SearchWindow::extra_tiny, false), (std::pair{20, 20}));
    EXPECT_EQ(size(SearchWindow::diamond, true), (std::pair{32, 32}));
    EXPECT_EQ(size(SearchWindow::large_diamond, false), (std::pair{48, 40}));
    EXPECT_EQ(size(SearchWindow::radius_4x4, false), (std::pair{24, 24}));
}

TEST(AdjustReferenceOffset, MovesAWindowBackIntoThePicture) {
    const auto adjust = [](int x, int y) {
        const PixelOffset o = adjust_reference_offset({x, y}, 32, 16, {48, 40}, 176, 144);
        return std::pair{o.x, o.y};
    };
    EXPECT_EQ(adjust(0, 0), (std::pair{0, 0}));
    EXPECT_EQ(adjust(-48, 0), (std::pair{-48, 0}));
    EXPECT_EQ(adjust(-40, 20), (std::pair{-40, 20}));          // partly outside stays
    EXPECT_EQ(adjust(-49, 0), (std::pair{-16, 0}));            // 32 - 16 - 49 + 32 < 0: to the left edge
    EXPECT_EQ(adjust(160, 0), (std::pair{176 - 16 - 32, 0}));  // 32 - 16 + 160 >= 176: to the right edge
    EXPECT_EQ(adjust(0, -29), (std::pair{0, -4}));
    EXPECT_EQ(adjust(0, 140), (std::pair{0, 144 - 4 - 24}));
}

}  // namespace
}  // namespace genmedia::vme
