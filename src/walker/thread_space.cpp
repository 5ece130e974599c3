// SPDX-License-Identifier: MIT
// A worker runs threads one after the other on its current fiber. If dependencies come first in the order, a
// thread that has to wait stays on its worker, since what it waits for is running. Otherwise it keeps its
// fiber, and the worker goes on with another. So only waiting costs a switch.
#include "walker/thread_space.h"

#include "walker/asymmetric_fence.h"
#include "walker/fiber.h"
#include "walker/fiber_pool.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>

namespace genmedia::walker {
namespace {

// Threads that wait hold a stack each, so a worker has no more of them than this while others can run.
constexpr int kWaitingPerWorker = 64;

// Another worker often signals within a few microseconds, which is less than it takes to park and come back.
constexpr int kLooksBeforeParking = 200, kLooksBeforeSleeping = 400;

void processor_pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// Ends a waiting thread of a space that has failed.
struct AbandonedSpace {};

struct Strand;

class SpaceRunner {
public:
    SpaceRunner(const ThreadSpace& space, int workers, const std::function<void(RunningThread&)>& body);

    Status run(const std::function<void(const std::function<void()>&)>& on_worker);

private:
    friend class Cell;

    // What keeps thread (x, y) from going on: the first dependency outside of skip that has not signalled.
    // -1: nothing.
    int waits_for(int x, int y, unsigned skip) const;
    int slot_at(int x, int y) const { return (y + above_) * stride_ + x + left_; }
    int waits_for(int index, unsigned skip) const {
        return waits_for(index % space_.width, index / space_.width, skip);
    }
    void signal(int x, int y);

    void work();                       // a worker's loop
    void run_threads(Strand& strand);  // a strand's
    std::pair<int, int> next_share();
    int next_number();
    bool going_on() const { return ready_count_.load(std::memory_order_relaxed) == 0; }
    Strand* next_strand(std::unique_lock<std::mutex>& lock);
    void park(Strand* strand);
    void wake_dependents(int x, int y);
    bool wake_if_ready(int thread);
    void wake_ready();
    void fail();

    const ThreadSpace& space_;
    const std::function<void(RunningThread&)>& body_;
    const int count_, workers_, batch_, share_count_;
    std::atomic<int> next_{0};  // share
    // Empty if no thread has to wait. Each share has cache lines of its own. Otherwise a worker that checks
    // whether a share is done would take the line from the worker that is busy with the next share.
    std::vector<std::atomic<bool>> signalled_;
    // Each thread's index in signalled_. A border around the space, as wide as dependencies reach, has slots
    // that have signalled, so waiting threads need not look where the space ends.
    std::vector<uint32_t> slots_;
    int above_ = 0, left_ = 0, stride_ = 0;  // of the border; entries in a row
    unsigned reach_ = 0;                     // bit k: dependency k may lie in the space
    int offset_[kMaxDependencies] = {};      // from a thread's entry in slots_ to that of dependency k
    std::atomic<int> parked_count_{0}, ready_count_{0};

    std::mutex mutex_;  // of what follows
    std::condition_variable changed_;
    std::vector<Strand*> parked_;      // by thread; empty without dependencies
    std::vector<int> parked_threads_;  // those, and some that are not any more
    std::deque<Strand*> ready_;
    std::deque<std::pair<int, int>> left_over_;  // places in the order that nobody runs: from, to
    FiberPool<Strand> strands_;
    int busy_workers_ = 0, limit_, started_ = 0;
    bool failed_ = false;
    Status status_;
};

// A fiber on which threads of a space run one after the other.
struct Strand {
    explicit Strand(std::function<void(Strand&)> work) : fiber([this, work](Fiber&) { work(*this); }) {}

    int thread = 0;        // while parked, or ready again: whose turn it is
    unsigned skip = 0;     // of its wait
    int from = 0, to = 0;  // places in the order of dispatch that are this strand's to run
    bool abandoned = false;
    Fiber fiber;
};

class Cell final : public RunningThread {
public:
    Cell(SpaceRunner& runner, Strand& strand, int index)
        : RunningThread(index % runner.space_.width, index / runner.space_.width),
          runner_(runner),
          strand_(strand),
          index_(index) {}

    void wait(unsigned skip) override {
        for (int looks = 0; runner_.waits_for(x, y, skip) >= 0; looks++) {
            if (runner_.workers_ > 1 && looks < kLooksBeforeParking) {
                processor_pause();
            } else if (runner_.space_.in_order) {  // what it waits for is running, and not here
                if (looks < kLooksBeforeSleeping)
                    std::this_thread::yield();
                else
                    std::this_thread::sleep_for(std::chrono::microseconds(20));
            } else {
                strand_.thread = index_;
                strand_.skip = skip;
                strand_.fiber.leave();  // the worker parks the strand, once nothing runs on it
                if (strand_.abandoned) throw AbandonedSpace();
                return;
            }
        }
    }

