// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/threads.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>

namespace genmedia::opencl {
namespace {

constexpr unsigned kThreadsAUnit = 7;
constexpr unsigned kFewestThreads = 32;  // for work-groups of 512 work-items
bool asked = false;

unsigned processor_count() { return std::max(1u, std::thread::hardware_concurrency()); }

// Each processor gets the same number, so that a part of the device has its part of the threads.
unsigned threads() {
    return processor_count() *
           std::max(kThreadsAUnit, (kFewestThreads + processor_count() - 1) / processor_count());
}

}  // namespace

void ask_pocl_for_threads() {
    // The second name is that of PoCL 4 and later. They still accept the first.
    if (std::getenv("POCL_MAX_PTHREAD_COUNT") || std::getenv("POCL_CPU_MAX_CU_COUNT")) return;
    setenv("POCL_MAX_PTHREAD_COUNT", std::to_string(threads()).c_str(), 0);
    asked = true;
}

bool sub_groups_run_apart() { return asked; }

std::optional<unsigned> compute_units() {
    if (!asked) return std::nullopt;
    return processor_count();
}

}  // namespace genmedia::opencl
