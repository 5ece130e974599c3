// SPDX-License-Identifier: MIT
// Keeps a process from ending while PoCL compiles a kernel: its compiler would be taken apart at work, and
// abort.
#pragma once

#include "opencl/layer/target.h"

#include <atomic>
#include <memory>

namespace genmedia::opencl {

// To be called by the thread that may end the process.
void prepare_exit();

// A command whose kernel PoCL has to compile before it has `started`. At the process's end, if it leaves main
// or calls exit(), the compilation is waited for, but not the kernel. The event must live until
// forget_before_exit().
void finish_before_exit(cl_event command, std::shared_ptr<std::atomic<bool>> started);
void forget_before_exit(const std::shared_ptr<std::atomic<bool>>& started);

// The same for a kernel that PoCL runs alone; the event's status says when it is compiled. Releases the
// event.
void finish_before_exit(cl_event command);

}  // namespace genmedia::opencl