    void signal() override { runner_.signal(x, y); }

private:
    SpaceRunner& runner_;
    Strand& strand_;
    const int index_;
};

SpaceRunner::SpaceRunner(const ThreadSpace& space, int workers,
                         const std::function<void(RunningThread&)>& body)
    : space_(space),
      body_(body),
      count_(space.width * space.height),
      workers_(std::min(worker_count(workers), count_)),
      batch_(space.dependencies.empty()
                 ? std::clamp(count_ / (workers_ * 8), 1, 64)
                 : std::clamp(std::min(space.width, space.height) / (workers_ * 8), 1, 4)),
      share_count_(space.shares.empty() ? (count_ + batch_ - 1) / batch_
                                        : static_cast<int>(space.shares.size())),
      limit_(workers_ * kWaitingPerWorker) {
    // A single worker reaches no thread whose dependencies have not ended.
    if (space.dependencies.empty() || (workers_ == 1 && space.in_order)) return;
    int below = 0, right = 0;
    for (size_t k = 0; k < space.dependencies.size(); k++) {
        const auto [x, y] = space.dependencies[k];
        if (std::abs(x) >= space.width || std::abs(y) >= space.height) continue;
        reach_ |= 1u << k;
        left_ = std::max(left_, -x);
        right = std::max(right, x);
        above_ = std::max(above_, -y);
        below = std::max(below, y);
    }
    stride_ = left_ + space.width + right;
    for (size_t k = 0; k < space.dependencies.size(); k++)
        if ((reach_ >> k & 1) != 0) offset_[k] = space.dependencies[k].y * stride_ + space.dependencies[k].x;
    constexpr uint32_t line = 64;
    slots_.resize(static_cast<size_t>(above_ + space.height + below) * stride_);  // 0: the border's
    uint32_t slot = 1;
    size_t share = 0;
    for (int place = 0; place < count_; place++) {
        if (share < space.shares.size() && static_cast<int>(space.shares[share]) == place) {
            slot = (slot + line - 1) / line * line;
            share++;
        }
        const int index = space.order.empty() ? place : static_cast<int>(space.order[place]);
        slots_[slot_at(index % space.width, index / space.width)] = slot++;
    }
    signalled_ = std::vector<std::atomic<bool>>(slot);
    signalled_[0].store(true, std::memory_order_relaxed);
    parked_.resize(count_);
}

Status SpaceRunner::run(const std::function<void(const std::function<void()>&)>& on_worker) {
    with_workers(workers_, [&] {
        parallel_for(workers_, [&](int) { on_worker == nullptr ? work() : on_worker([this] { work(); }); });
    });
    if (failed_) {  // unwinds the stacks of waiting threads
        for (Strand* strand : parked_) {
            if (strand == nullptr) continue;
            strand->abandoned = true;
            strand->fiber.resume();
        }
    }
    return status_;
}

int SpaceRunner::waits_for(int x, int y, unsigned skip) const {
    unsigned applies = reach_ & ~skip;
    if (!space_.applies.empty()) applies &= space_.applies[y * space_.width + x];
    if (applies == 0) return -1;
    const uint32_t* own = &slots_[slot_at(x, y)];
    for (int k = 0; k < static_cast<int>(space_.dependencies.size()); k++) {
        if ((applies >> k & 1) == 0 || signalled_[own[offset_[k]]].load(std::memory_order_acquire)) continue;
        return (y + space_.dependencies[k].y) * space_.width + x + space_.dependencies[k].x;
    }
    return -1;
}

// While a signal is in the processor's store buffer, a worker that parks a thread may miss the signal, and
// this function may miss that thread. Waiting until the buffer is empty would take longer than a block's
// work. So a worker that goes to sleep has all store buffers emptied (heavy_fence), and looks again.
void SpaceRunner::signal(int x, int y) {
    if (signalled_.empty()) return;
    std::atomic<bool>& own = signalled_[slots_[slot_at(x, y)]];
    if (own.load(std::memory_order_relaxed)) return;
    if (store_then_load(own, parked_count_) > 0) wake_dependents(x, y);
}

void SpaceRunner::wake_dependents(int x, int y) {
    const std::lock_guard lock(mutex_);
    for (const Delta& delta : space_.dependencies) {
        const int of_x = x - delta.x, of_y = y - delta.y;
        if (of_x < 0 || of_x >= space_.width || of_y < 0 || of_y >= space_.height) continue;
        const int dependent = of_y * space_.width + of_x;
        wake_if_ready(dependent);
    }
}

// Precondition: the lock is held.
bool SpaceRunner::wake_if_ready(int thread) {
    Strand* strand = parked_[thread];
    if (strand == nullptr || waits_for(thread, strand->skip) >= 0) return false;
    parked_[thread] = nullptr;
    const bool others_may_start = parked_count_-- == limit_;
    ready_.push_back(strand);
    ready_count_++;
    others_may_start ? changed_.notify_all() : changed_.notify_one();
    return true;
}

// Precondition: the lock is held.
void SpaceRunner::wake_ready() {
    std::erase_if(parked_threads_,
                  [this](int thread) { return parked_[thread] == nullptr || wake_if_ready(thread); });
}

void SpaceRunner::park(Strand* strand) {
    const std::lock_guard lock(mutex_);
    if (strand->from < strand->to) {  // others run what it would have run next
        left_over_.push_back({strand->from, strand->to});
        strand->from = strand->to = 0;
        changed_.notify_one();
    }
    parked_count_++;
    parked_[strand->thread] = strand;
    parked_threads_.push_back(strand->thread);
    wake_if_ready(strand->thread);
}

void SpaceRunner::run_threads(Strand& strand) {
    for (;;) {
        if (strand.from == strand.to) {
            if (!going_on()) return;  // those that were waiting come first
            std::tie(strand.from, strand.to) = next_share();
            if (strand.from == strand.to) return;
        }
        const int place = strand.from++;
        const int index = space_.order.empty() ? place : static_cast<int>(space_.order[place]);
        Cell cell(*this, strand, index);
        try {
            if (space_.waits_at_start) cell.wait(0);
            body_(cell);
        } catch (const AbandonedSpace&) {
            return;
        }
        signal(cell.x, cell.y);
    }
}

// Places from, to; twice the same: none are left.
std::pair<int, int> SpaceRunner::next_share() {
    const int number = next_number();
    if (number >= share_count_) return {0, 0};
    if (space_.shares.empty()) return {number * batch_, std::min((number + 1) * batch_, count_)};
    const bool last = number + 1 == share_count_;
    return {static_cast<int>(space_.shares[number]),
            last ? count_ : static_cast<int>(space_.shares[number + 1])};
}

// A single worker needs no atomic addition, which would wait for the store buffer too.
int SpaceRunner::next_number() {
    if (workers_ > 1) return next_.fetch_add(1, std::memory_order_relaxed);
    const int number = next_.load(std::memory_order_relaxed);
    next_.store(number + 1, std::memory_order_relaxed);
    return number;
}

// Precondition: the lock is held, and this worker is idle. Null: nothing is left to run.
Strand* SpaceRunner::next_strand(std::unique_lock<std::mutex>& lock) {
    for (;;) {
        if (failed_) return nullptr;
        const bool left = next_.load(std::memory_order_relaxed) < share_count_ || !left_over_.empty();
        const bool may_start = left && parked_count_ < limit_;
        // Looking at all that wait takes longer than a block's work: now and then, and when there is nothing
        // else.
        if (ready_.empty() && (!may_start || ++started_ % kWaitingPerWorker == 0)) wake_ready();
        if (!ready_.empty()) {
            Strand* strand = ready_.front();
            ready_.pop_front();
            ready_count_--;
            return strand;
        }
        if (may_start) {
            Strand* strand = strands_.take([this](Strand& its) { run_threads(its); });
            if (!left_over_.empty()) {
                strand->from = left_over_.front().first;
                strand->to = left_over_.front().second;
                left_over_.pop_front();
            }
            return strand;
        }
        if (busy_workers_ == 0) {
            if (left) {  // all that have started wait for some that have not
                limit_ *= 2;
                changed_.notify_all();
                continue;
            }
            if (parked_count_ > 0) fail();
            changed_.notify_all();
            return nullptr;
        }
        const bool none_missed = heavy_fence();
        wake_ready();
        if (!ready_.empty()) continue;
        if (none_missed)
            changed_.wait(lock);
        else
            changed_.wait_for(lock, std::chrono::microseconds(50));
    }
}

void SpaceRunner::work() {
    std::unique_lock lock(mutex_);
    while (Strand* strand = next_strand(lock)) {
        busy_workers_++;
        lock.unlock();
        const bool returned = strand->fiber.resume();
        if (!returned) park(strand);
        lock.lock();
        busy_workers_--;
        if (returned) strands_.put_back(strand);
    }
}

// Precondition: all started, none runs, some wait.
void SpaceRunner::fail() {
    failed_ = true;
    const auto name = [this](int index) {
        return "(" + std::to_string(index % space_.width) + ", " + std::to_string(index / space_.width) + ")";
    };
    // Following what each thread waits for ends in a circle. In a stuck space all of the circle is parked.
    int at = static_cast<int>(std::find_if(parked_.begin(), parked_.end(), [](auto* s) { return s; }) -
                              parked_.begin());
    std::vector<int> path;
    while (std::find(path.begin(), path.end(), at) == path.end()) {
        path.push_back(at);
        at = waits_for(at, parked_[at]->skip);
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), at));
    std::string circle;
    for (size_t i = 0; i < std::min<size_t>(path.size(), 8); i++) circle += name(path[i]) + " waits for ";
    if (path.size() > 8) circle += "... waits for ";
    status_ = Status(StatusCode::invalid_argument,
                     "threads of the thread space wait for each other: " + circle + name(at) + "; " +
                         std::to_string(parked_count_) + " threads did not end");
}

}  // namespace

Status run_threads(const ThreadSpace& space, int workers, const std::function<void(RunningThread&)>& body,
                   const std::function<void(const std::function<void()>&)>& on_worker) {
    if (space.width <= 0 || space.height <= 0) return Status();
    return SpaceRunner(space, workers, body).run(on_worker);
}

}  // namespace genmedia::walker
