// SPDX-License-Identifier: MIT
// Barriers for parts of a thread group: 32 of them, by number. They are not in the language's specification.
// Names, modes and counts are as in Intel's emulation (cm-cpu-emulation, libcm/cm_intrin.cpp). cm_barrier is
// a separate barrier.
#pragma once

#ifdef CM_GEN
#include "../gen/gen_named_barrier.h"
#else

#include "../core/debug.h"
#include "thread.h"

// Must be called once in each thread, before the others. count: how many the kernel uses, at most 32.
CM_INLINE void cm_nbarrier_init([[maybe_unused]] uint count,
                                [[maybe_unused]] const char* file = __builtin_FILE(),
                                [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef CM_DEBUG
    if (count > cm_abi::kNamedBarriers) cm::fail(file, line, "there are 32 named barriers");
#endif
}

// mode 0: as producer and as consumer, 1: as producer, 2: as consumer. The barrier is complete, and begins
// anew, when the given numbers of producers and consumers have signalled it.
CM_INLINE void cm_nbarrier_signal(uint id, uint mode, uint producers, uint consumers,
                                  [[maybe_unused]] const char* file = __builtin_FILE(),
                                  [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef CM_DEBUG
    if (id >= cm_abi::kNamedBarriers) cm::fail(file, line, "there are 32 named barriers");
    if (mode > 2) cm::fail(file, line, "a named barrier is signalled with mode 0, 1 or 2");
#endif
    cm::yield([=](cm_abi::Thread* t) {
        t->dispatch->host->named_barrier_signal(t, id, mode, producers, consumers);
    });
}

// Returns when the barrier that this thread has signalled as a consumer is complete. Guess: a thread that has
// only produced, or not signalled, does not wait.
CM_INLINE void cm_nbarrier_wait(uint id) {
    cm::yield([=](cm_abi::Thread* t) { t->dispatch->host->named_barrier_wait(t, id); });
}

#endif
