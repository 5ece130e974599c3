// SPDX-License-Identifier: MIT
// A pair of fences; the light one costs nothing. One thread stores, calls light_fence() and loads; another
// stores, calls heavy_fence() and loads. At least one of them loads what the other stored.
#pragma once

#include <atomic>

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace genmedia::walker {

// For the side that is called often: keeps the compiler from moving loads before stores.
inline void light_fence() { std::atomic_signal_fence(std::memory_order_seq_cst); }

// The first thread's part: sets `flag`, with what was written before, and loads `count`.
inline int store_then_load(std::atomic<bool>& flag, const std::atomic<int>& count) {
    flag.store(true, std::memory_order_release);
    light_fence();
    return count.load(std::memory_order_relaxed);
}

// For the side that is about to sleep: a fence in every thread of this process. False: the system has none,
// so the other side's stores may be missed.
inline bool heavy_fence() {
#if defined(__linux__) && defined(SYS_membarrier)
    static const bool registered =
        syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    return registered && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
#else
    return false;
#endif
}

}  // namespace genmedia::walker
