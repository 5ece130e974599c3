// SPDX-License-Identifier: MIT
// Calls of _Cilk_spawn, and the order of strands.
#include "gfx/gfxcc/gfx_abi.h"

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls{0};

// So many a thread wait at most. A caller that finds more makes the call itself, at the cost of a plain one.
constexpr long kCallsOfAThread = 8;

// A block of clang's, as its page "Block Implementation Specification" lays it out. Those of spawned calls
// hold nothing that must be copied by more than its bytes.
struct Block {
    struct Descriptor {
        unsigned long reserved, size;
    };
    void* kind;
    int flags, reserved;
    void (*invoke)(void* block);
    Descriptor* descriptor;
};

long new_ordinal() {
    static std::atomic<long> count{0};
    return count++;
}

}  // namespace

extern "C" {

// What blocks name as their kind: on the stack, or without anything captured.
__attribute__((weak)) void* _NSConcreteStackBlock[32];
__attribute__((weak)) void* _NSConcreteGlobalBlock[32];

int gfxcc_wants_calls() {
    static const long most = kCallsOfAThread * tbb::this_task_arena::max_concurrency();
    return calls.load(std::memory_order_relaxed) < most ? 1 : 0;
}

void gfxcc_spawn(void** group, void (*call)(void* data), void* data) {
    if (*group == nullptr) *group = new tbb::task_group;
    calls++;
    static_cast<tbb::task_group*>(*group)->run([call, data] {
        call(data);
        calls--;
    });
}

void gfxcc_spawn_block(void** group, void* block) {
    const Block& called = *static_cast<Block*>(block);
    if (gfxcc_wants_calls() == 0) return called.invoke(block);
    void* const copy = std::malloc(called.descriptor->size);
    if (copy == nullptr) return called.invoke(block);
    std::memcpy(copy, block, called.descriptor->size);
    gfxcc_spawn(
        group,
        [](void* data) {
            static_cast<Block*>(data)->invoke(data);
            std::free(data);
        },
        copy);
}

void gfxcc_sync(void* group) {
    if (group != nullptr) static_cast<tbb::task_group*>(group)->wait();
}

void gfxcc_end_spawns(void* group) { delete static_cast<tbb::task_group*>(group); }

long gfxcc_spawned_calls() { return calls; }

gfxcc_thread* gfxcc_this_thread() {
    static thread_local gfxcc_strand root{nullptr, 0, new_ordinal(), 0};
    static thread_local gfxcc_thread thread{&root, 0};
    return &thread;
}
}
