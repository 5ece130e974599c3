// SPDX-License-Identifier: MIT
// What an enqueued task runs, copied from the host's objects at Enqueue: they may change or go afterwards.
#pragma once

#include <cm/abi.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/kernels/kernel_program.h"
#include "cm/runtime/kernels/print_buffer.h"
#include "cm/runtime/queue/event.h"
#include "cm/runtime/surfaces/sampler_state.h"
#include "cm/runtime/surfaces/storage.h"
#include "cm/runtime/surfaces/surfaces.h"
#include "walker/thread_space.h"

namespace genmedia::runtime {

// Memory aligned to a cache line, for argument blocks.
class AlignedBytes {
public:
    AlignedBytes() = default;
    explicit AlignedBytes(size_t bytes)
        : lines_(std::make_unique<Line[]>((bytes + sizeof(Line) - 1) / sizeof(Line))) {}
    uint8_t* data() const { return lines_ ? lines_[0].bytes : nullptr; }

private:
    struct alignas(64) Line {
        uint8_t bytes[64];
    };
    std::unique_ptr<Line[]> lines_;
};

// A VME surface as it was at Enqueue.
struct VmeSnapshot {
    std::shared_ptr<const VmeBindings> of;
    cm_abi::VmePictures pictures{};
    cm_abi::Surface surface{};  // points to `pictures`
};

// A kernel with its arguments. Must not move once its dispatch points to it.
struct KernelRun {
    KernelRun() = default;
    KernelRun(const KernelRun&) = delete;
    KernelRun& operator=(const KernelRun&) = delete;

    std::shared_ptr<KernelModule> module;
    const cm_abi::Kernel* kernel = nullptr;
    AlignedBytes blocks;      // one argument block, or one for each thread
    size_t block_stride = 0;  // 0: one block for all threads
    UINT threads = 0;         // number of argument blocks, if each thread has its own
    std::vector<std::shared_ptr<const cm_abi::Surface>> surfaces;  // pointers below point to these
    std::vector<std::unique_ptr<VmeSnapshot>> vme_surfaces;
    std::vector<std::shared_ptr<SamplerEntry>> samplers;
    const cm_abi::Surface* binding_table[cm_abi::kBindingTableSize] = {};
    const cm_abi::Sampler* sampler_table[cm_abi::kBindingTableSize] = {};
    cm_abi::Dispatch dispatch{};
};

// A walk over one thread space or over one thread group space.
struct SpaceRun {
    std::vector<std::unique_ptr<KernelRun>> kernels;  // if several, units tell which one runs
    bool grouped = false;
    walker::ThreadSpace space;       // if not grouped
    UINT thread_limit = UINT32_MAX;  // places of the space from this one on have no thread
    UINT colors = 1;
    // Row by row: which kernel, and which of its threads. Empty: thread y * width + x of the first kernel.
    struct Place {
        uint32_t kernel, thread;
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
    std::function<void()> copy;  // runs instead of `runs`
    std::vector<std::shared_ptr<Storage>> uses;
    std::shared_ptr<PrintBuffer> print;
    std::shared_ptr<EventState> event;

    // Counts the memory as used until release().
    void use(const std::shared_ptr<Storage>& storage);
    void release();
};

}  // namespace genmedia::runtime
