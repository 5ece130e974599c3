// SPDX-License-Identifier: MIT
// A thread that signals may not see that another has just parked to wait for it, nor does that one's worker
// see the signal. If the first goes on for long, the worker has to find out by itself. Here that happens
// every time.
#include "walker/asymmetric_fence.h"
#include "walker/thread_space.h"

#include <gtest/gtest.h>

namespace genmedia {
namespace {

// The left thread parks while the right one signals, and the right one goes on until the left one has ended.
void expect_the_left_to_end() {
    walker::ThreadSpace space;
    space.width = 2;
    space.height = 1;
    space.dependencies = {{1, 0}};
    for (int round = 0; round < 10 && !testing::Test::HasFailure(); round++) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        const auto comes = [&](const std::atomic<bool>& what) {
            while (!what && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
            return what.load();
        };
        std::atomic<bool> ended{false};
        store_buffer.late_has_loaded = false;
        const Status status = walker::run_threads(space, 2, [&](walker::RunningThread& thread) {
            if (thread.x == 0) {
                EXPECT_TRUE(comes(store_buffer.late_has_loaded));
                thread.wait(0);
                ended = true;
            } else {
                store_buffer.next_is_late = true;
                thread.signal();
                EXPECT_TRUE(comes(ended)) << "the other worker sleeps";
            }
        });
        EXPECT_TRUE(status.ok()) << status.message();
    }
}

TEST(LateStores, AWorkerLooksAfterThemBeforeItSleeps) {
    store_buffer.has_heavy_fence = true;
    expect_the_left_to_end();
}

// As where the system has no call for it.
TEST(LateStores, WithoutAHeavyFenceAWorkerLooksAgainByTheClock) {
    store_buffer.has_heavy_fence = false;
    expect_the_left_to_end();
}

}  // namespace
}  // namespace genmedia
