// SPDX-License-Identifier: MIT
// Distributions build TBB without the thread sanitizer, which therefore sees races in all that TBB does. This
// file is compiled without it too, and tells it the one thing that it must know: when work is handed over.
#include "walker/worker_pool.h"

#include "base/workers.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef GENMEDIA_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace genmedia::walker {
namespace {

// What was done before give() is seen after take(). TBB ensures that; this tells the sanitizer.
class HandOver {
public:
#ifdef GENMEDIA_THREAD_SANITIZER
    void give() { __tsan_release(this); }
    void take() { __tsan_acquire(this); }

private:
    char address_ = 0;
#else
    void give() {}
    void take() {}
#endif
};

}  // namespace

void with_workers(int threads, const std::function<void()>& body) {
    if (threads == 0) return body();
    tbb::task_arena(base::start_workers(threads)).execute([&body] { body(); });
}

int worker_count(int threads) { return threads > 0 ? threads : tbb::this_task_arena::max_concurrency(); }

void parallel_for(int count, const std::function<void(int)>& body) {
    HandOver work, results;
    base::start_workers(tbb::this_task_arena::max_concurrency());
    work.give();
    tbb::parallel_for(0, count, [&](int i) {
        work.take();
        body(i);
        results.give();
    });
    results.take();
}

void parallel_for_runs(int count, int most, const std::function<void(int, int)>& body) {
    parallel_for((count + most - 1) / most,
                 [&](int run) { body(run * most, std::min((run + 1) * most, count)); });
}

void isolated(const std::function<void()>& body) {
    tbb::this_task_arena::isolate([&body] { body(); });
}

}  // namespace genmedia::walker
