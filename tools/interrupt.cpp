// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace {

volatile std::sig_atomic_t signal_seen = 0;

void note_signal(int) { signal_seen = 1; }

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return signal_seen != 0; }
