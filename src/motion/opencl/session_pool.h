// SPDX-License-Identifier: MIT
// What searches of pictures of one size need on a device, kept for the next of that size.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace genmedia::motion {

template <class Session>
class SessionPool {
public:
    explicit SessionPool(int most) : most_(most) {}

    // Calls use(session) with an idle one for which serves(session) holds, or with a new one, which make()
    // makes. At most `most` callers are served at once, the others wait. What throws takes its session with
    // it.
    template <class Serves, class Make, class Use>
    void with(const Serves& serves, const Make& make, const Use& use) {
        std::unique_ptr<Session> session;
        std::unique_lock lock(mutex_);
        one_ended_.wait(lock, [&] { return in_flight_ < most_; });
        in_flight_++;
        // Those of another size go: their memory is free first.
        std::erase_if(idle_, [&](const auto& one) { return !serves(*one); });
        if (!idle_.empty()) {
            session = std::move(idle_.back());
            idle_.pop_back();
        }
        lock.unlock();
        const auto ended = [&] {
            lock.lock();
            in_flight_--;
            if (session) idle_.push_back(std::move(session));
            one_ended_.notify_one();
        };
        try {
            if (!session) session = make();
            use(*session);
        } catch (...) {
            session.reset();
            ended();
            throw;
        }
        ended();
    }

private:
    const int most_;
    std::mutex mutex_;
    std::condition_variable one_ended_;
    int in_flight_ = 0;
    std::vector<std::unique_ptr<Session>> idle_;
};

}  // namespace genmedia::motion
