// SPDX-License-Identifier: MIT
// Work-groups that poll memory for what other work-groups will write: scoreboards of macroblock
// dependencies. Hardware threads spin side by side. Here there are more work-groups than cores: one that
// spins keeps its core from the one that it waits for. If it polls a limited number of times, it gives up too
// early. So a work-group that reads the same unchanged value over and over sleeps until it has changed.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace genmedia::opencl {

// The last poll of each work-item of a group.
struct PollHistory {
    struct Entry {
        uint64_t address = 0, value = 0;
        uint32_t operations = 0;  // done by the work-item until then, besides polls
        uint32_t repeats = 0;
        std::chrono::steady_clock::time_point when{};
    };
    std::array<Entry, 32> entry;
};

class Scoreboard {
public:
    // `waiting` is the number of groups that sleep; kernels read it to know whether to signal.
    explicit Scoreboard(uint32_t& waiting) : waiting_(waiting) {}

    void enter();  // a group starts
    void leave();  // and ends

    // A work-item that has done `operations` is about to read `bytes` (4 or 8) at `address`. Returns once the
    // value differs from its last reads, or if no group of the launch seems to make progress. `others`: this
    // thread has more sub-groups. Then true means that they should have their turn first.
    bool poll(PollHistory& history, uint64_t address, uint64_t bytes, uint64_t lane, uint32_t operations,
              bool others);
    void signal();  // memory has changed

private:
    using Clock = std::chrono::steady_clock;
    struct Waiter {
        uint64_t address, value, bytes;
        std::condition_variable changed;
    };
    void wait_for_change(const PollHistory::Entry& last, uint64_t bytes, Clock::duration patience);
    void wake();  // wakes waiters whose value has changed; under mutex_

    uint32_t& waiting_;  // changed under mutex_, atomically: kernels read it without a lock
    uint32_t running_ = 0;
    std::mutex mutex_;
    std::vector<Waiter*> waiters_;
};

}  // namespace genmedia::opencl
