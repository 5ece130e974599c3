// SPDX-License-Identifier: MIT
#include "tools/pipeline/interrupt.h"

#include "base/interruption.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace {

// timeout(1) sends a signal to a program and then to its group, which is one wish and two signals.
constexpr int64_t kSameWish = 500;  // milliseconds

std::atomic<int64_t> first_signal{0};  // when it came, milliseconds; 0: none has come
static_assert(std::atomic<int64_t>::is_always_lock_free);

void note_signal(int number) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t milliseconds = int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
    int64_t first = 0;
    if (first_signal.compare_exchange_strong(first, milliseconds) || milliseconds - first < kSameWish) return;
    std::signal(number, SIG_DFL);
    std::raise(number);  // when this handler has returned
}

}  // namespace

void catch_interrupts() { genmedia::interruption::handle_with(note_signal); }

bool interrupted() { return first_signal != 0; }
