// SPDX-License-Identifier: MIT
// Kernels that were enqueued, in order. One thread runs them.
#pragma once

#include <functional>

namespace genmedia::gfx {

int last_error();
// Sets this thread's last error, and returns it.
int failed(int error);

// Returns the task's number.
long long enqueue(std::function<void()> task);
int wait_for(long long task, int milliseconds);

bool is_shared(const void* memory);

}  // namespace genmedia::gfx
