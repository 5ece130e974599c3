// SPDX-License-Identifier: MIT
// TBB's worker threads, before they are needed: TBB ends the process where it cannot start one.
#pragma once

#include <sys/mman.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace genmedia::base {

// How many of so many threads can be started now. Each has addresses, too, that glibc's malloc takes for a
// thread, for a moment twice what it keeps: where `ulimit -v` leaves few, the next one would not start.
inline int startable_threads(int wanted) {
    constexpr size_t arena = 128 << 20;
    std::vector<std::thread> threads;
    std::vector<void*> arenas;
    std::latch all(1);
    try {
        while (static_cast<int>(threads.size()) < wanted) {
            arenas.reserve(arenas.size() + 1);
            void* const taken =
                mmap(nullptr, arena, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (taken == MAP_FAILED) break;
            arenas.push_back(taken);
            threads.emplace_back([&all] { all.wait(); });
        }
    } catch (const std::system_error&) {  // no more
    } catch (const std::bad_alloc&) {
    }
    all.count_down();
    for (std::thread& thread : threads) thread.join();
    for (void* const taken : arenas) munmap(taken, arena);
    return static_cast<int>(threads.size());
}

// Has TBB start workers, so that with the caller there are `threads`, or as many as can be had; it uses no
// more from then on. It warns of more than the machine has, where they are not allowed first. Of several
// limits the lowest counts, so all callers share one.
//
// How many to use. The library and the tool have one such function between them.
[[gnu::visibility("default")]] inline int start_workers(int threads) {
    using Limit = tbb::global_control;
    using Clock = std::chrono::steady_clock;
    static std::mutex mutex;
    static std::atomic<int> asked = 1;
    static std::atomic<int> started = 1;
    static auto& limit = *new std::unique_ptr<Limit>;  // TBB's own variables may end before this file's
    if (threads <= asked) return std::min<int>(threads, started);
    const std::lock_guard lock(mutex);
    if (threads <= asked) return std::min<int>(threads, started);
    if (started == asked) started += startable_threads(threads - started);
    if (started < threads || threads > tbb::info::default_concurrency())
        limit = std::make_unique<Limit>(Limit::max_allowed_parallelism, static_cast<size_t>(started));
    asked = threads;  // others use them from here on
    // They start where there is work for all at the same time.
    std::atomic<int> here = 0;
    const auto until = Clock::now() + std::chrono::milliseconds(20);
    tbb::task_arena(started).execute([&] {
        const auto wait_for_others = [&](int) {
            for (here++; here < started && Clock::now() < until;) std::this_thread::yield();
        };
        tbb::parallel_for(0, started.load(), wait_for_others, tbb::simple_partitioner());
    });
    return started;
}

}  // namespace genmedia::base
