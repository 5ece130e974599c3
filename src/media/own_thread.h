// SPDX-License-Identifier: MIT
// A thread that calls what others ask for, one call after the other.
#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

namespace genmedia::media {

class OwnThread {
public:
    OwnThread() : thread_([this](const std::stop_token& stop) { serve(stop); }) {}

    // Calls `action` there, waits for it, and returns or throws what it does.
    int call(const std::function<int()>& action) {
        std::packaged_task<int()> task(action);
        std::future<int> result = task.get_future();
        {
            const std::lock_guard lock(mutex_);
            task_ = std::move(task);
        }
        asked_.notify_one();
        return result.get();
    }

private:
    void serve(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (asked_.wait(lock, stop, [this] { return task_.valid(); })) {
            std::packaged_task<int()> task = std::move(task_);
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any asked_;
    std::packaged_task<int()> task_;
    std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace genmedia::media
