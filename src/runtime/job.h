// SPDX-License-Identifier: MIT
// What an enqueued task runs, taken from the host's objects at Enqueue: they may change or go after it.
#pragma once

#include <cm/abi.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/cm_api.h"
#include "runtime/event.h"
#include "runtime/print_buffer.h"
#include "runtime/program.h"
#include "runtime/sampler.h"
#include "runtime/storage.h"
#include "runtime/surfaces.h"
#include "walker/thread_space.h"

namespace genmedia::runtime {

// Memory on a cache line's border, for argument blocks.
class AlignedBytes {
public:
    AlignedBytes() = default;
    explicit AlignedBytes(std::size_t bytes)
        : lines_(std::make_unique<Line[]>((bytes + sizeof(Line) - 1) / sizeof(Line))) {}
    std::uint8_t* data() const { return lines_ ? lines_[0].bytes : nullptr; }

private:
    struct alignas(64) Line {
        std::uint8_t bytes[64];
    };
    std::unique_ptr<Line[]> lines_;
};

// A VME surface as it was at Enqueue.
struct VmeSnapshot {
    std::shared_ptr<const VmeBindings> of;
    cm_abi::VmePictures pictures{};
    cm_abi::Surface surface{};  // points to `pictures`
};

// A kernel with its arguments. Does not move once its dispatch points to it.
struct KernelRun {
    KernelRun() = default;
    KernelRun(const KernelRun&) = delete;
    KernelRun& operator=(const KernelRun&) = delete;

    std::shared_ptr<KernelModule> module;
    const cm_abi::Kernel* kernel = nullptr;
    AlignedBytes blocks;           // one argument block, or one for each thread
    std::size_t block_stride = 0;  // 0: one for all
    UINT threads = 0;              // argument blocks, where each thread has its own
    std::vector<std::shared_ptr<const cm_abi::Surface>> surfaces;  // that pointers below point to
    std::vector<std::unique_ptr<VmeSnapshot>> vme_surfaces;
    std::vector<std::shared_ptr<Sampler>> samplers;
    const cm_abi::Surface* binding_table[cm_abi::kBindingTableSize] = {};
    const cm_abi::Sampler* sampler_table[cm_abi::kBindingTableSize] = {};
    cm_abi::Dispatch dispatch{};
};

// A walk over one thread space, or over one space of thread groups.
struct SpaceRun {
    std::vector<std::unique_ptr<KernelRun>> kernels;  // more than one: units tell them apart
    bool grouped = false;
    ThreadSpace space;               // where not grouped
    UINT thread_limit = UINT32_MAX;  // places of the space from this one on have no thread
    UINT colors = 1;
    // Row by row, which thread of which of the kernels; empty: thread y * width + x of the first.
    struct Place {
        std::uint32_t kernel, thread;
        BYTE color;
    };
    std::vector<Place> places;
};

// An entry of a queue.
struct Job {
    Job() = default;
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    std::vector<SpaceRun> runs;
    std::function<void()> copy;  // or this instead of runs
    std::vector<std::shared_ptr<Storage>> uses;
    std::shared_ptr<PrintBuffer> print;
    std::shared_ptr<EventState> event;

    // Counts a use of memory until release().
    void use(const std::shared_ptr<Storage>& storage);
    void release();
};

}  // namespace genmedia::runtime
