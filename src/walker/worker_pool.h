// The pool of worker threads. worker_pool.cpp is the only file that knows TBB; it is compiled without the
// thread sanitizer, because distributions build TBB without it and everything in there would look like a
// race. What the sanitizer must know of, HandOver tells it.
#pragma once

#include <functional>
#include <memory>

#ifdef __SANITIZE_THREAD__
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace genmedia {

// What was done before give() is seen after take(). The pool guarantees it; this only tells the thread
// sanitizer.
class HandOver {
public:
#ifdef __SANITIZE_THREAD__
    void give() { __tsan_release(this); }
    void take() { __tsan_acquire(this); }

private:
    char address_ = 0;
#else
    void give() {}
    void take() {}
#endif
};

// Calls `body` where the functions below use that many workers; 0: as many as the machine has.
void with_workers(int threads, const std::function<void()>& body);

// Calls body(i) once for each 0 <= i < count and returns when all calls have.
void parallel_for(int count, const std::function<void(int)>& body);

// Tasks that may start further ones.
class TaskGroup {
public:
    TaskGroup();
    ~TaskGroup();

    void run(const std::function<void()>& task);
    void wait();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia
