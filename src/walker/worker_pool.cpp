#include "walker/worker_pool.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace genmedia {

void with_workers(int threads, const std::function<void()>& body) {
    tbb::task_arena(threads > 0 ? threads : tbb::task_arena::automatic).execute([&body] { body(); });
}

void parallel_for(int count, const std::function<void(int)>& body) {
    tbb::parallel_for(0, count, [&body](int i) { body(i); });
}

struct TaskGroup::State {
    tbb::task_group group;
};

TaskGroup::TaskGroup() : state_(new State) {}
TaskGroup::~TaskGroup() = default;

void TaskGroup::run(const std::function<void()>& task) { state_->group.run(task); }
void TaskGroup::wait() { state_->group.wait(); }

}  // namespace genmedia
