// SPDX-License-Identifier: MIT
#include "walker/walker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace genmedia {
namespace {

constexpr std::pair<int, int> kPictures[] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {13, 11}, {31, 5}, {3, 29}};

TEST(Walker, CallsEveryCellOnce) {
    for (const auto& [columns, rows] : kPictures) {
        for (const walker::Dependency dependency :
             {walker::Dependency::none, walker::Dependency::wavefront}) {
            for (const int threads : {1, 2, 4, 0}) {
                std::vector<std::atomic<int>> calls(static_cast<size_t>(columns) * rows);
                walker::walk(columns, rows, dependency, threads,
                             [&, w = columns](int x, int y) { calls[static_cast<size_t>(y) * w + x]++; });
                for (const auto& count : calls) ASSERT_EQ(count, 1);
            }
        }
    }
}

// TBB reports on standard error if it has fewer.
TEST(Walker, CallersAtOnceGetAsManyWorkersAsEachAsksFor) {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    testing::internal::CaptureStderr();
    std::vector<std::jthread> callers;
    for (const int more : {2, 8, 2, 8})
        callers.emplace_back([threads = cores + more] {
            for (int i = 0; i < 50; i++)
                walker::walk(64, 64, walker::Dependency::none, threads, [](int, int) {});
        });
    callers.clear();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Walker, NothingToDoIsFine) {
    walker::walk(0, 5, walker::Dependency::none, 2, [](int, int) { FAIL(); });
    walker::walk(5, 0, walker::Dependency::wavefront, 2, [](int, int) { FAIL(); });
}

TEST(Walker, AnExceptionLeavesWhenTheOthersHaveRun) {
    for (const walker::Dependency dependency : {walker::Dependency::none, walker::Dependency::wavefront}) {
        std::atomic<int> calls{0};
        const auto cell = [&](int x, int y) {
            calls++;
            if (x == 3 && y == 1) throw std::bad_alloc();
        };
        EXPECT_THROW(walker::walk(7, 5, dependency, 2, cell), std::bad_alloc);
        EXPECT_EQ(calls, 35);
    }
}

// The order of finishing and starting, checked against the definition.
TEST(Walker, WavefrontCellsStartAfterTheirNeighboursFinished) {
    for (const auto& [columns, rows] : kPictures) {
        std::vector<std::atomic<bool>> finished(static_cast<size_t>(columns) * rows);
        std::atomic<int> early{0};
        walker::walk(columns, rows, walker::Dependency::wavefront, 4,
                     [&, w = columns, h = rows](int x, int y) {
                         for (const auto& [dx, dy] :
                              {std::pair{-1, 0}, std::pair{-1, -1}, std::pair{0, -1}, std::pair{1, -1}}) {
                             const int nx = x + dx, ny = y + dy;
                             if (nx < 0 || nx >= w || ny < 0 || ny >= h) continue;
                             if (!finished[static_cast<size_t>(ny) * w + nx]) early++;
                         }
                         finished[static_cast<size_t>(y) * w + x] = true;
                     });
        EXPECT_EQ(early, 0) << columns << "x" << rows;
    }
}

}  // namespace
}  // namespace genmedia
