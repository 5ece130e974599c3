// SPDX-License-Identifier: MIT
// A work-group whose sub-groups run on threads of their own: barriers between them, and local memory that
// they share.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

namespace genmedia::opencl {

class WorkGroup {
public:
    explicit WorkGroup(uint64_t sub_groups) : sub_groups_(sub_groups) {}

    void meet();  // a barrier: returns once all sub-groups have called it as often

    // The one address of a variable: that of the sub-group that asked first.
    uint64_t shared(uint64_t variable, uint64_t address);

    // A sub-group's last call. Returns once no sub-group needs another's memory. True for one of them.
    bool leave();

private:
    const uint64_t sub_groups_;
    std::mutex mutex_;
    std::condition_variable changed_;
    uint64_t arrived_ = 0, meetings_ = 0, left_ = 0, gone_ = 0;
    std::map<uint64_t, uint64_t> variables_;
};

}  // namespace genmedia::opencl
