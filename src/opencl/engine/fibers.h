// SPDX-License-Identifier: MIT
// Work-items as fibers: each has a small stack on the thread of its work-group. A kernel then needs no PoCL
// barriers. PoCL's compiler copies all code behind a conditional barrier (builtins/fibers.cl).
//
// The fibers of a sub-group that go the same way are a ring. Each runs until it has to wait for the others,
// and then lets the next one run. They may come to different places. Those that are further back in the
// program's text go on first then, and the others join them where they meet, as on SIMD hardware.
#pragma once

#include "opencl/builtins/abi.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

namespace genmedia::opencl {

// The stacks of a thread. The first 512 end at a page without access; others end at the stack before them.
class FiberStacks {
public:
    FiberStacks() = default;
    FiberStacks(const FiberStacks&) = delete;
    FiberStacks& operator=(const FiberStacks&) = delete;
    ~FiberStacks();

    bool reserve(size_t count);  // false: no memory
    abi::gm_fiber* fiber(size_t index) const;
    void* bottom() const { return slots_; }
    size_t bytes() const { return count_ * GM_FIBER_SLOT; }

private:
    void* mapping_ = nullptr;
    size_t mapped_bytes_ = 0;
    char* slots_ = nullptr;
    size_t count_ = 0;
};

// The fibers of one PoCL group at a time, for all its sub-groups.
class FiberGroup {
public:
    // Runs lane(parameters) as that many work-items. False: no memory for their stacks, nothing was run.
    bool run(abi::gm_group& group, size_t work_items, size_t sub_group_size, uint64_t lane,
             uint64_t parameters);

    // A variable in the group's local memory: the same address for all that ask.
    void* local_memory(uint64_t variable, uint64_t bytes);
    bool has_others() const { return teams_.size() > 1; }

private:
    struct Team : abi::gm_team {
        FiberGroup* group = nullptr;
        size_t first_fiber = 0;            // index in the group
        uint32_t lanes = 0;                // lanes that exist, one bit each
        uint32_t live = 0, ring = 0;       // lanes that have not returned; lanes that go the same way
        abi::gm_fiber* stopped = nullptr;  // the fiber to resume when it is this team's turn
    };
    struct LocalVariable {
        std::unique_ptr<void, void (*)(void*)> memory{nullptr, std::free};
        size_t bytes = 0;
    };

    // Functions that the kernel's fibers call. Each returns the fiber to resume.
    static abi::gm_fiber* split(abi::gm_team* team);
    static abi::gm_fiber* yield(abi::gm_fiber* fiber);
    friend abi::gm_fiber* finish(abi::gm_fiber* fiber);

    void prepare(abi::gm_group& group, size_t work_items, size_t sub_group_size);
    abi::gm_fiber* lane(const Team& team, unsigned lane) const;
    void open_ring(const Team& team);
    void close_ring(Team& team);
    abi::gm_fiber* regroup(Team& team);
    abi::gm_fiber* next_team(const Team& team);

    FiberStacks stacks_;
    std::array<uint64_t, 4> shape_{};  // what teams_ and their fibers were made for
    std::vector<Team> teams_;
    abi::gm_fiber outside_{};  // the caller of run()
    std::map<uint64_t, LocalVariable> locals_;
};

}  // namespace genmedia::opencl
