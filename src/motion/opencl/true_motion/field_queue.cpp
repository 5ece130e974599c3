// SPDX-License-Identifier: MIT
#include "motion/opencl/true_motion/field_queue.h"

#include <algorithm>

namespace genmedia::motion {
namespace {

bool go_together(const FieldTask& a, const FieldTask& b) {
    const auto asked = [](const auto& results) {
        return std::pair(results[0] != nullptr, results[1] != nullptr);
    };
    return a.start.empty() && b.start.empty() && a.source.width == b.source.width &&
           a.source.height == b.source.height && a.options.smoothness == b.options.smoothness &&
           a.options.per_pixel == b.options.per_pixel && a.options.confidence == b.options.confidence &&
           asked(a.fields) == asked(b.fields) && asked(a.motions) == asked(b.motions);
}

}  // namespace

// `first`, and those that may go with it.
std::vector<FieldQueue::Waiting*> FieldQueue::take(Waiting& first) {
    const auto most = static_cast<size_t>(FieldSession::most_pairs_of(first.task->source));
    std::vector<Waiting*> together{&first};
    for (Waiting* other : waiting_)
        if (other != &first && together.size() < most && go_together(*first.task, *other->task))
            together.push_back(other);
    for (Waiting* one : together) {
        one->is_taken = true;
        waiting_.remove(one);
    }
    return together;
}

void FieldQueue::search(const vme::opencl::Program& program, const std::vector<Waiting*>& together) {
    std::vector<const FieldTask*> tasks;
    for (const Waiting* one : together) tasks.push_back(one->task);
    const PlaneView& picture = tasks.front()->source;
    sessions_.with([&](const FieldSession& one) { return one.serves(picture); },
                   [&] {
                       return std::make_unique<FieldSession>(program.with_own_queue(), picture.width,
                                                             picture.height);
                   },
                   [&](FieldSession& session) { session.search(tasks); });
}

// Whoever finds a session free takes with it what else waits.
void FieldQueue::search(const vme::opencl::Program& program, const FieldTask& task) {
    Waiting own{.task = &task};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&own);
    changed_.wait(lock, [&] { return own.is_done || (!own.is_taken && in_flight_ < most_); });
    if (!own.is_done) {
        const std::vector<Waiting*> together = take(own);
        in_flight_++;
        lock.unlock();
        std::exception_ptr failure;
        try {
            search(program, together);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        in_flight_--;
        for (Waiting* one : together) {
            one->is_done = true;
            one->failure = failure;
        }
        changed_.notify_all();
    }
    if (own.failure) std::rethrow_exception(own.failure);
}

}  // namespace genmedia::motion
