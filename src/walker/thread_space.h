// SPDX-License-Identifier: MIT
// Dispatch of C for Metal threads over a thread space with dependencies.
// Threads wait on their worker where dependencies come first in the order, else on fibers; a thread that
// never has to wait costs no switch.
#pragma once

#include <genmedia/status.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace genmedia::walker {

struct Delta {
    int x, y;
};

inline constexpr int kMaxDependencies = 8;

struct ThreadSpace {
    int width = 0, height = 0;
    // Thread (x, y) depends on (x + delta.x, y + delta.y), where that lies in the space. Number k is bit k
    // of masks. At most kMaxDependencies.
    std::vector<Delta> dependencies;
    // For each thread, row by row, which of the dependencies apply; empty: all do, to all.
    std::vector<uint8_t> applies;
    // Threads in the order of dispatch, as y * width + x, each once; empty: row by row.
    std::vector<uint32_t> order;
    // Each thread depends only on threads before it in the order. So a thread that waits stays on its worker:
    // what it waits for has begun.
    bool in_order = false;
    // Places in the order, ascending from 0, at which a worker's share begins. Empty: shares of any size.
    std::vector<uint32_t> shares;
    // Threads start only when all that they depend on have ended or signalled, as if by wait(0).
    bool waits_at_start = false;
};

// A thread while it runs; lives on its fiber.
class RunningThread {
public:
    const int x, y;
    // Returns when all dependencies of this thread have ended or signalled, except those with a bit in skip.
    virtual void wait(unsigned skip) = 0;
    // Those that wait for this thread may go on. The end of the thread does the same.
    virtual void signal() = 0;

protected:
    RunningThread(int x_, int y_) : x(x_), y(y_) {}
    ~RunningThread() = default;
};

// Runs body once for each thread of the space on `workers` threads (0: as many as the machine has) and
// returns when all have ended. Threads start in the order of dispatch. The body may move from one worker to
// another in wait(). Fails, without running the rest, if all that are left wait for each other; names one.
// on_worker, if given, is called once on each worker; its argument is the work that the worker has to do.
// Preconditions: order and applies have width * height entries or none.
[[nodiscard]] Status run_threads(
    const ThreadSpace& space, int workers, const std::function<void(RunningThread&)>& body,
    const std::function<void(const std::function<void()>&)>& on_worker = nullptr);

}  // namespace genmedia::walker
