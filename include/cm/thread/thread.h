// SPDX-License-Identifier: MIT
// The thread in which a kernel runs: its place in the thread space, and what it waits for. CM spec 4.13,
// 4.14, 4.16, 4.21. The order of dependencies is in the runtime's patterns.
#pragma once

#include "../core/types.h"

namespace cm {

// The width of a loop that begins outside blocks, until its first if or its condition tells. All blocks in it
// have one width.
constexpr int kUnknownWidth = -1;

// The state of a CM thread's SIMD control flow. Bit k of each mask is channel k.
struct simd_state {
    unsigned active = ~0u;
    int width = 0;                     // channels of the innermost block; 0: outside blocks
    unsigned round = 0;                // channels that began the innermost loop's round; 0: there is no loop
    unsigned waiting = 0, broken = 0;  // channels of the round that have left the round, or the loop

    unsigned gone() const { return waiting | broken; }
};

}  // namespace cm

// Flags of cm_fence.
enum {
    CM_GLOBAL_COHERENT_FENCE = 0x01,
    CM_L3_FLUSH_INSTRUCTIONS = 0x02,
    CM_L3_FLUSH_TEXTURE_DATA = 0x04,
    CM_L3_FLUSH_CONSTANT_DATA = 0x08,
    CM_L3_FLUSH_RW_DATA = 0x10,
    CM_LOCAL_BARRIER = 0x20,
    CM_L1_FLUASH_RO_DATA = 0x40,
    CM_L1_FLUSH_RO_DATA = 0x40,
    CM_SW_BARRIER = 0x80,
};

CM_INLINE void cm_pause(uint) {}
CM_INLINE void cm_label(const char*) {}

#ifdef CM_GEN
#include "../gen/gen_thread.h"
#else

#include "../abi.h"

// Whether this kernel file has SIMD control flow. Only its macros set it. Without them the compiler sees that
// it never changes, and removes the code that it guards.
#ifdef CM_DEBUG  // here functions are not inlined: one flag for all files
inline bool cm_simd_used = false;
#else
static bool cm_simd_used = false;
#endif

namespace cm {

namespace detail {

__attribute__((noinline)) inline simd_state& simd() {
    static thread_local simd_state state;
    return state;
}

static thread_local cm_abi::Thread* thread_slot = nullptr;

// A thread that has waited may continue on another thread of the processor. So no address of thread-local
// storage may be kept across a wait: functions that are not inlined prevent it.
static __attribute__((noinline, pure)) cm_abi::Thread* current() {
    asm volatile("");
    return thread_slot;
}
static __attribute__((noinline)) void set_current(cm_abi::Thread* thread) {
    asm volatile("");
    thread_slot = thread;
}

// A place in this thread's storage. With it the runtime keeps a file's variables apart.
static __attribute__((noinline, unused)) void* thread_storage() {
    asm volatile("");
    return &thread_slot;
}

}  // namespace detail

// The running thread. Its address does not change while it runs.
CM_INLINE cm_abi::Thread& this_thread() { return *detail::current(); }

// Ends the task with an error in the log. The thread goes on.
CM_INLINE void refuse(const char* file, int line, const char* message) {
    cm_abi::Thread& thread = this_thread();
    thread.dispatch->host->refuse(&thread, file, line, message);
}

// Calls one of the host's functions during which other threads may run.
template <class F>
CM_INLINE void yield(const F& call) {
    cm_abi::Thread* thread = detail::current();
    const simd_state state = cm_simd_used ? detail::simd() : simd_state();
    call(thread);
    detail::set_current(thread);
    if (cm_simd_used) detail::simd() = state;
}

}  // namespace cm

CM_INLINE ushort get_thread_origin_x() { return cm::this_thread().x; }
CM_INLINE ushort get_thread_origin_y() { return cm::this_thread().y; }
CM_INLINE ushort get_color() { return static_cast<ushort>(cm::this_thread().color); }

// Returns when all threads that this one depends on have ended or called cm_signal. Bit k of the mask: not
// number k.
CM_INLINE void cm_wait(uint mask = 0) {
    cm::yield([=](cm_abi::Thread* t) { t->dispatch->host->wait(t, mask); });
}
// Threads that depend on this one may continue. The end of a thread has the same effect.
CM_INLINE void cm_signal() {
    cm_abi::Thread& t = cm::this_thread();
    t.dispatch->host->signal(&t);
}

// The flags have no effect here. Whoever sees a value that was written, or a signal that was sent, after a
// fence also sees what was written before it. No more: waiting for the writes to end would cost more than a
// block's work.
CM_INLINE void cm_fence(uint = 0) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }

// The number of the hardware thread. There is only one.
CM_INLINE uint cm_get_hwid() { return 0; }

#endif
