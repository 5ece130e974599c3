// SPDX-License-Identifier: MIT
#include "opencl/engine/work_group.h"

namespace genmedia::opencl {

void WorkGroup::meet() {
    std::unique_lock lock(mutex_);
    const uint64_t meeting = meetings_;
    if (++arrived_ == sub_groups_) {
        arrived_ = 0;
        meetings_++;
        changed_.notify_all();
        return;
    }
    changed_.wait(lock, [&] { return meetings_ != meeting; });
}

uint64_t WorkGroup::shared(uint64_t variable, uint64_t address) {
    const std::lock_guard lock(mutex_);
    return variables_.try_emplace(variable, address).first->second;
}

bool WorkGroup::leave() {
    std::unique_lock lock(mutex_);
    if (++left_ == sub_groups_) changed_.notify_all();
    // Without shared variables nobody has to wait.
    if (!variables_.empty()) changed_.wait(lock, [&] { return left_ == sub_groups_; });
    return ++gone_ == sub_groups_;
}

}  // namespace genmedia::opencl
