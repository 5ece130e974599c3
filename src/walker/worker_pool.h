// SPDX-License-Identifier: MIT
// The pool of worker threads. In src/, worker_pool.cpp alone knows TBB's threads.
#pragma once

#include <functional>

namespace genmedia::walker {

// Calls `body` so that the functions below use `threads` workers in it; 0: as many as outside of it.
void with_workers(int threads, const std::function<void()>& body);

// How many workers `threads` asks for, as with_workers takes it.
int worker_count(int threads);

// Calls body(i) once for each 0 <= i < count and returns when all calls have.
void parallel_for(int count, const std::function<void(int)>& body);

// Calls body(first, end) for runs of at most `most` that make up 0 <= i < count.
void parallel_for_runs(int count, int most, const std::function<void(int first, int end)>& body);

// Calls `body`; while it waits for workers, this thread takes up no work from outside of it. For bodies that
// hold what other threads wait for.
void isolated(const std::function<void()>& body);

}  // namespace genmedia::walker
