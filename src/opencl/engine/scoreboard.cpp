// SPDX-License-Identifier: MIT
#include "opencl/engine/scoreboard.h"

#include <atomic>

namespace genmedia::opencl {
namespace {

using namespace std::chrono_literals;

// Few: a change that a hundred groups wait for wakes them all, and each spins this often again.
constexpr uint32_t kSpinsBeforeSleep = 4;
constexpr auto kSpinInterval = 500us;                          // reads further apart do not count
constexpr std::chrono::microseconds kRecheckInterval = 500us;  // plain stores change memory without a signal
constexpr auto kStuckAfter = 20ms;                             // all groups wait, and nothing changes
constexpr std::chrono::microseconds kGiveUpAfter = 1s;         // others run but do not change the value

uint64_t read(uint64_t address, uint64_t bytes) {
    if (bytes == 8)
        return std::atomic_ref(*reinterpret_cast<uint64_t*>(address)).load(std::memory_order_acquire);
    return std::atomic_ref(*reinterpret_cast<uint32_t*>(address)).load(std::memory_order_acquire);
}

}  // namespace

void Scoreboard::enter() {
    const std::lock_guard lock(mutex_);
    running_++;
}

void Scoreboard::leave() {
    const std::lock_guard lock(mutex_);
    running_--;
    wake();
}

void Scoreboard::signal() {
    const std::lock_guard lock(mutex_);
    wake();
}

void Scoreboard::wake() {
    for (Waiter* waiter : waiters_)
        if (read(waiter->address, waiter->bytes) != waiter->value) waiter->changed.notify_one();
}

bool Scoreboard::poll(PollHistory& history, uint64_t address, uint64_t bytes, uint64_t lane,
                      uint32_t operations, bool others) {
    PollHistory::Entry& last = history.entry[lane];
    const uint64_t value = read(address, bytes);
    const auto now = Clock::now();
    const bool spinning = last.address == address && last.value == value && last.operations == operations &&
                          now - last.when < kSpinInterval;
    last = {address, value, operations, spinning ? last.repeats + 1 : 0, now};
    if (last.repeats < kSpinsBeforeSleep) return false;
    if (!others || last.repeats % kSpinsBeforeSleep == 0)
        wait_for_change(last, bytes, others ? kRecheckInterval : kGiveUpAfter);
    last.when = Clock::now();
    return others;
}

void Scoreboard::wait_for_change(const PollHistory::Entry& last, uint64_t bytes, Clock::duration patience) {
    std::unique_lock lock(mutex_);
    Waiter self{last.address, last.value, bytes, {}};
    waiters_.push_back(&self);
    const std::atomic_ref waiting(waiting_);
    waiting++;
    const auto begin = Clock::now();
    while (read(last.address, bytes) == last.value) {
        const auto waited = Clock::now() - begin;
        if (waited > patience || (waiting == running_ && waited > kStuckAfter)) break;
        self.changed.wait_for(lock, kRecheckInterval);
    }
    waiting--;
    std::erase(waiters_, &self);
}

}  // namespace genmedia::opencl
