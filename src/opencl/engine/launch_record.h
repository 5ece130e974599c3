// SPDX-License-Identifier: MIT
// A kernel that runs: the launch that the host asked for, as PoCL runs it.
//
// PoCL sees work-groups in one dimension. Each is one sub-group if the kernel allows it, else a whole
// work-group. When PoCL starts one, it becomes the host's next group in order. So all predecessors of a
// running group are finished or running, as on the hardware.
#pragma once

#include "opencl/builtins/abi.h"
#include "opencl/engine/scoreboard.h"
#include "opencl/engine/work_group.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace genmedia::opencl {

using Size3 = std::array<size_t, 3>;

struct Geometry {
    unsigned work_dim = 1;
    Size3 global{1, 1, 1}, local{1, 1, 1}, offset{};  // local divides global
    size_t sub_group_size = 16;                       // a power of two, at most abi::GM_LANES
    bool whole_groups = false;                        // true: PoCL runs whole work-groups; false: sub-groups
    bool connected = false;                           // sub-groups meet at barriers and share local memory
    bool fibers = false;                              // work-items are fibers; PoCL runs one for all of them

    size_t work_group_size() const { return local[0] * local[1] * local[2]; }
    size_t work_groups() const {
        return global[0] / local[0] * (global[1] / local[1]) * (global[2] / local[2]);
    }
    size_t sub_groups() const { return (work_group_size() + sub_group_size - 1) / sub_group_size; }
    // Work-items that run together, on one of PoCL's threads.
    size_t work_items_together() const { return whole_groups ? work_group_size() : sub_group_size; }
};

// What PoCL does not know of an image parameter: the interleaved chroma plane behind an NV12 image, or that
// its 16-bit channel is two of 8 bits.
struct PlanarParameter {
    const unsigned char* chroma = nullptr;  // null: not NV12
    size_t width = 0, height = 0, pitch = 0;
    bool two_channels = false;
};

class Launch : public abi::gm_launch {
public:
    // `planar`: by kernel parameter; may be shorter. `report` takes a message about what could not be
    // evaluated; any thread may call it.
    Launch(const Geometry& geometry, std::vector<PlanarParameter> planar,
           std::function<void(std::string)> report);
    ~Launch() { *started_ = true; }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    // The sizes to ask of PoCL.
    size_t pocl_local_size() const { return geometry_.fibers ? 1 : geometry_.work_items_together(); }
    size_t pocl_groups() const { return group_addresses_.size(); }
    size_t pocl_global_size() const { return pocl_groups() * pocl_local_size(); }
    const abi::gm_launch* address() const { return this; }
    // True once a group runs, or the launch is gone.
    std::shared_ptr<std::atomic<bool>> started() const { return started_; }

    const PlanarParameter& planar(size_t parameter) const;
    // Reports the first message of a launch only: it says enough, and no failed launch goes unreported.
    void report(std::string message) const {
        if (!reported_.exchange(true)) report_(std::move(message));
    }

private:
    static uint64_t enter_group(Launch* launch, uint64_t pocl_group, uint64_t pocl_work_items);
    static uint64_t leave_group(abi::gm_group* group);
    static uint64_t poll_from(abi::gm_group* group, uint64_t address, uint64_t bytes_and_lane);
    static uint64_t signal_from(Launch* launch);
    static uint64_t meet_from(WorkGroup* work_group);
    static uint64_t share_from(WorkGroup* work_group, uint64_t variable, uint64_t address);
    static uint64_t run_fibers(abi::gm_group* group, uint64_t lane, uint64_t parameters);
    static uint64_t local_memory_from(abi::gm_group* group, uint64_t variable, uint64_t bytes);
    WorkGroup* join(uint64_t ticket);
    void place(abi::gm_group& group, uint64_t ticket) const;

    Geometry geometry_;
    std::vector<uint64_t> group_addresses_;
    std::atomic<uint64_t> next_ = 0;
    std::shared_ptr<std::atomic<bool>> started_ = std::make_shared<std::atomic<bool>>(false);
    std::vector<PlanarParameter> planar_;
    std::vector<abi::gm_plane> planes_;
    std::function<void(std::string)> report_;
    mutable std::atomic<bool> reported_ = false;
    Scoreboard scoreboard_;
    std::mutex mutex_;
    std::map<uint64_t, std::unique_ptr<WorkGroup>> work_groups_;  // running ones, by linear id
};

}  // namespace genmedia::opencl
