// SPDX-License-Identifier: MIT
#include "walker/thread_space.h"
#include "walker/patterns.h"
#include "walker/thread_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

namespace genmedia {
namespace {

constexpr std::pair<int, int> kSizes[] = {{1, 1},  {1, 7},  {7, 1}, {2, 2},  {13, 11},
                                          {31, 5}, {3, 29}, {4, 8}, {40, 18}};
constexpr walker::Pattern kPatterns[] = {
    walker::Pattern::none,          walker::Pattern::wavefront,       walker::Pattern::wavefront26,
    walker::Pattern::vertical_wave, walker::Pattern::horizontal_wave, walker::Pattern::wavefront26z,
    walker::Pattern::wavefront26x,  walker::Pattern::wavefront26zig,  walker::Pattern::wavefront26zi};

walker::ThreadSpace space_of(int width, int height, walker::Pattern pattern = walker::Pattern::none) {
    walker::ThreadSpace space;
    space.width = width;
    space.height = height;
    EXPECT_TRUE(walker::apply_pattern(pattern, space).ok());
    return space;
}

std::vector<std::pair<int, int>> places(const walker::ThreadSpace& space) {
    std::vector<std::pair<int, int>> all;
    for (const uint32_t i : space.order)
        all.emplace_back(static_cast<int>(i) % space.width, static_cast<int>(i) / space.width);
    return all;
}

bool depends(const walker::ThreadSpace& space, int k, int x, int y, int& on) {
    const int on_x = x + space.dependencies[k].x, on_y = y + space.dependencies[k].y;
    on = on_y * space.width + on_x;
    const bool applies = space.applies.empty() || (space.applies[y * space.width + x] >> k & 1) != 0;
    return applies && on_x >= 0 && on_x < space.width && on_y >= 0 && on_y < space.height;
}

// The neighbours that thread (x, y) of each pattern waits for, written out from the patterns' definition.
std::set<std::pair<int, int>> defined(walker::Pattern pattern, int x, int y) {
    using S = std::set<std::pair<int, int>>;
    const bool even_x = x % 2 == 0, even_y = y % 2 == 0;
    switch (pattern) {
        case walker::Pattern::none: return {};
        case walker::Pattern::wavefront: return S{{-1, 0}, {-1, -1}, {0, -1}};
        case walker::Pattern::wavefront26: return S{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        case walker::Pattern::vertical_wave: return S{{-1, 0}};
        case walker::Pattern::horizontal_wave: return S{{0, -1}};
        case walker::Pattern::wavefront26z:
        case walker::Pattern::wavefront26zig:
            if (even_x && even_y) return S{{-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
            if (!even_x && !even_y) return S{{-1, 0}, {-1, -1}, {0, -1}};
            return S{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        case walker::Pattern::wavefront26x:
            if (y % 4 == 0) return S{{-1, 3}, {-1, 1}, {-1, -1}, {0, -1}, {0, -2}, {0, -3}, {1, -3}};
            if (y % 4 == 3) return S{{-1, -1}, {0, -1}, {0, -2}, {0, -3}};
            return S{{-1, 1}, {-1, -1}, {0, -1}, {0, -2}, {0, -3}, {1, -3}};
        case walker::Pattern::wavefront26zi:
            return S{{-1, 1}, {-2, 0}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
    }
    return {};
}

TEST(Patterns, HaveTheDependenciesOfTheirDefinition) {
    for (const walker::Pattern pattern : kPatterns) {
        const walker::ThreadSpace space = space_of(8, 12, pattern);
        for (int y = 0; y < 12; y++) {
            for (int x = 0; x < 8; x++) {
                std::set<std::pair<int, int>> found, expected;
                for (int k = 0; k < static_cast<int>(space.dependencies.size()); k++) {
                    int on;
                    if (depends(space, k, x, y, on)) found.emplace(on % 8, on / 8);
                }
                for (const auto& [dx, dy] : defined(pattern, x, y))
                    if (x + dx >= 0 && x + dx < 8 && y + dy >= 0 && y + dy < 12)
                        expected.emplace(x + dx, y + dy);
                EXPECT_EQ(found, expected) << static_cast<int>(pattern) << " at " << x << "," << y;
            }
        }
    }
}

TEST(Patterns, OrdersHoldEveryThreadOnce) {
    for (const auto& [w, h] : kSizes) {
        walker::ThreadSpace space;
        space.width = w;
        space.height = h;
        const auto check = [&, w = w, h = h](int number) {
            if (space.order.empty()) return;
            std::vector<uint32_t> sorted = space.order, all(static_cast<size_t>(w) * h);
            std::sort(sorted.begin(), sorted.end());
            std::iota(all.begin(), all.end(), 0u);
            EXPECT_EQ(sorted, all) << number << " " << w << "x" << h;
        };
        for (const walker::Pattern pattern : kPatterns) {
            if (pattern == walker::Pattern::wavefront26z && (w % 2 || h % 2)) {
                EXPECT_EQ(walker::apply_pattern(pattern, space).code(), StatusCode::invalid_argument);
                continue;
            }
            ASSERT_TRUE(walker::apply_pattern(pattern, space).ok());
            check(static_cast<int>(pattern));
        }
        for (int order = 0; order < 4; order++) {
            ASSERT_TRUE(walker::apply_pattern(walker::Pattern::wavefront26zi, space,
                                              {6, 4, static_cast<walker::ZiOrder>(order)})
                            .ok());
            check(100 + order);
        }
        for (int walking = 0; walking <= 8; walking++) {
            walker::apply_walking(static_cast<walker::Walking>(walking), space);
            check(200 + walking);
        }
    }
}

TEST(Patterns, OrdersAreThoseOfTheDriver) {
    using P = std::vector<std::pair<int, int>>;
    EXPECT_EQ(places(space_of(3, 2, walker::Pattern::wavefront)),
              (P{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {2, 1}}));
    EXPECT_EQ(places(space_of(3, 2, walker::Pattern::wavefront26)),
              (P{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
    EXPECT_EQ(places(space_of(2, 2, walker::Pattern::vertical_wave)), (P{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(places(space_of(3, 2, walker::Pattern::vertical_wave)),
              (P{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
    EXPECT_TRUE(space_of(2, 2, walker::Pattern::horizontal_wave).order.empty());
    EXPECT_EQ(places(space_of(2, 4, walker::Pattern::wavefront26x)),
              (P{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
    EXPECT_EQ(places(space_of(4, 2, walker::Pattern::wavefront26zig)),
              (P{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {3, 0}, {2, 1}, {3, 1}}));
    // Blocks of 2x2, smaller ones at the right and lower border.
    EXPECT_EQ(places(space_of(3, 3, walker::Pattern::wavefront26zig)),
              (P{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}));
    // Of 8x4 threads, the blocks: one that is two to the left and one below is on the same diagonal.
    const std::vector<std::pair<int, int>> all = places(space_of(8, 4, walker::Pattern::wavefront26zig));
    P first;  // of each block
    for (size_t i = 0; i < all.size(); i += 4) first.push_back(all[i]);
    EXPECT_EQ(first, (P{{0, 0}, {2, 0}, {4, 0}, {0, 2}, {6, 0}, {2, 2}, {4, 2}, {6, 2}}));
    // (2, 0) needs (1, 1), which is two waves after (1, 0).
    EXPECT_EQ(places(space_of(4, 2, walker::Pattern::wavefront26z)),
              (P{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {3, 0}, {2, 1}, {3, 1}}));
    walker::ThreadSpace space = space_of(4, 2);
    const auto zi = [&](walker::ZiOrder order) {
        EXPECT_TRUE(walker::apply_pattern(walker::Pattern::wavefront26zi, space, {4, 2, order}).ok());
        return places(space);
    };
    EXPECT_EQ(zi(walker::ZiOrder::columns_columns),
              (P{{0, 0}, {0, 1}, {2, 0}, {2, 1}, {1, 0}, {1, 1}, {3, 0}, {3, 1}}));
    EXPECT_EQ(zi(walker::ZiOrder::columns_rows),
              (P{{0, 0}, {0, 1}, {2, 0}, {2, 1}, {1, 0}, {3, 0}, {1, 1}, {3, 1}}));
}

TEST(Patterns, OrdersForWorkersPutThreadsBehindWhatTheyDependOn) {
    for (const auto& [w, h] : kSizes) {
        for (const walker::Pattern pattern : kPatterns) {
            if (pattern == walker::Pattern::none ||
                (pattern == walker::Pattern::wavefront26z && (w % 2 || h % 2)))
                continue;
            for (const int workers : {1, 3}) {
                walker::ThreadSpace space = space_of(w, h, pattern);
                const std::vector<uint32_t> before = space.order;
                walker::order_for_workers(space, workers);
                // Each neighbour of 26ZI depends on the other, where there are two.
                const bool circle = pattern == walker::Pattern::wavefront26zi && w > 1;
                EXPECT_EQ(space.in_order, !circle) << static_cast<int>(pattern) << " " << w << "x" << h;
                if (circle) {
                    EXPECT_EQ(space.order, before);
                    continue;
                }
                std::vector<uint32_t> order = space.order;
                if (order.empty()) {
                    order.resize(static_cast<size_t>(w) * h);
                    std::iota(order.begin(), order.end(), 0u);
                }
                std::vector<bool> seen(static_cast<size_t>(w) * h);
                for (const uint32_t i : order) {
                    ASSERT_FALSE(seen[i]);
                    for (int k = 0; k < static_cast<int>(space.dependencies.size()); k++) {
                        int on;
                        if (depends(space, k, static_cast<int>(i) % w, static_cast<int>(i) / w, on)) {
                            EXPECT_TRUE(seen[on]) << static_cast<int>(pattern) << " " << w << "x" << h;
                        }
                    }
                    seen[i] = true;
                }
                EXPECT_EQ(order.size(), seen.size());
                for (size_t i = 0; i < space.shares.size(); i++) {
                    EXPECT_LT(space.shares[i], order.size());
                    if (i == 0) {
                        EXPECT_EQ(space.shares[i], 0u);
                    } else {
                        EXPECT_LT(space.shares[i - 1], space.shares[i]);
                    }
                }
            }
        }
    }
}

TEST(Patterns, NeighboursStayTogether) {
    walker::ThreadSpace space = space_of(17, 2, walker::Pattern::wavefront);
    walker::order_for_workers(space, 2);  // runs of two threads
    EXPECT_EQ(std::vector<uint32_t>(space.order.begin(), space.order.begin() + 6),
              (std::vector<uint32_t>{0, 1, 2, 3, 17, 18}));
    ASSERT_EQ(space.shares.size(), 18u);
    EXPECT_EQ(space.shares[17], 33u);  // the last run has one thread
    walker::order_for_workers(space, 1);
    EXPECT_TRUE(space.order.empty());  // row by row
    EXPECT_TRUE(space.shares.empty());
}

TEST(Patterns, ACircleOfOwnDependenciesKeepsItsOrder) {
    walker::ThreadSpace space = space_of(4, 1);
    space.dependencies = {{1, 0}, {-1, 0}};
    space.order = {3, 1, 2, 0};
    walker::order_for_workers(space, 2);
    EXPECT_FALSE(space.in_order);
    EXPECT_EQ(space.order, (std::vector<uint32_t>{3, 1, 2, 0}));
    space.dependencies = {{1, 0}};  // a chain from the right
    walker::order_for_workers(space, 2);
    EXPECT_TRUE(space.in_order);
    EXPECT_EQ(space.order, (std::vector<uint32_t>{3, 2, 1, 0}));
}

// By the recorded order of execution: what a thread waits for has ended, whoever runs it.
TEST(RunThreads, WaitReturnsAfterTheDependenciesEnded) {
    for (const auto& [w, h] : kSizes) {
        for (const walker::Pattern pattern : kPatterns) {
            if (pattern == walker::Pattern::wavefront26z && (w % 2 || h % 2)) continue;
            // Each neighbour of 26ZI depends on the other; a kernel has to say which holds for it.
            const unsigned skip = pattern == walker::Pattern::wavefront26zi ? 0b1000001 : 0;
            for (const int workers : {1, 2, 4}) {
                for (const auto& [at_start, together] :
                     {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
                    if (at_start && skip != 0) continue;
                    walker::ThreadSpace space = space_of(w, h, pattern);
                    space.waits_at_start = at_start;
                    if (together) walker::order_for_workers(space, workers);
                    std::vector<std::atomic<int>> ended(static_cast<size_t>(w) * h), runs(ended.size());
                    std::atomic<int> early{0};
                    const Status status =
                        walker::run_threads(space, workers, [&](walker::RunningThread& thread) {
                            if (!at_start) thread.wait(skip);
                            for (int k = 0; k < static_cast<int>(space.dependencies.size()); k++) {
                                int on;
                                if ((skip >> k & 1) == 0 && depends(space, k, thread.x, thread.y, on))
                                    early += !ended[on];
                            }
                            const int index = thread.y * space.width + thread.x;
                            runs[index]++;
                            ended[index] = 1;
                        });
                    ASSERT_TRUE(status.ok()) << status.message();
                    EXPECT_EQ(early, 0) << static_cast<int>(pattern) << " " << w << "x" << h;
                    for (const auto& count : runs) ASSERT_EQ(count, 1);
                }
            }
        }
    }
}

TEST(RunThreads, OneWorkerFollowsTheOrder) {
    for (const walker::Pattern pattern :
         {walker::Pattern::none, walker::Pattern::wavefront, walker::Pattern::wavefront26}) {
        const walker::ThreadSpace space = space_of(7, 5, pattern);
        std::vector<uint32_t> ran, expected(35);
        ASSERT_TRUE(walker::run_threads(space, 1, [&](walker::RunningThread& thread) {
                        ran.push_back(static_cast<uint32_t>(thread.y * 7 + thread.x));
                        thread.wait(0);
                    }).ok());
        std::iota(expected.begin(), expected.end(), 0u);
        EXPECT_EQ(ran, space.order.empty() ? expected : space.order);
    }
}

// The part before the wait runs although a dependency later in the order has not even started.
TEST(RunThreads, WhatComesBeforeAWaitRunsEarly) {
    walker::ThreadSpace space = space_of(5, 1);
    space.dependencies = {{1, 0}};  // against the order of dispatch
    std::vector<int> before, after;
    ASSERT_TRUE(walker::run_threads(space, 1, [&](walker::RunningThread& thread) {
                    before.push_back(thread.x);
                    thread.wait(0);
                    after.push_back(thread.x);
                }).ok());
    EXPECT_EQ(before, (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_EQ(after, (std::vector<int>{4, 3, 2, 1, 0}));
}

TEST(RunThreads, MoreMayWaitThanHaveStacks) {
    walker::ThreadSpace space = space_of(1000, 1);
    space.dependencies = {{1, 0}};
    int ran = 0;
    ASSERT_TRUE(walker::run_threads(space, 1, [&](walker::RunningThread& thread) {
                    thread.wait(0);
                    EXPECT_EQ(thread.x, 999 - ran++);
                }).ok());
    EXPECT_EQ(ran, 1000);
}

// Plain data: threads that waited for a signal see what the signalling thread wrote before it. The thread
// sanitizer would report a signal that does not hand the data over.
TEST(RunThreads, WhatWasWrittenBeforeASignalIsSeen) {
    constexpr int width = 24, height = 16;
    for (int round = 0; round < 400; round++) {
        const bool in_order = round % 2 == 0;
        walker::ThreadSpace space;
        space.width = width;
        space.height = height;
        space.dependencies = {{-1, 0}, {0, -1}};
        space.in_order = in_order;
        std::vector<unsigned> paths(width * height);
        const auto from = [&](int x, int y) { return x < 0 || y < 0 ? 0 : paths[y * width + x]; };
        const Status status = walker::run_threads(space, 4, [&](walker::RunningThread& thread) {
            thread.wait(0);
            for (int i = 0; i < 3000; i++) std::atomic_signal_fence(std::memory_order_seq_cst);  // work
            const unsigned sum = from(thread.x - 1, thread.y) + from(thread.x, thread.y - 1);
            paths[thread.y * width + thread.x] = std::max(sum, 1U);
            thread.signal();
        });
        ASSERT_TRUE(status.ok()) << status.message();
        for (int y = 1; y < height; y++)
            for (int x = 1; x < width; x++) ASSERT_EQ(from(x, y), from(x - 1, y) + from(x, y - 1));
    }
}

// Thread 2 waits for 0 and 1. It is parked when 1 ends, and 0 still runs.
TEST(RunThreads, OneOfTwoSignalsWakesNobody) {
    walker::ThreadSpace space;
    space.width = 3;
    space.height = 1;
    space.dependencies = {{-1, 0}, {-2, 0}};
    space.order = {0, 2, 1};
    std::atomic<bool> second_ended{false}, first_ended{false}, too_early{false};
    const Status status = walker::run_threads(space, 2, [&](walker::RunningThread& thread) {
        if (thread.x == 0) {
            while (!second_ended) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));  // in which 2 would run
            first_ended = true;
        } else if (thread.x == 1) {
            thread.signal();
            second_ended = true;
        } else {
            thread.wait(0);
            too_early = !first_ended;
        }
    });
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_FALSE(too_early);
}

// Each thread waits for threads behind it, so all but the last park, just when others signal.
TEST(RunThreads, AllThatParkEnd) {
    walker::ThreadSpace space;
    space.width = 6;
    space.height = 5;
    space.dependencies = {{1, 0}, {0, 1}};
    for (int round = 0; round < 400; round++) {
        std::atomic<int> ended{0};
        const Status status = walker::run_threads(space, 2 + round % 5, [&](walker::RunningThread& thread) {
            thread.wait(0);
            thread.signal();
            ended++;
        });
        ASSERT_TRUE(status.ok()) << status.message();
        ASSERT_EQ(ended, 30);
    }
}

TEST(RunThreads, ASignalReleasesBeforeTheEnd) {
    walker::ThreadSpace space = space_of(2, 1);
    space.dependencies = {{1, 0}};
    std::vector<std::string> log;
    ASSERT_TRUE(walker::run_threads(space, 1, [&](walker::RunningThread& thread) {
                    if (thread.x == 1) {
                        thread.signal();
                        log.push_back("signalled");
                        thread.signal();  // twice is once
                        return;
                    }
                    thread.wait(0);
                    log.push_back("released");
                }).ok());
    EXPECT_EQ(log, (std::vector<std::string>{"signalled", "released"}));
}

TEST(RunThreads, SkippedDependenciesAreNotWaitedFor) {
    walker::ThreadSpace space = space_of(2, 1);
    space.dependencies = {{1, 0}, {-1, 0}};  // a circle, but for what is skipped
    int ran = 0;
    ASSERT_TRUE(walker::run_threads(space, 2, [&](walker::RunningThread& thread) {
                    thread.wait(thread.x == 0 ? 0b01u : 0b00u);
                    ran += 1;
                }).ok());
    EXPECT_EQ(ran, 2);
}

TEST(RunThreads, ACircleIsReportedWithItsThreads) {
    for (const int workers : {1, 2}) {
        walker::ThreadSpace space = space_of(3, 2);
        space.dependencies = {{1, 0}, {-1, 0}};
        std::atomic<int> unwound{0};
        struct Unwound {
            std::atomic<int>& count;
            ~Unwound() { count++; }
        };
        const Status status = walker::run_threads(space, workers, [&](walker::RunningThread& thread) {
            const Unwound unwinding{unwound};
            if (thread.y == 1) thread.wait(0);
        });
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_NE(status.message().find("(1, 1) waits for (2, 1) waits for (1, 1)"), std::string::npos)
            << status.message();
        EXPECT_NE(status.message().find("3 threads did not end"), std::string::npos) << status.message();
        EXPECT_EQ(unwound, 6);
    }
}

TEST(RunThreads, AnEmptySpaceIsFine) {
    EXPECT_TRUE(walker::run_threads(walker::ThreadSpace(), 2, [](walker::RunningThread&) { FAIL(); }).ok());
}

TEST(RunGroups, ThreadsMeetAtEachBarrier) {
    for (const int workers : {1, 2, 4}) {
        for (const int threads : {1, 2, 7, 64}) {
            struct Group {
                int entered = 0, arrived[3] = {};
            };
            std::vector<Group> groups(5);
            std::atomic<int> early{0};
            ASSERT_TRUE(walker::run_groups(
                            5, threads, workers, [&](int group) { groups[group].entered++; },
                            [&](walker::GroupThread& thread) {
                                for (int& arrived : groups[thread.group].arrived) {
                                    arrived++;
                                    thread.barrier();
                                    early += arrived != threads;
                                }
                            })
                            .ok());
            EXPECT_EQ(early, 0);
            for (const Group& group : groups) {
                EXPECT_EQ(group.entered, 1);
                EXPECT_EQ(group.arrived[2], threads);
            }
        }
    }
}

TEST(RunGroups, SplitBarriersLetWorkBetweenTheHalves) {
    std::vector<std::string> log;
    ASSERT_TRUE(walker::run_groups(
                    1, 2, 1, [](int) {},
                    [&](walker::GroupThread& thread) {
                        const std::string name = std::to_string(thread.index);
                        thread.barrier_signal();
                        log.push_back("between " + name);
                        thread.barrier_wait();
                        log.push_back("after " + name);
                    })
                    .ok());
    EXPECT_EQ(log, (std::vector<std::string>{"between 0", "between 1", "after 1", "after 0"}));
}

TEST(RunGroups, ConsumersWaitForProducersAtNamedBarriers) {
    constexpr int producers = 3, consumers = 2, rounds = 5;
    for (const int workers : {1, 4}) {
        struct Group {
            int produced = 0, consumed = 0;
        };
        std::vector<Group> groups(4);
        std::atomic<int> early{0};
        const Status status = walker::run_groups(
            4, producers + consumers, workers, [](int) {},
            [&](walker::GroupThread& thread) {
                Group& group = groups[thread.group];
                for (int round = 1; round <= rounds; round++) {
                    const bool consumer = thread.index % 2 == 1;  // 1 and 3
                    if (consumer) {
                        thread.named_signal(7, false, true, producers, consumers);
                        thread.named_wait(7);
                        early += group.produced < producers * round;
                        group.consumed++;
                        thread.named_signal(31, true, false, consumers, producers);
                    } else {
                        group.produced++;
                        thread.named_signal(7, true, false, producers, consumers);
                        thread.named_wait(7);  // at once: this thread has not signalled it as a consumer
                        thread.named_signal(31, false, true, consumers, producers);
                        thread.named_wait(31);
                        early += group.consumed < consumers * round;
                    }
                }
            });
        ASSERT_TRUE(status.ok()) << status.message();
        EXPECT_EQ(early, 0);
        for (const Group& group : groups) EXPECT_EQ(group.consumed, consumers * rounds);
    }
}

TEST(RunGroups, APartOfAGroupMeetsAtANamedBarrier) {
    std::string log;
    ASSERT_TRUE(walker::run_groups(
                    1, 4, 1, [](int) {},
                    [&](walker::GroupThread& thread) {
                        const bool low = thread.index < 2;
                        log += static_cast<char>('a' + thread.index);
                        thread.named_signal(low ? 0 : 1, true, true, 2, 2);
                        thread.named_wait(low ? 0 : 1);
                        log += static_cast<char>('A' + thread.index);
                    })
                    .ok());
    EXPECT_EQ(log, "abBcdDAC");  // who comes second goes on at once
    const Status status = walker::run_groups(
        1, 3, 1, [](int) {},
        [&](walker::GroupThread& thread) {
            thread.named_signal(4, false, true, 1, 3);
            thread.named_wait(4);
        });
    EXPECT_NE(status.message().find("3 of 3 threads of a group wait at a barrier"), std::string::npos);
}

TEST(RunGroups, ABarrierThatIsLeftOutIsReported) {
    const auto body = [](walker::GroupThread& thread) {
        if (thread.index != 2) thread.barrier();
    };
    const Status status = walker::run_groups(
        3, 4, 1, [](int) {}, body);
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_EQ(status.message(),
              "3 of 4 threads of a group wait at a barrier that the others never reach: "
              "0 of group 0, 1 of group 0, 3 of group 0");
    const Status named = walker::run_groups(
        1, 4, 1, [](int) {}, body,
        [](int group, int index) { return "thread " + std::to_string(group) + "/" + std::to_string(index); });
    EXPECT_NE(named.message().find("thread 0/3"), std::string::npos);
    for (const int threads : {9, 10}) {  // eight are named
        const std::string words =
            walker::run_groups(
                1, threads, 1, [](int) {}, body, [](int, int index) { return std::to_string(index); })
                .message();
        EXPECT_TRUE(
            words.ends_with(threads == 9 ? ": 0, 1, 3, 4, 5, 6, 7, 8" : ": 0, 1, 3, 4, 5, 6, 7, 8, ..."))
            << words;
    }
}

}  // namespace
}  // namespace genmedia
