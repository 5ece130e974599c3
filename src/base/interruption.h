// SPDX-License-Identifier: MIT
// Signals that end a program, held back until it has tidied up; the program that it runs meanwhile gets them
// at once.
#pragma once

#include <csignal>

#include <sys/types.h>
#include <atomic>

namespace genmedia::interruption {

inline constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
inline volatile std::sig_atomic_t seen = 0;
inline std::atomic<pid_t> child = 0;  // who gets the signal; 0: nobody
static_assert(std::atomic<pid_t>::is_always_lock_free);

// Has `handler` called for them from now on. Signals that are ignored, as by nohup, stay so.
inline void handle_with(void (*handler)(int)) {
    for (const int signal : kSignals) {
        struct sigaction before {
        }, action{};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

// Holds signals back from now on.
inline void hold_back() {
    handle_with([](int number) {
        seen = number;
        if (const pid_t to = child; to > 0) kill(to, number);
    });
}

// Ends this process by the signal that was held back, if one was.
inline void die() {
    if (seen == 0) return;
    std::signal(seen, SIG_DFL);
    std::raise(seen);
}

}  // namespace genmedia::interruption
