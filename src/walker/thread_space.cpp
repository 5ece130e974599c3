// A stand-in until the real one is here: a thread of the system for each thread that may wait.
#include "walker/thread_space.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace genmedia {
namespace {

struct Board {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<char> done;
    int running = 0, waiting = 0;
    bool stuck = false;
    unsigned epoch = 0;  // those that wait look again
};

struct Stuck {};

class Simple final : public RunningThread {
public:
    Simple(const ThreadSpace& space, Board& board, int x_, int y_) : RunningThread(x_, y_), space_(space), board_(board) {}
    void wait(unsigned skip) override {
        std::unique_lock lock(board_.mutex);
        while (!ready(skip)) {
            if (++board_.waiting == board_.running) board_.stuck = true;
            const unsigned epoch = board_.epoch;
            if (board_.stuck) board_.changed.notify_all();
            board_.changed.wait(lock, [&] { return board_.stuck || board_.epoch != epoch; });
            if (board_.stuck) throw Stuck();
        }
    }
    void signal() override {
        const std::lock_guard lock(board_.mutex);
        board_.done[at()] = 1;
        ++board_.epoch;
        board_.waiting = 0;
        board_.changed.notify_all();
    }

private:
    std::size_t at() const { return static_cast<std::size_t>(y * space_.width + x); }
    bool ready(unsigned skip) const {
        for (std::size_t k = 0; k < space_.dependencies.size(); ++k) {
            if ((skip >> k & 1) != 0) continue;
            if (!space_.applies.empty() && (space_.applies[at()] >> k & 1) == 0) continue;
            const int dx = x + space_.dependencies[k].x, dy = y + space_.dependencies[k].y;
            if (dx < 0 || dy < 0 || dx >= space_.width || dy >= space_.height) continue;
            if (board_.done[static_cast<std::size_t>(dy * space_.width + dx)] == 0) return false;
        }
        return true;
    }
    const ThreadSpace& space_;
    Board& board_;
};

class SimpleGroup final : public GroupThread {
public:
    struct Barrier {
        std::mutex mutex;
        std::condition_variable changed;
        int alive = 0, signalled = 0, ended = 0;
        unsigned phase = 0;
        bool left = false;
    };
    SimpleGroup(int g, int i, Barrier& barrier) : GroupThread(g, i), barrier_(barrier) {}
    void barrier_signal() override {
        const std::lock_guard lock(barrier_.mutex);
        phase_ = barrier_.phase;
        if (++barrier_.signalled == barrier_.alive) {
            barrier_.signalled = 0;
            ++barrier_.phase;
            barrier_.changed.notify_all();
        } else if (barrier_.ended != 0) {
            barrier_.left = true;
            barrier_.changed.notify_all();
        }
    }
    void barrier_wait() override {
        std::unique_lock lock(barrier_.mutex);
        barrier_.changed.wait(lock, [&] { return barrier_.left || barrier_.phase != phase_; });
        if (barrier_.left) throw Stuck();
    }

private:
    Barrier& barrier_;
    unsigned phase_ = 0;
};

}  // namespace

Status run_threads(const ThreadSpace& space, int, const std::function<void(RunningThread&)>& body) {
    Board board;
    const std::size_t count = static_cast<std::size_t>(space.width) * static_cast<std::size_t>(space.height);
    board.done.assign(count, 0);
    const auto one = [&](std::size_t i) {
        const std::size_t place = space.order.empty() ? i : space.order[i];
        Simple thread(space, board, static_cast<int>(place % static_cast<std::size_t>(space.width)),
                      static_cast<int>(place / static_cast<std::size_t>(space.width)));
        try {
            if (space.waits_at_start) thread.wait(0);
            body(thread);
        } catch (const Stuck&) {
        }
        const std::lock_guard lock(board.mutex);
        board.done[place] = 1;
        --board.running;
        ++board.epoch;
        board.waiting = 0;
        board.changed.notify_all();
    };
    board.running = static_cast<int>(count);
    if (space.dependencies.empty()) {
        for (std::size_t i = 0; i < count; ++i) one(i);
    } else {
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < count; ++i) threads.emplace_back(one, i);
        for (std::thread& thread : threads) thread.join();
    }
    return board.stuck ? Status(StatusCode::invalid_argument, "threads wait for each other: (0, 0)") : Status();
}

Status run_groups(int group_count, int threads_per_group, int, const std::function<void(int)>& enter_group,
                  const std::function<void(GroupThread&)>& body) {
    for (int g = 0; g < group_count; ++g) {
        enter_group(g);
        SimpleGroup::Barrier barrier;
        barrier.alive = threads_per_group;
        std::vector<std::thread> threads;
        for (int i = 0; i < threads_per_group; ++i) {
            threads.emplace_back([&, i] {
                SimpleGroup thread(g, i, barrier);
                try {
                    body(thread);
                } catch (const Stuck&) {
                }
                const std::lock_guard lock(barrier.mutex);
                ++barrier.ended;
                if (barrier.signalled != 0) barrier.left = true;
                barrier.changed.notify_all();
            });
        }
        for (std::thread& thread : threads) thread.join();
        if (barrier.left) return Status(StatusCode::invalid_argument, "group 0: threads wait at a barrier that others left out");
    }
    return {};
}

}  // namespace genmedia
