// SPDX-License-Identifier: MIT
// The runtime's overhead for each thread: overhead [THREADS_A_SIDE] [RUNS] prints nanoseconds per thread of
// empty kernels, and of the walker without kernels.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cm/runtime/runtime_host.h"
#include "walker/thread_space.h"

namespace {

double nanoseconds_a_thread(UINT64 ns, int side) { return static_cast<double>(ns) / side / side; }

double walker_alone(int side) {
    genmedia::walker::ThreadSpace space;
    space.width = space.height = side;
    const char* threads = std::getenv("GENMEDIA_THREADS");
    const auto start = std::chrono::steady_clock::now();
    const auto status = genmedia::walker::run_threads(
        space, threads == nullptr ? 0 : std::atoi(threads),
        [](genmedia::walker::RunningThread& thread) { asm volatile("" ::"r"(&thread)); });
    if (!status.ok()) std::abort();
    return nanoseconds_a_thread(static_cast<UINT64>((std::chrono::steady_clock::now() - start).count()),
                                side);
}

}  // namespace

int main(int argc, char** argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 9;
    std::vector<uint8_t> file = test::kernel_file();
    CmDevice* device = nullptr;
    CmProgram* program = nullptr;
    CmKernel* kernel = nullptr;
    CmThreadSpace* space = nullptr;
    CmTask* task = nullptr;
    CmQueue* queue = nullptr;
    UINT version = 0;
    const UINT n = static_cast<UINT>(side);
    if (CreateCmDevice(device, version) != CM_SUCCESS ||
        device->LoadProgram(file.data(), static_cast<UINT>(file.size()), program) != CM_SUCCESS ||
        device->CreateKernel(program, "nothing", kernel) != CM_SUCCESS ||
        device->CreateThreadSpace(n, n, space) != CM_SUCCESS || device->CreateTask(task) != CM_SUCCESS ||
        task->AddKernel(kernel) != CM_SUCCESS || device->CreateQueue(queue) != CM_SUCCESS) {
        return 1;
    }
    std::vector<double> alone, all;
    for (int i = 0; i < runs; i++) {
        alone.push_back(walker_alone(side));
        CmEvent* event = nullptr;
        UINT64 time = 0;
        if (queue->Enqueue(task, event, space) != CM_SUCCESS ||
            event->WaitForTaskFinished(60000) != CM_SUCCESS || event->GetExecutionTime(time) != CM_SUCCESS) {
            return 1;
        }
        all.push_back(nanoseconds_a_thread(time, side));
    }
    const double walker = *std::ranges::min_element(alone), total = *std::ranges::min_element(all);
    std::printf("walker %.1f ns, runtime %.1f ns, difference %.1f ns a thread\n", walker, total,
                total - walker);
    return DestroyCmDevice(device) == CM_SUCCESS ? 0 : 1;
}
