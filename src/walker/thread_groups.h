// SPDX-License-Identifier: MIT
// Dispatch of C for Metal threads in groups, which meet at barriers.
#pragma once

#include <genmedia/status.h>

#include <functional>
#include <string>

namespace genmedia::walker {

inline constexpr int kMaxNamedBarriers = 32;

// A thread of a group while it runs.
class GroupThread {
public:
    const int group, index;  // of group_count, of threads_per_group
    void barrier() {
        barrier_signal();
        barrier_wait();
    }
    virtual void barrier_signal() = 0;
    // Returns when all threads of the group have signalled as often as this one.
    virtual void barrier_wait() = 0;
    // Named barrier `id`, 0..kMaxNamedBarriers-1, is complete, and begins anew, when `producers` signals of
    // producers and `consumers` of consumers have come; a thread may be both. All signals name the same
    // counts.
    virtual void named_signal(int id, bool producer, bool consumer, int producers, int consumers) = 0;
    // Returns once the barrier that this thread last signalled as a consumer is complete; at once if none.
    virtual void named_wait(int id) = 0;

protected:
    GroupThread(int group_, int index_) : group(group_), index(index_) {}
    ~GroupThread() = default;
};

// Runs body for each thread of each group and returns when all have ended. A group runs on one worker, so
// a body may use what belongs to its group without locks. enter_group(g) is called before a group's first
// thread, on its worker. Fails if threads wait at a barrier that others have left out by ending; name(group,
// index), where given, is what the message calls a thread.
[[nodiscard]] Status run_groups(int group_count, int threads_per_group, int workers,
                                const std::function<void(int)>& enter_group,
                                const std::function<void(GroupThread&)>& body,
                                const std::function<std::string(int, int)>& name = nullptr);

}  // namespace genmedia::walker
