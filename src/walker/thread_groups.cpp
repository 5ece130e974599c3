// SPDX-License-Identifier: MIT
// A group's threads take turns on one worker: the first runs until it has to wait at a barrier, then the
// next starts on a fiber of its own. Groups without barriers need one fiber in all.
#include "walker/thread_groups.h"

#include "walker/fiber.h"
#include "walker/fiber_pool.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace genmedia::walker {
namespace {

// Ends a waiting thread of a group that has failed.
struct AbandonedGroup {};

// Each worker has one: it runs groups one after the other.
class GroupRunner {
public:
    GroupRunner(int threads, const std::function<void(GroupThread&)>& body)
        : threads_(threads), body_(body) {}

    // False: some threads wait for a barrier that will not come; see stuck().
    bool run(int group) {
        group_ = group;
        next_ = 0;
        arrived_.clear();
        completed_ = 0;
        named_.fill({});
        // The strands that wait, in the order in which their threads started.
        std::vector<Strand*> waiting, still;
        while (next_ < threads_) {
            Strand* strand = strands_.take(*this);
            if (!resume(*strand)) waiting.push_back(strand);
        }
        for (;;) {
            still.clear();
            for (Strand* strand : waiting) {
                if (strand->waits() || !resume(*strand)) still.push_back(strand);
            }
            waiting.swap(still);
            if (!may_go_on(waiting)) return waiting.empty() || abandon(waiting);
        }
    }

    const std::vector<int>& stuck() const { return stuck_; }

private:
    // Signals of barriers that are not complete yet, and how many barriers are complete.
    struct NamedBarrier {
        int producers = 0, consumers = 0, completed = 0;
    };

    struct Strand {
        explicit Strand(GroupRunner& runner)
            : fiber([this, &runner](Fiber&) { runner.run_threads(*this); }) {}

        bool waits() const { return *completed < barrier; }

        int thread = 0;  // that waits
        const int* completed = nullptr;
        int barrier = 0;  // how many must be complete for it to go on
        bool abandoned = false;
        Fiber fiber;
    };

    class Member final : public GroupThread {
    public:
        Member(GroupRunner& runner, Strand& strand, int index_)
            : GroupThread(runner.group_, index_), runner_(runner), strand_(strand) {}

        void barrier_signal() override {
            if (static_cast<int>(runner_.arrived_.size()) == signalled_) runner_.arrived_.push_back(0);
            runner_.arrived_[signalled_++]++;
            while (runner_.completed_ < static_cast<int>(runner_.arrived_.size()) &&
                   runner_.arrived_[runner_.completed_] == runner_.threads_)
                runner_.completed_++;
        }

        void barrier_wait() override { wait(runner_.completed_, signalled_); }

        void named_signal(int id, bool producer, bool consumer, int producers, int consumers) override {
            NamedBarrier& barrier = runner_.named_[static_cast<size_t>(id)];
            if (producer) barrier.producers++;
            if (consumer) {
                const int ahead = barrier.consumers++ / std::max(consumers, 1);  // that are not complete yet
                named_signalled_[static_cast<size_t>(id)] = barrier.completed + ahead + 1;
            }
            while (producers + consumers > 0 && barrier.producers >= producers &&
                   barrier.consumers >= consumers) {
                barrier.producers -= producers;
                barrier.consumers -= consumers;
                barrier.completed++;
            }
        }

        void named_wait(int id) override {
            wait(runner_.named_[static_cast<size_t>(id)].completed,
                 named_signalled_[static_cast<size_t>(id)]);
        }

    private:
        void wait(const int& completed, int barrier) {
            if (barrier <= completed) return;
            strand_.thread = index;
            strand_.completed = &completed;
            strand_.barrier = barrier;
            strand_.fiber.leave();
            if (strand_.abandoned) throw AbandonedGroup();
        }

        GroupRunner& runner_;
        Strand& strand_;
        int signalled_ = 0;  // barriers
        std::array<int, kMaxNamedBarriers> named_signalled_{};
    };

    static bool may_go_on(const std::vector<Strand*>& waiting) {
        return std::any_of(waiting.begin(), waiting.end(),
                           [](const Strand* strand) { return !strand->waits(); });
    }

    bool abandon(const std::vector<Strand*>& waiting) {
        for (Strand* strand : waiting) {
            stuck_.push_back(strand->thread);
            strand->abandoned = true;
            resume(*strand);
        }
        return false;
    }

    bool resume(Strand& strand) {
        const bool returned = strand.fiber.resume();
        if (returned) strands_.put_back(&strand);
        return returned;
    }

    void run_threads(Strand& strand) {
        while (next_ < threads_) {
            const int index = next_++;
            Member member(*this, strand, index);
            try {
                body_(member);
            } catch (const AbandonedGroup&) {
                return;
            }
        }
    }

    const int threads_;
    const std::function<void(GroupThread&)>& body_;
    int group_ = 0, next_ = 0;
    std::vector<int> arrived_;  // threads that have signalled each barrier so far
    int completed_ = 0;         // barriers that all threads have signalled
    std::array<NamedBarrier, kMaxNamedBarriers> named_;
    FiberPool<Strand> strands_;
    std::vector<int> stuck_;  // threads of the group that failed
};

Status stuck_at_barrier(int group, const std::vector<int>& stuck, int threads,
                        const std::function<std::string(int, int)>& name) {
    std::string waiting;
    for (size_t i = 0; i < std::min<size_t>(stuck.size(), 8); i++) {
        if (i > 0) waiting += ", ";
        waiting +=
            name ? name(group, stuck[i]) : std::to_string(stuck[i]) + " of group " + std::to_string(group);
    }
    if (stuck.size() > 8) waiting += ", ...";
    return Status(StatusCode::invalid_argument,
                  std::to_string(stuck.size()) + " of " + std::to_string(threads) +
                      " threads of a group wait at a barrier that the others never reach: " + waiting);
}

}  // namespace

Status run_groups(int group_count, int threads_per_group, int workers,
                  const std::function<void(int)>& enter_group, const std::function<void(GroupThread&)>& body,
                  const std::function<std::string(int, int)>& name) {
    if (group_count <= 0 || threads_per_group <= 0) return Status();
    std::atomic<int> next{0};
    std::atomic<bool> failed{false};
    std::mutex mutex;
    Status status;
    const int runners = std::min(worker_count(workers), group_count);
    with_workers(runners, [&] {
        parallel_for(runners, [&](int) {
            GroupRunner runner(threads_per_group, body);
            for (int group; !failed && (group = next++) < group_count;) {
                enter_group(group);
                if (runner.run(group)) continue;
                failed = true;
                const std::lock_guard lock(mutex);
                if (status.ok()) status = stuck_at_barrier(group, runner.stuck(), threads_per_group, name);
            }
        });
    });
    return status;
}

}  // namespace genmedia::walker
