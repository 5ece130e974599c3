// SPDX-License-Identifier: MIT
#include "opencl/engine/launch_record.h"

#include "opencl/engine/fibers.h"
#include "opencl/engine/kernel_print.h"
#include "opencl/engine/tables.h"
#include "opencl/engine/unit_calls.h"

#include <algorithm>
#include <memory>

namespace genmedia::opencl {
namespace {

// What one of PoCL's threads keeps for the group that it runs. Threads run one group at a time.
class Workspace {
public:
    abi::gm_group group;
    PollHistory polls;
    FiberGroup fibers;

    abi::gm_sub_group* sub_groups(size_t count) {
        if (count > capacity_) {
            sub_groups_ = std::make_unique_for_overwrite<abi::gm_sub_group[]>(count);
            capacity_ = count;
        }
        return sub_groups_.get();
    }

private:
    std::unique_ptr<abi::gm_sub_group[]> sub_groups_;
    size_t capacity_ = 0;
};

thread_local Workspace workspace;

template <class Function>
uint64_t code_address(Function* function) {
    return reinterpret_cast<uint64_t>(function);
}

}  // namespace

Launch::Launch(const Geometry& geometry, std::vector<PlanarParameter> planar,
               std::function<void(std::string)> report)
    : gm_launch{},
      geometry_(geometry),
      group_addresses_(geometry.work_groups() * (geometry.whole_groups ? 1 : geometry.sub_groups())),
      planar_(std::move(planar)),
      report_(std::move(report)),
      scoreboard_(waiting) {
    enter = code_address(&Launch::enter_group);
    leave = code_address(&Launch::leave_group);
    evaluate = code_address(&evaluate_from_kernel);
    poll = code_address(&Launch::poll_from);
    signal = code_address(&Launch::signal_from);
    if (geometry.connected) {
        meet = code_address(&Launch::meet_from);
        share = code_address(&Launch::share_from);
    }
    if (geometry.fibers) {
        run = code_address(&Launch::run_fibers);
        local_memory = code_address(&Launch::local_memory_from);
        print = code_address(&print_from_kernel);
        meet = geometry.whole_groups && geometry.sub_groups() > 1;  // they meet on their thread
    }
    tables = reinterpret_cast<uint64_t>(&default_tables());
    groups = reinterpret_cast<uint64_t>(group_addresses_.data());
    for (const PlanarParameter& image : planar_)
        planes_.push_back({reinterpret_cast<uint64_t>(image.chroma), static_cast<uint32_t>(image.pitch),
                           image.chroma != nullptr ? uint32_t{abi::GM_NV12}
                           : image.two_channels    ? uint32_t{abi::GM_RG}
                                                   : uint32_t{abi::GM_PLAIN}});
    planes = reinterpret_cast<uint64_t>(planes_.data());
    plane_count = planes_.size();
    for (int d = 0; d < 3; d++) {
        global_size[d] = geometry.global[d];
        local_size[d] = geometry.local[d];
        global_offset[d] = geometry.offset[d];
        group_count[d] = geometry.global[d] / geometry.local[d];
    }
    work_dim = geometry.work_dim;
    sub_group_size = static_cast<uint32_t>(geometry.sub_group_size);
    flat = geometry.local[1] == 1 && geometry.local[2] == 1;
}

const PlanarParameter& Launch::planar(size_t parameter) const {
    static const PlanarParameter none;
    return parameter < planar_.size() ? planar_[parameter] : none;
}

void Launch::place(abi::gm_group& group, uint64_t ticket) const {
    const size_t parts = geometry_.whole_groups ? 1 : geometry_.sub_groups();
    uint64_t work_group = ticket / parts;
    group.first_local_id = static_cast<uint32_t>(ticket % parts * geometry_.sub_group_size);
    for (int d = 0; d < 3; d++) {
        group.group_id[d] = work_group % group_count[d];
        work_group /= group_count[d];
    }
}

uint64_t Launch::enter_group(Launch* launch, uint64_t pocl_group, uint64_t pocl_work_items) {
    abi::gm_group& group = workspace.group;
    group = {};
    workspace.polls = {};
    const uint64_t ticket = launch->next_.fetch_add(1, std::memory_order_relaxed);
    if (ticket == 0) *launch->started_ = true;
    launch->place(group, ticket);
    if (launch->share != 0) group.work_group = reinterpret_cast<uint64_t>(launch->join(ticket));
    const size_t sub_groups = launch->geometry_.whole_groups ? launch->geometry_.sub_groups() : 1;
    abi::gm_sub_group* memory = workspace.sub_groups(sub_groups);
    for (size_t i = 0; i < sub_groups; i++) {
        std::fill(std::begin(memory[i].operations), std::end(memory[i].operations), 0u);
        std::fill(std::begin(memory[i].depth), std::end(memory[i].depth), 0u);
    }
    group.launch = reinterpret_cast<uint64_t>(launch->address());
    group.sub_groups = reinterpret_cast<uint64_t>(memory);
    group.running = static_cast<uint32_t>(pocl_work_items);
    launch->group_addresses_[pocl_group] = reinterpret_cast<uint64_t>(&group);
    launch->scoreboard_.enter();
    return 0;
}

uint64_t Launch::leave_group(abi::gm_group* group) {
    auto* launch = static_cast<Launch*>(reinterpret_cast<gm_launch*>(group->launch));
    auto* work_group = reinterpret_cast<WorkGroup*>(group->work_group);
    if (work_group != nullptr && work_group->leave()) {
        const std::lock_guard lock(launch->mutex_);
        std::erase_if(launch->work_groups_,
                      [work_group](const auto& one) { return one.second.get() == work_group; });
    }
    launch->scoreboard_.leave();
    return 0;
}

uint64_t Launch::poll_from(abi::gm_group* group, uint64_t address, uint64_t bytes_and_lane) {
    auto* launch = static_cast<Launch*>(reinterpret_cast<gm_launch*>(group->launch));
    const uint64_t bytes = bytes_and_lane >> 32, lane = bytes_and_lane & 0xFFFF,
                   index = bytes_and_lane >> 16 & 0xFFFF;
    const auto* sub_groups = reinterpret_cast<const abi::gm_sub_group*>(group->sub_groups);
    const bool others = launch->geometry_.fibers && workspace.fibers.has_others();
    return launch->scoreboard_.poll(workspace.polls, address, bytes, lane, sub_groups[index].operations[lane],
                                    others);
}

uint64_t Launch::run_fibers(abi::gm_group* group, uint64_t lane, uint64_t parameters) {
    auto* launch = static_cast<Launch*>(reinterpret_cast<gm_launch*>(group->launch));
    const Geometry& geometry = launch->geometry_;
    if (!workspace.fibers.run(*group, geometry.work_items_together(), geometry.sub_group_size, lane,
                              parameters))
        launch->report("no memory for the stacks of " + std::to_string(geometry.work_items_together()) +
                       " work-items: a work-group was not run");
    return 0;
}

uint64_t Launch::local_memory_from(abi::gm_group*, uint64_t variable, uint64_t bytes) {
    return reinterpret_cast<uint64_t>(workspace.fibers.local_memory(variable, bytes));
}

WorkGroup* Launch::join(uint64_t ticket) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<WorkGroup>& work_group = work_groups_[ticket / geometry_.sub_groups()];
    if (!work_group) work_group = std::make_unique<WorkGroup>(geometry_.sub_groups());
    return work_group.get();
}

uint64_t Launch::meet_from(WorkGroup* work_group) {
    work_group->meet();
    return 0;
}

uint64_t Launch::share_from(WorkGroup* work_group, uint64_t variable, uint64_t address) {
    return work_group->shared(variable, address);
}

uint64_t Launch::signal_from(Launch* launch) {
    launch->scoreboard_.signal();
    return 0;
}

}  // namespace genmedia::opencl
