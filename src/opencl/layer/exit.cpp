// SPDX-License-Identifier: MIT
#include "opencl/layer/exit.h"

#include "opencl/layer/guard.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include <unistd.h>

namespace genmedia::opencl {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// How long commands are waited for that have not come to their compilation, since others are before them.
constexpr Clock::duration kQueuePatience = 2s;

struct Command {
    cl_event event;
    std::shared_ptr<std::atomic<bool>> started;  // null: a kernel that PoCL runs alone
};

struct Commands {
    std::mutex mutex;
    std::vector<Command> all;
};

Commands& commands() {
    static auto& commands = *new Commands;  // outlives all threads
    return commands;
}

cl_int status_of(cl_event event) {
    return query_value<cl_int>(target().clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
}

bool is_compiling(const Command& command) {
    const cl_int status = status_of(command.event);
    return status == CL_SUBMITTED || status == CL_RUNNING;
}

// PoCL compiles before it calls a command running.
bool is_over(const Command& command) {
    if (command.started != nullptr) return *command.started || status_of(command.event) < 0;
    return status_of(command.event) <= CL_RUNNING;
}

void wait_for_compilers() {
    for (const auto begin = Clock::now();; std::this_thread::sleep_for(1ms)) {
        const std::lock_guard lock(commands().mutex);
        std::erase_if(commands().all, is_over);
        const bool patient = Clock::now() - begin < kQueuePatience;
        const bool wait =
            patient ? !commands().all.empty() : std::ranges::any_of(commands().all, is_compiling);
        if (!wait) return;
    }
}

struct AtMainsEnd {
    ~AtMainsEnd() { wait_for_compilers(); }
};

bool note(cl_event command, std::shared_ptr<std::atomic<bool>> started) {
    prepare_exit();
    // For exits in another thread than main's. It comes before what PoCL and its compiler registered earlier.
    static const bool registered = std::atexit(wait_for_compilers) == 0;
    if (!registered) return false;
    const std::lock_guard lock(commands().mutex);
    commands().all.push_back({command, std::move(started)});
    return true;
}

void CL_CALLBACK command_ended(cl_event event, cl_int, void*) {
    {
        const std::lock_guard lock(commands().mutex);
        std::erase_if(commands().all, [event](const Command& command) { return command.event == event; });
    }
    target().clReleaseEvent(event);
}

}  // namespace

// exit() takes apart what belongs to its thread first, before anything of libraries.
void prepare_exit() {
    if (gettid() != getpid()) return;
    static thread_local const AtMainsEnd at_mains_end;
    static_cast<void>(&at_mains_end);
}

void finish_before_exit(cl_event command, std::shared_ptr<std::atomic<bool>> started) {
    static_cast<void>(note(command, std::move(started)));
}

void finish_before_exit(cl_event command) {
    const bool noted =
        note(command, nullptr) &&
        target().clSetEventCallback(command, CL_COMPLETE, kGuarded<command_ended>, nullptr) == CL_SUCCESS;
    if (!noted) command_ended(command, CL_COMPLETE, nullptr);
}

void forget_before_exit(const std::shared_ptr<std::atomic<bool>>& started) {
    const std::lock_guard lock(commands().mutex);
    std::erase_if(commands().all, [&](const Command& command) { return command.started == started; });
}

}  // namespace genmedia::opencl
