// SPDX-License-Identifier: MIT
// A stack of its own for work that may have to wait; fiber.cpp is the only file that knows Boost.Context.
#pragma once

#include <functional>
#include <memory>

namespace genmedia::walker {

class Fiber {
public:
    // Each resume() continues `work` where it left off, or calls it anew if it had returned.
    // work must not throw.
    explicit Fiber(std::function<void(Fiber&)> work);
    // Precondition: work has returned.
    ~Fiber();

    // Runs until work leaves or returns; true: it has returned. From any thread, one at a time.
    bool resume();
    // From within work: goes back to the caller of resume(), and returns at the next one.
    void leave();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::walker
