// SPDX-License-Identifier: MIT
// Tasks of many threads, of which a device does several at once: commands of one pair do not fill it.
#pragma once

#include "motion/opencl/session_pool.h"
#include "motion/opencl/true_motion/field_session.h"

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>

namespace genmedia::motion {

class FieldQueue {
public:
    explicit FieldQueue(int most_sessions) : most_(most_sessions), sessions_(most_sessions) {}

    // Returns when the task is done. Throws what its session threw.
    void search(const vme::opencl::Program& program, const FieldTask& task);

private:
    struct Waiting {
        const FieldTask* task;
        bool is_taken = false, is_done = false;
        std::exception_ptr failure{};
    };

    std::vector<Waiting*> take(Waiting& first);
    void search(const vme::opencl::Program& program, const std::vector<Waiting*>& together);

    const int most_;
    SessionPool<FieldSession> sessions_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Waiting*> waiting_;
    int in_flight_ = 0;
};

}  // namespace genmedia::motion
