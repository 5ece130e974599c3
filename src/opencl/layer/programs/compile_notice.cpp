// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/compile_notice.h"

#include "opencl/layer/layer_log.h"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace genmedia::opencl {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kPatience = 2s, kLookEvery = 100ms;

struct Entry {
    std::string name;
    cl_event command;  // null: compiled already
    std::shared_ptr<std::atomic<bool>> over;
    Clock::time_point begin;
};

// Watches what is being compiled, on a thread of its own. The thread ends when there is nothing to watch.
class Watch {
public:
    void add(std::string name, cl_event command, std::shared_ptr<std::atomic<bool>> over) {
        const std::lock_guard lock(mutex_);
        entries_.push_back({std::move(name), command, std::move(over), Clock::now()});
        if (running_) return;
        try {
            std::thread([this] { look(); }).detach();
            running_ = true;
        } catch (const std::system_error&) {
            // No thread can be had: no notice, and the next compilation tries again.
        }
    }

    void forget(const std::shared_ptr<std::atomic<bool>>& over) {
        const std::lock_guard lock(mutex_);
        std::erase_if(entries_, [&](const Entry& entry) { return entry.over == over; });
    }

private:
    void look() {
        std::unique_lock lock(mutex_);
        while (!entries_.empty()) {
            std::erase_if(entries_, [](Entry& entry) { return is_over(entry); });
            lock.unlock();
            std::this_thread::sleep_for(kLookEvery);
            lock.lock();
        }
        running_ = false;
    }

    static bool is_over(Entry& entry) {
        if (*entry.over) return true;
        const cl_int status = status_of(entry.command);
        if (status < 0) return true;  // what it waited for has failed
        if (status == CL_QUEUED) entry.begin = Clock::now();
        if (Clock::now() - entry.begin < kPatience) return false;
        if (log().level() != spdlog::level::off)
            std::fprintf(stderr, "genmedia: compiling %s ...\n", entry.name.c_str());
        return true;
    }

    static cl_int status_of(cl_event command) {
        if (command == nullptr) return CL_RUNNING;
        return query_value<cl_int>(target().clGetEventInfo, command, CL_EVENT_COMMAND_EXECUTION_STATUS);
    }

    std::mutex mutex_;
    std::vector<Entry> entries_;
    bool running_ = false;
};

Watch& watch() {
    static auto& watch = *new Watch;  // outlives all threads
    return watch;
}

}  // namespace

CompileNotice::CompileNotice(std::string name) { watch().add(std::move(name), nullptr, over_); }
CompileNotice::~CompileNotice() { *over_ = true; }

void notice_compilation(std::string name, cl_event command, std::shared_ptr<std::atomic<bool>> started) {
    watch().add(std::move(name), command, std::move(started));
}

void forget_compilation(const std::shared_ptr<std::atomic<bool>>& started) { watch().forget(started); }

}  // namespace genmedia::opencl
