// SPDX-License-Identifier: MIT
#include "offload_queue.h"

#include "gfx/gfx/gfx_types.h"
#include "messages.h"
#include "thread_counts.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

namespace genmedia::gfx {
namespace {

class Queue {
public:
    long long add(std::function<void()> task) {
        const std::lock_guard lock(mutex_);
        if (!runner_.joinable()) {
            runner_ = std::thread([this] { run(); });
            std::atexit([] { get().finish(); });
        }
        tasks_.push_back(std::move(task));
        changed_.notify_all();
        return ++last_;
    }

    int wait(long long task, int milliseconds) {
        std::unique_lock lock(mutex_);
        if (task == 0 && forgotten_ == last_) return GFX_SUCCESS;
        if (task == 0) task = last_;
        if (task < 0 || task > last_ || task <= forgotten_) return failed(GFX_TASKID_NOT_FOUND);
        const auto over = [&] { return done_ >= task; };
        if (milliseconds < 0)
            changed_.wait(lock, over);
        else if (!changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), over))
            return failed(GFX_TIMEOUT);
        forgotten_ = std::max(forgotten_, task);
        return GFX_SUCCESS;
    }

    static Queue& get() {
        static auto* const queue = new Queue;  // its thread may outlive static objects
        return *queue;
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            const std::function<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            run_one(task);
            lock.lock();
            done_++;
            changed_.notify_all();
        }
    }

    static void run_one(const std::function<void()>& task) {
        try {
            task();
        } catch (...) {
            fail("an exception left a kernel, which a GPU could not have thrown");
        }
    }

    void finish() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        changed_.notify_all();
        runner_.join();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    std::thread runner_;
    long long last_ = 0, done_ = 0, forgotten_ = 0;
    bool ends_ = false;
};

thread_local int error_of_thread = GFX_SUCCESS;

}  // namespace

int last_error() { return error_of_thread; }

int failed(int error) { return error_of_thread = error; }

long long enqueue(std::function<void()> task) {
    const GroupSize size = group_size();
    return Queue::get().add([size, task = std::move(task)] {
        group_size() = size;
        task();
    });
}

int wait_for(long long task, int milliseconds) { return Queue::get().wait(task, milliseconds); }

}  // namespace genmedia::gfx
