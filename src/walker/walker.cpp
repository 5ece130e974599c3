// SPDX-License-Identifier: MIT
#include "walker/walker.h"

#include "walker/patterns.h"
#include "walker/thread_space.h"
#include "walker/worker_pool.h"

#include <exception>
#include <mutex>

namespace genmedia::walker {

void walk(int columns, int rows, Dependency dependency, int threads,
          const std::function<void(int, int)>& cell) {
    ThreadSpace space;
    space.width = columns;
    space.height = rows;
    if (dependency == Dependency::wavefront) {
        space.dependencies = {{-1, 0}, {0, -1}, {1, -1}};
        space.waits_at_start = true;
        order_for_workers(space, worker_count(threads));
    }
    std::exception_ptr thrown;
    std::mutex mutex;
    // No failure: cells depend only on cells before them.
    (void)run_threads(space, threads, [&](RunningThread& running) {
        try {
            cell(running.x, running.y);
        } catch (...) {
            const std::lock_guard lock(mutex);
            thrown = std::current_exception();
        }
    });
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace genmedia::walker
